"""The prompt at the desk: enter each slip on one line, or type any command."""

import sys
from collections.abc import Sequence
from functools import partial

import click
from msgspec.structs import replace

from roundbook.cli.args.table_numbers import hall_of
from roundbook.cli.commands.help import page_of_many
from roundbook.cli.keying.one_line import status
from roundbook.cli.places.members import Anywhere
from roundbook.cli.prompt.loop import (
    Reply,
    Session,
    news,
    offers,
    prompt,
    terminal,
    verbs_of,
)
from roundbook.cli.prompt.parts import answers
from roundbook.cli.session import errors
from roundbook.cli.session.command import AT_FOLDER, WHO
from roundbook.cli.session.output import echo, safe_json
from roundbook.cli.session.venue import CommandOptions, Operator, now, venue
from roundbook.cli.session.write import in_own_name, in_own_role, new_on_staff
from roundbook.ledger.terms import Role
from roundbook.projections.reports.api.basics import taken
from roundbook.projections.reports.api.handouts import PromptAnswer

BELL = "\a"
"""The sound for a refused line: the person is looking at the slips, not at the screen."""


STOPPED = (
    "Nothing after line {} was run. Correct that line, and run the script again from there; "
    "with `--keep-going`, a script goes on."
)


@click.command("desk")
@AT_FOLDER
@click.option("--double", is_flag=True, help="Count a result only after it has been entered twice.")
@click.option("--keep-going", is_flag=True, help="Continue a script after a line is refused.")
@click.option("--json", "as_json", is_flag=True, help="Answer every line with a line of JSON.")
@WHO[0]
@WHO[1]
@WHO[2]
@click.pass_context
def command(  # noqa: PLR0913 - one argument per option.
    ctx: click.Context,
    folder: Anywhere,
    acting: str,
    role: str | None,
    station: str,
    *,
    double: bool,
    keep_going: bool,
    as_json: bool,
) -> int:
    r"""Open a prompt: enter each slip on one line, or type any command.

    `12 1` is a win for the left player at table 12, and `12 20` a win by two games to
    none; `pair; post; start` is three commands on one line; `u` undoes your last entry, if it
    is a result or a drop; `help` shows the rest. Entries from other desks are shown before your
    next line. If a command is refused, nothing after it on its line is run; Up brings the line
    back. Ctrl-D exits.

    Lines from a file or a pipe are a script, which stops at the first line that is refused, with
    its exit code. With --keep-going or --json it continues, and exits with the code of the first
    line that was refused.

    \b
    Examples:
      roundbook desk -C cup --as Bea --role scorekeeper --station desk-2
      roundbook desk -C cup < afternoon.txt
      roundbook desk -C cup --double
    """
    manner = CommandOptions(
        operator=Operator(name=acting, role=Role(role or Role.ORGANISER), station=station)
    )
    with errors.advising_from(folder, as_json=as_json):
        manner = in_own_name(folder, manner)
    here = venue(folder, manner.operator)
    manner = manner if role else in_own_role(here, manner)
    if new := new_on_staff(folder, manner.operator):
        here.notices.append(new)
    for notice in here.notices:
        echo(errors.shown(notice), err=True)
    here.notices.clear()
    errors.advising_inside()
    session = Session(
        here=here,
        manner=manner,
        verbs=verbs_of(ctx),
        pages=partial(page_of_many, ctx.find_root()),
        shown=here.desk.tournament.seq,
        double=double,
        asks=sys.stdin.isatty() and sys.stdout.isatty() and not as_json,
    )
    if session.asks:
        _sit(session)
        return 0
    return _script(session, keep_going=keep_going, as_json=as_json)


def _sit(session: Session) -> None:
    """Ask for one line after the other, until the person quits."""
    opened = session.here.desk.tournament.opened
    event = errors.shown(opened.name if opened else str(session.here.folder))
    echo(f"{event}: `help` lists the main commands; Ctrl-D quits.")

    def go_on(text: str, first: str | None) -> list[str]:
        return offers(session, text, first)

    with terminal(go_on) as ask:
        while True:
            try:
                session, lines = news(session)
                for line in lines:
                    echo(line)
                session, reply = answers(session, ask(prompt(session, now())), _ring)
            except EOFError:
                echo()
                return
            except UnicodeDecodeError:
                _ring(Reply(wrong=("this is not UTF-8 text.",)))
                continue
            except KeyboardInterrupt:
                echo()
                here = venue(session.here.folder, session.manner.operator)
                session = replace(session, here=here)
                continue
            if reply.leave:
                return


def _ring(reply: Reply) -> None:
    """Print a reply, with a sound if it is a refusal."""
    if reply.wrong:
        echo(BELL, err=True, nl=False)
    _say(reply)


def _say(reply: Reply) -> None:
    for line in reply.lines:
        echo(errors.shown(line))
    for line in (*reply.notes, *reply.wrong):
        echo(errors.shown(line), err=True)


def _script(session: Session, *, keep_going: bool, as_json: bool) -> int:
    """Run the lines of a file, a pipe or a program; return the exit code."""
    first = number = 0

    def tell(reply: Reply) -> None:
        if not as_json:
            wrong = tuple(f"line {number}: {text}" for text in reply.wrong[:1]) + reply.wrong[1:]
            _say(replace(reply, wrong=wrong))

    for number, data in enumerate(sys.stdin.buffer, start=1):
        session, others = news(session)
        for text in () if as_json else others:
            echo(text)
        try:
            line = data.decode().strip()
        except UnicodeDecodeError:
            line, reply = "", Reply(wrong=("this is not UTF-8 text.",), code=errors.UNREADABLE)
            tell(reply)
        else:
            session, reply = answers(session, line, tell)
        if as_json:
            _say_json(session, line, reply, others)
        sys.stdout.flush()
        first = first or reply.code
        if reply.leave:
            break
        if reply.code and not (keep_going or as_json):
            echo(STOPPED.format(number), err=True)
            break
    return first


def _say_json(session: Session, line: str, reply: Reply, others: Sequence[str]) -> None:
    t = session.here.desk.tournament
    came_in, keeping = status(t, hall_of(t)), session.keeping
    said = taken(
        PromptAnswer,
        reply,
        line=line,
        news=tuple(others),
        entry=t.seq,
        came_in=came_in,
        keeping=keeping,
    )
    echo(safe_json(said))
