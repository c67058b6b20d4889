"""Forms about results, extra time and time called, the close of a tournament, and its draws."""

from collections.abc import Mapping

from msgspec.structs import replace

from roundbook.cli.acts import closing, judging, results, rounds
from roundbook.cli.args.facts import AWAY, GAMES, PRIZES, TIME, UNDER_WAY, facts_of
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.table_numbers import AT_TABLE_OR_ROUND, with_matches
from roundbook.cli.args.types import RoundId, match_or_round
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form, OnPage, Undoing
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Misuse
from roundbook.ledger.events.match_end import Facts as SeenAtTable
from roundbook.ledger.events.match_end import Stage
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.match_time import turns_after_time
from roundbook.ledger.state.round_names import named_alone, of_pools
from roundbook.ledger.state.rounds import latest_rounds
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import MatchFormat, MatchId, Result
from roundbook.ledger.text import opened, with_sides
from roundbook.projections.reports.names import pool_title
from roundbook.projections.rounds.rounds import TableLine, posted_round

MATCH = field.match("match", "Match", needed=True, typed="MATCH")
RESULT = field.result("result", "Result", needed=True, typed="RESULT")
FOR_GOOD = "It stays in the ledger and is shown on the players' pages: give no names."
WHY_IN_LEDGER = "The reason. It stays in the ledger: give no names."

SEEN = (
    field.text(
        "games",
        "Games so far",
        hint=(
            "Who won each game, in order, such as 1,2. Enter 1 for the left player and 2 for the "
            "right player; sd1 or sd2 for a win by Sudden Death; both if both won at the same "
            "time and the game is not decided yet; void for a game that does not count."
        ),
    ),
    field.choice(
        "on",
        "What was being played",
        UNDER_WAY.choices,
        hint="What was in play when time was called; “nothing” between games.",
    ),
    field.choice(
        "time",
        "The point in the game when time was called",
        TIME.choices,
        hint=(
            "The turn in which time is called (turn 0) is finished; then the turns after time "
            "begin."
        ),
    ),
    field.flag(
        "last_turn_ended",
        "The last turn after time is over",
        hint="Tick this to see what the result is if the match ends now.",
    ),
    field.text(
        "prizes",
        "Prize cards remaining",
        hint=(
            "In the game being played, for the left player, then for the right player, such as "
            "2-4. Prize cards decide only in a bracket, after the last turn."
        ),
    ),
    field.choice(
        "away",
        "Late or away",
        AWAY.choices,
        hint="Who was late, or away without permission. It counts only if a judge was told.",
    ),
    field.flag("judge_told", "A judge was told before the match ended"),
    *field.seldom(
        field.number(
            "initial",
            "Prize cards at the start",
            least=1,
            most=6,
            hint="Leave empty for the number of Prize cards in the event's format, or 6.",
        ),
        field.choice(
            "decider", "Decider", ("1", "2"), hint="The player who won the match by Sudden Death."
        ),
    ),
)
"""The fields for how an unfinished match stood."""


def _seen(filled: Filled) -> SeenAtTable:
    """Return the facts of an unfinished match, as filled in."""
    return facts_of(
        games=filled.read("games", GAMES) or (),
        on=filled.text("on") or "nothing",
        time=filled.text("time") or "not-yet",
        last_turn_ended=filled.has("last_turn_ended"),
        prizes=filled.read("prizes", PRIZES),
        initial=filled.number("initial") or 6,
        away=filled.text("away") or "nobody",
        judge_told=filled.has("judge_told"),
        decider=filled.text("decider") or None,
    )


def _match(filled: Filled) -> MatchId:
    found = filled.match("match")
    assert found is not None, "the form needs a match"
    return found


def _result(filled: Filled) -> Result:
    found = filled.result("result")
    assert found is not None, "the form needs a result"
    return found


def _report(ctx: WriteContext, filled: Filled) -> Facts:
    leaving = tuple(filled.players("leaving"))
    slip = Slip(match=_match(filled), result=_result(filled), leaving=leaving)
    return results.report(ctx, slip)


def _time_called(ctx: WriteContext, filled: Filled) -> Facts:
    report, result = filled.has("report"), filled.result("result")
    if report and result:
        raise Misuse(
            "leave the result empty, or untick “Report the result that follows”.",
            field="result",
        )
    reason = filled.text("reason") or None
    return judging.time_called(
        ctx, _match(filled), _seen(filled), report=report, result=result, reason=reason
    )


def _verdict(ctx: WriteContext, filled: Filled) -> Facts:
    """Return the verdict on what was filled in, with the Prize cards and turns of this event."""
    seen = replace(
        _seen(filled),
        part=Stage.ELIMINATION if filled.has("elimination") else Stage.SWISS,
        match_format=MatchFormat.BEST_OF_ONE if filled.has("single") else MatchFormat.BEST_OF_THREE,
        initial=filled.number("initial") or judging.prizes_at_start(ctx.tournament),
    )
    if edition := filled.text("edition"):
        return judging.judge(seen, released.load(edition))
    return judging.judge(seen, ctx.rules, turns=turns_after_time(ctx.tournament, ctx.rules))


def _one_game(here: Venue) -> str:
    """Return that a match is a single game, as the box for it is sent; empty if it is not."""
    opened = here.desk.tournament.opened
    return "single" if opened and opened.match_format is MatchFormat.BEST_OF_ONE else ""


def _in_bracket(here: Venue) -> str:
    """Return that every match is in a bracket, as the box for it is sent; empty if not."""
    return "elimination" if here.desk.tournament.is_elimination else ""


def _withdraw(ctx: WriteContext, filled: Filled) -> Facts:
    what = with_matches(filled.read("what", AT_TABLE_OR_ROUND), ctx.tournament)
    reason = filled.text("reason")
    if isinstance(what, RoundId):
        return rounds.withdraw_round(
            ctx, what.pool, number=what.number, reason=reason, together=filled.has("together")
        )
    assert what is not None, "the form needs a match or a round"
    if filled.has("together"):
        raise Misuse("leave this out: it is only for rounds.", field="together")
    return results.withdraw(ctx, what, reason=reason)


def _can_be_withdrawn(here: Venue) -> list[tuple[str, str]]:
    """Return the latest rounds that have not started and the results not locked, with labels.

    The 3rd-place matches that have no result are among them.
    """
    t = here.desk.tournament
    waiting = [one for one in latest_rounds(t) if not one.started]
    return [
        *((f"{one.pool}-{one.number}", _round(t, one)) for one in waiting),
        *(
            (str(match), f"{pool_title(pool)}, 3rd-place match: table {match.table}")
            for pool, match in t.playoffs.items()
            if match not in t.results and t.closed is None
        ),
        *_unlocked(here),
    ]


def _unlocked(here: Venue) -> list[tuple[str, str]]:
    """Return the matches whose results are not locked, each with its table, players and result."""
    t, rules = here.desk.tournament, here.desk.rules
    return [
        (str(line.match), f"{_round(t, paired)}, {_at_table(here, line)}")
        for paired in sorted(t.rounds.values(), key=lambda one: -one.seq)
        if paired.started and (one := posted_round(t, rules, paired.pool, paired.number))
        for line in one.tables
        if line.result and not line.locked
    ]


def _at_table(here: Venue, line: TableLine) -> str:
    """Return a table as a list shows it: `table 2: Ana – Ben, 2-1 (a win for Ana)`."""
    first, second = map(here.entrants.shown, (line.first.player, line.second.player))
    tie = here.desk.rules.tie_word
    ended = with_sides(line.result.in_words(tie), first, second) if line.result else ""
    return f"table {line.table}: {first} – {second}, {ended}"


def _round(t: Tournament, paired: Round) -> str:
    """Return a round as a list shows it: `Masters, round 2`, `Senior cut, Top 4`."""
    called = named_alone(t, paired.pool, paired.number).removeprefix("the ")
    return f"{pool_title(paired.pool)}, {called}"


def _extra_time(here: Venue, filled: Mapping[str, str]) -> str:
    """Return a description of the match and its extra time; empty if there is no such match."""
    t = here.desk.tournament
    try:
        match = MatchId.parse(filled.get("match", ""))
    except ValueError:
        return ""
    if match not in t.matches:
        return ""
    players = " – ".join(map(here.entrants.shown, t.matches[match]))
    return f"Table {match.table}, {players}: {t.extensions.get(match, 0)} extra minutes"


def _withdrawn(here: Venue, filled: Mapping[str, str]) -> str:
    """Return a description of what is withdrawn; empty if it cannot be."""
    what = dict(_can_be_withdrawn(here)).get(filled.get("what", ""), "")
    if not what or not filled.get("together"):
        return what
    t, named = here.desk.tournament, match_or_round(filled.get("what", ""))
    if isinstance(named, RoundId) and (
        entry := rounds.paired_by(here.desk.entries, named.pool, named.number)
    ):
        every, _ = rounds.paired_together(t, entry)
        what = opened(of_pools(t, every, pool_title)) if len(every) > 1 else what
    return f"{what}, and everything that was done with it"


def _whole_round(sent: Mapping[str, str]) -> str | None:
    """Return the key of the word to type before a whole round is withdrawn; None for a match."""
    named = match_or_round(sent.get("what", "").strip())
    return "withdraw-round" if isinstance(named, RoundId) else None


FORMS = (
    Form(
        verb="report",
        title="Report a result",
        says="""
            Enter a result as games (2-1, 1-1-1), 1 or 2 for the winner, tie, id (an intentional
            draw), double-loss or unplayed. For players who did not show up, and so lose, enter
            no-show:1, no-show:2 or no-show:both.
        """,
        fields=(
            MATCH,
            RESULT,
            field.players("leaving", "Drop", hint="Players who drop after this match."),
        ),
        act=_report,
    ),
    Form(
        verb="correct",
        title="Correct a result",
        says="""
            Replaces the recorded result, if it is not locked yet.
        """,
        fields=(
            replace(MATCH, options=_unlocked),
            replace(RESULT, hint="The games, left player first, such as 2-1; or 1, 2 or tie."),
            field.reason(f"Why it was wrong. {FOR_GOOD}", needed=True),
        ),
        act=lambda ctx, filled: results.correct(
            ctx, _match(filled), _result(filled), reason=filled.text("reason")
        ),
    ),
    Form(
        verb="withdraw",
        title="Withdraw a result or a round",
        says="""
            Withdraws a result, a 3rd-place match without a result, or a round that has not started.
            Results that the round locked stay locked.
        """,
        fields=(
            field.text(
                "what",
                "Match or round",
                needed=True,
                hint="A round that has not started, a 3rd-place match without a result, or a "
                "result that is not locked.",
                options=_can_be_withdrawn,
                typed="MATCH|POOL-ROUND",
            ),
            field.flag(
                "together",
                "Also undo what was done with this round",
                hint=(
                    "The rounds paired at the same time are withdrawn too, and players dropped for "
                    "not checking in are reinstated."
                ),
            ),
            field.reason(
                "The reason. It stays in the ledger, and players see why a result was withdrawn: "
                "give no names.",
                needed=True,
            ),
        ),
        examples=(
            'withdraw masters-1-14 --reason "reported for the wrong table"',
            'withdraw masters-2 --reason "p17 came back in time"',
            'withdraw masters-cut-5-2 --reason "one of the two has gone home"',
        ),
        page=OnPage(risk=_whole_round),
        act=_withdraw,
        undoing=Undoing(
            by="what",
            title="Withdraw the result or the match",
            titles={"withdraw-round": "Withdraw the round"},
            says="What is withdrawn stays in the ledger. Results that a round locked stay locked.",
            fields=("what", "together", "reason"),
            meant=_withdrawn,
            given=("what",),
        ),
    ),
    Form(
        verb="extend",
        title="Give a match extra time",
        says="""
            The extra time is recorded at once (TRF §7.2). Tell both players how many minutes
            they have.
        """,
        fields=(
            MATCH,
            field.number("minutes", "Minutes", needed=True, least=0, most=999, typed="MINUTES"),
            field.flag(
                "informed",
                "Both players have been told how many extra minutes they have",
                needed=True,
            ),
            field.reason(f"The reason. {FOR_GOOD}"),
            *field.seldom(
                field.flag("instead", "Replace the extra time given before; needs a reason"),
            ),
        ),
        examples=(
            'extend masters-2-14 5 --informed --as "Jo Park" --role judge',
            'extend 3 10 --informed --reason "a deck check"',
            'extend 3 5 --instead --informed --reason "typed twice"',
        ),
        act=lambda ctx, filled: judging.extend(
            ctx,
            _match(filled),
            filled.number("minutes") or 0,
            informed=filled.has("informed"),
            reason=filled.words("reason"),
            instead=filled.has("instead"),
        ),
        undoing=Undoing(
            by="instead",
            title="Change the extra time",
            says="""
                The new minutes replace the extra time that the match has now; 0 removes
                the extra time. Tell both players.
            """,
            fields=("match", "minutes", "informed", "reason", "instead"),
            meant=_extra_time,
            given=("match", "instead"),
        ),
    ),
    Form(
        verb="time-called",
        title="Record where a match stood when time was called",
        says="""
            Records where a match stood when it ended or when time was called, and what follows by
            the rules for Swiss or for a bracket (TRF §8, §9). The left player is the upper one on
            the slip.
        """,
        fields=(
            MATCH,
            *SEEN,
            field.flag(
                "report",
                "Report the result that follows",
                hint="The result goes into the same entry.",
            ),
            *field.seldom(
                field.result(
                    "result",
                    "Result",
                    hint="A different result; the head judge has to override verdict-differs.",
                ),
                field.reason(
                    f"Why the recorded result was wrong, if you also correct it. {FOR_GOOD}"
                ),
            ),
        ),
        act=_time_called,
    ),
    Form(
        verb="verdict",
        title="How does an unfinished match end?",
        says="""
            A calculator for judges: it writes nothing. The left player is the upper one on the
            slip.
        """,
        fields=(
            replace(
                field.flag("elimination", "A match in a bracket (TRF §9)"), proposed=_in_bracket
            ),
            replace(field.flag("single", "A best-of-one match"), proposed=_one_game),
            *SEEN,
            *field.seldom(
                field.choice(
                    "edition",
                    "Edition",
                    released.EDITIONS,
                    hint=("Leave empty to use this event's rules and turns after time."),
                )
            ),
        ),
        act=_verdict,
        page=OnPage(writes=False),
    ),
    Form(
        verb="close",
        title="Close the tournament",
        says="""
            Locks the last results and makes the places final.

            Players who are tied on every tiebreaker are ordered at random, and each draw is
            recorded, unless the edition orders them differently.
        """,
        fields=(
            *field.seldom(
                field.day(
                    "end",
                    "Last day",
                    hint="The last day of the event. If empty: as opened, or today.",
                )
            ),
        ),
        act=lambda ctx, filled: closing.close(ctx, end=filled.day("end")),
    ),
    Form(
        verb="reopen",
        title="Reopen a closed tournament",
        says="""
            Only the organiser who opened the event, and organisers on the staff list, may do this.
            Locked results stay locked.
        """,
        fields=(field.reason("The reason; public tables and the feed show it.", needed=True),),
        examples=('reopen --reason "closed before the 3rd-place match"',),
        act=lambda ctx, filled: closing.reopen(ctx, reason=filled.text("reason")),
    ),
    Form(
        verb="entropy",
        title="Add public randomness, such as dice",
        says="""
            Adds something random that everybody saw, such as a dice roll, to every later draw. The
            staff member who holds the secret of the next draw could predict that draw, but nobody
            can predict dice. Roll the dice once, when everything else is settled, and write down
            the result, whatever it is.
        """,
        fields=(
            field.text("text", "Text", needed=True, typed="TEXT"),
            field.text(
                "source", "Source", needed=True, hint="Where the text came from, such as dice."
            ),
            field.pool(
                "pool",
                "Pool",
                hint="The pool whose draws use the text; if left out, all pools.",
            ),
        ),
        examples=(
            'entropy "4 2 6 6 1" --source "five dice at the stage"',
            'entropy "17 3 28" --source "the lottery" --pool masters',
        ),
        page=OnPage(asks_twice=lambda _: True),
        act=lambda ctx, filled: closing.add_entropy(
            ctx, filled.text("text"), source=filled.text("source"), pool=filled.pool("pool")
        ),
    ),
    Form(
        verb="new-secrets",
        title="Begin a new chain of secrets",
        says="""
            Use this if the old chain is lost, or to continue an imported event here, which this
            machine's key then signs. The new chain begins on this machine, and the reason stays in
            the ledger.
        """,
        fields=(field.reason(WHY_IN_LEDGER, needed=True),),
        examples=('new-secrets --reason "the first laptop is lost"',),
        act=lambda ctx, filled: closing.begin_chain(ctx, reason=filled.text("reason")),
    ),
)
