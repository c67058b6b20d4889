"""Several inputs on one line at the prompt, such as `pair; post; start`, and a comment after them.

The rules are those of a shell: what is in quotation marks is not divided. A reason after `because`
is kept as it was typed, quotation marks and all, up to the next semicolon.
"""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from roundbook.cli.prompt.loop import Reply, Session, answer
from roundbook.cli.session import errors
from roundbook.cli.session.venue import reloaded

_TOKEN = re.compile(
    r"""
    (?P<quoted> \\. | "(?:\\.|[^"\\])*" | '[^']*' )
    | (?P<open> ["'] )
    | (?P<comment> (?<!\S) \# .* )
    | (?P<reason> (?<!\S) because (?!\S) [^;]* )
    | (?P<end> ; )
    | .
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)

NOT_RUN = "Not run, since it comes after that: {}"


def parts(line: str) -> list[str]:
    """Return the inputs on a line; the whole line if a quotation mark in it is not closed."""
    found = [""]
    for token in _TOKEN.finditer(line):
        match token.lastgroup:
            case "open":
                return [line]
            case "end":
                found.append("")
            case "comment":
                pass
            case _:
                found[-1] += token[0]
    return [part.strip() for part in found if part.strip()]


def answers(session: Session, line: str, tell: Callable[[Reply], None]) -> tuple[Session, Reply]:
    """Answer the inputs on a line one by one; nothing is run after one that is refused.

    Each reply is told at once, since the next input may ask a question; all are returned as one.
    What this desk has just written itself counts as shown; entries of other desks do not, so an
    input that rests on what one of them has changed is a conflict, as on a line of its own.
    """
    every, replies, manner = parts(line), list[Reply](), session.manner
    since = session.here.desk.tournament.seq if len(every) > 1 else None
    for number, part in enumerate(every, start=1):
        rest = every[number:]
        typed = replace(manner, goes_on=bool(rest), since=since)
        session, reply = answer(replace(session, manner=typed), part)
        if reply.code and rest:
            left = NOT_RUN.format("; ".join(rest))
            reply = replace(reply, wrong=(*reply.wrong, left))
        tell(reply)
        replies.append(reply)
        if reply.code or reply.leave:
            break
        session = _past_own(session) if rest else session
    return replace(session, manner=manner), _in_one(replies)


def _in_one(replies: Sequence[Reply]) -> Reply:
    return Reply(
        lines=tuple(line for one in replies for line in one.lines),
        notes=tuple(note for one in replies for note in one.notes),
        wrong=tuple(text for one in replies for text in one.wrong),
        entries=tuple(entry for one in replies for entry in one.entries),
        code=next((one.code for one in replies if one.code), errors.DONE),
        leave=any(one.leave for one in replies),
    )


def _past_own(session: Session) -> Session:
    shown = session.shown
    while shown + 1 in session.own:
        shown += 1
    return replace(session, here=reloaded(session.here), shown=shown)
