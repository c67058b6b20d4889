"""Claims: results that players report by phone, entered once both players report the same."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.drops import drop
from roundbook.cli.acts.phone_reports import RESULTS, overruled, result_of
from roundbook.cli.acts.results import report
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.types import result_named
from roundbook.cli.places.phone_claims import Claim, Claims, PlayerReports, Word, leaving
from roundbook.cli.session.errors import stopped
from roundbook.cli.session.venue import PHONES, CommandOptions, Venue
from roundbook.cli.session.write import Facts, WriteContext, outcome
from roundbook.ledger.errors import Hint
from roundbook.ledger.state.rounds import latest_rounds, still_out
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchFormat, MatchId, PlayerId, Result, Verdict
from roundbook.projections.judging.penalties import uncounted

_WORDS: Mapping[Verdict, Word] = {result.verdict: word for word, result in RESULTS.items()}
_SAYS: Mapping[str, Word] = {"won": "1", "lost": "2", "tied": "tie"}


class Contest(Struct, frozen=True, kw_only=True):
    """A match with at least one claim: that of the left player, and that of the right.

    `doubts` are the penalties that the result both report leaves out: the desk asks.
    """

    match: MatchId
    players: tuple[PlayerId, PlayerId]
    left: Claim | None
    right: Claim | None
    refused: tuple[str | Hint, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def agreed(self) -> Result | None:
        """The result that both report; None if they differ, or one has not reported yet."""
        alike = self.left and self.right and result_of(self.left) == result_of(self.right)
        return result_of(self.left) if self.left and alike else None


WON = ("2-0", "2-1", "1-0")
"""The games with which a best of three is won; time may be called after the first (TRF §8)."""


def ways(t: Tournament, match: MatchId) -> dict[str, tuple[str, ...]]:
    """Return what a player may report: won, lost or tied, each with its games, own games first.

    A best of one has no games to report, and a match of a bracket has a winner (TOP §3.2).
    """
    three = t.opened is not None and t.opened.match_format is MatchFormat.BEST_OF_THREE
    found = {"won": WON, "lost": tuple(one[::-1] for one in WON), "tied": ("1-1", "0-0")}
    if match.pool in t.cuts:
        del found["tied"]
    return {word: games if three else () for word, games in found.items()}


def seen_from_left(word: str, *, is_left: bool) -> tuple[Word, str] | None:
    """Return who won, as a word, and the games, if given; None for anything but a result.

    The text is the player's own report, such as `won`, `lost`, `tied` or `2-1`, own games first.
    """
    said = result_named(word)
    told = RESULTS[_SAYS[word]] if word in _SAYS else said if said and said.games else None
    if told is None:
        return None
    seen = told if is_left else told.turned()
    return _WORDS[seen.verdict], str(seen.games) if seen.games else ""


def running(t: Tournament) -> dict[MatchId, tuple[PlayerId, PlayerId]]:
    """Return the matches that are being played: their rounds have started, without a result."""
    pools = t.latest if t.closed is None else ()
    return {match: t.matches[match] for pool in pools for match in still_out(t, pool)}


def match_of(t: Tournament, player: PlayerId) -> MatchId | None:
    """Return the match that a player is playing; None if there is none."""
    return next((match for match, pair in running(t).items() if player in pair), None)


def settle(here: Venue, reports: PlayerReports) -> list[Contest]:
    """Enter the results that both players report alike; return the contests left for the desk.

    Call this under the lock of the tournament. Results that were agreed but not entered when a
    server stopped are entered at the next call; claims for matches with a result are removed,
    those that differ from it when the next round is paired. A result that cannot be entered is
    checked again at each call, and is not noted.
    """
    claims = reports.read(here.desk.tournament)
    if not claims.claims and not claims.leaving:
        return []
    refused = {}
    for contest in contests(here.desk.tournament, claims):
        if contest.agreed is None or contest.doubts:
            continue
        if why := _entered(here, contest.match, contest.agreed):
            refused[contest.match] = why
    told = (match for match, _ in overruled(here.desk.tournament, claims))
    still = {str(match) for match in (*running(here.desk.tournament), *told)}
    if any(each.match not in still for each in claims.claims):
        claims = reports.change(lambda kept: kept.within(still))
    _let_go(here, reports, claims)
    left = contests(here.desk.tournament, claims)
    return [replace(each, refused=refused.get(each.match, ())) for each in left]


def _let_go(here: Venue, reports: PlayerReports, claims: Claims) -> None:
    """Drop players who asked to and have finished their match, if the organiser allows that."""
    t = here.desk.tournament
    # A round that is posted but not started stays as posted: nobody can drop from it by phone.
    seated = {
        player for paired in latest_rounds(t) if not paired.started for player in paired.players()
    }
    due = [one for one in leaving(t, claims) if one not in seated and match_of(t, one) is None]
    for player in due if claims.drops else ():
        _done(here, partial(drop, players=[player]))
    still = set(leaving(here.desk.tournament, claims))
    if not still.issuperset(claims.leaving):
        reports.change(
            lambda kept: replace(kept, leaving=tuple(p for p in kept.leaving if p in still))
        )


def _entered(here: Venue, match: MatchId, result: Result) -> tuple[str | Hint, ...]:
    """Enter a result; return the reasons why it cannot be entered, or nothing if it was."""
    slip = Slip(match=match, result=result)
    return _done(here, lambda ctx: report(ctx, slip))


def _done(here: Venue, act: Callable[[WriteContext], Facts]) -> tuple[str | Hint, ...]:
    """Do an act; return the reasons why it cannot be done.

    A dry run comes first, because a refusal would be noted each time somebody looks.
    """
    for trial in (True, False):
        said = outcome(here, CommandOptions(operator=PHONES, dry_run=trial), act)
        if not said.done:
            return tuple(stopped(said.trouble, said.misuse, on_page=True))
    return ()


DAMAGED = (
    "The file with the players' phone reports cannot be read. Only the slips count until the "
    "organiser has removed the file."
)
"""The sentence for staff if the file of claims is damaged. It is not part of the ledger."""


def contests(t: Tournament, claims: Claims) -> list[Contest]:
    """Return the matches that are being played and have a claim, earliest claim first."""
    said = {(each.match, each.player): each for each in claims.claims}
    found = []
    for match, (first, second) in running(t).items() if said else ():
        left, right = said.get((str(match), first)), said.get((str(match), second))
        if left or right:
            pair = (first, second)
            one = Contest(match=match, players=pair, left=left, right=right)
            doubts = uncounted(t, match, one.agreed) if one.agreed else ()
            found.append(replace(one, doubts=tuple(doubts)))
    order = {match: number for number, (match, _) in reversed([*enumerate(said)])}
    return sorted(found, key=lambda each: order[str(each.match)])


def differing(t: Tournament, claims: Claims) -> dict[MatchId, Contest]:
    """Return the matches whose players have both reported, and differ or forget a penalty."""
    both = (one for one in contests(t, claims) if one.left and one.right)
    return {one.match: one for one in both if one.agreed is None or one.doubts}
