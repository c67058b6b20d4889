"""Settles a match for which a phone reports another result than the other phone, or the desk."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from roundbook.cli.acts import results
from roundbook.cli.acts.results import Reported, says_the_same
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.types import result_named
from roundbook.cli.places.phone_claims import Claim, Claims, Word, of_match
from roundbook.cli.session.write import Done, Facts, WriteContext
from roundbook.ledger.errors import Misuse, Refused, advice, do
from roundbook.ledger.events.catalogue import NoteMade, ResultReported
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.rounds import latest_matches
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Result, Verdict

RESULTS: Mapping[Word, Result] = {
    "1": Result(verdict=Verdict.FIRST),
    "2": Result(verdict=Verdict.SECOND),
    "tie": Result(verdict=Verdict.TIE),
}


def result_of(claim: Claim) -> Result:
    """Return the result to enter if this report counts."""
    return (result_named(claim.games) if claim.games else None) or RESULTS[claim.word]


class ReportKept(Struct, frozen=True, kw_only=True):
    """Which of two different reports counts: the reports by player, and what follows."""

    entries: tuple[Entry, ...]
    match: MatchId
    kept: PlayerId
    said: Mapping[PlayerId, Result]
    follows: Reported


KEPT = "the phone reports differed, and this player's report was kept"
"""The note in the entry of the result. A result alone does not show that there was a dispute."""


def keep_report(ctx: WriteContext, match: MatchId, player: PlayerId) -> Facts:
    """Enter the result that a player reported by phone, with its games.

    It is only for reports that differ. So a judge can end a dispute at the table, but cannot enter
    a result that neither player has reported.
    """
    if first := ctx.first():  # The report is gone once it has been entered.
        return Done(entries=(first,))
    t = ctx.tournament
    seated = t.matches.get(match, ())
    whose = t.entrant(player)
    if whose not in seated:
        msg = f"{player} does not play in match {match}."
        raise Misuse(msg, field="player")
    said = of_match(ctx.venue.folder, t, match)
    different = {result_of(one) for one in said.values()}
    if match in t.results:
        stands = t.results[match].in_words(ctx.rules.tie_word)
        raise Refused(
            f"match {match} already has a result: {stands}.",
            hint=advice("If it is wrong, use {}.", do("correct")),
        )
    if len(different) < 2:
        raise Refused(
            f"There are not two different phone reports of match {match}.",
            hint=advice("Enter its result from the slip: {}.", do("report", str(match), "RESULT")),
        )
    slip = Slip(match=match, result=result_of(said[whose]))
    entry = ctx.post(
        ResultReported(match=match, result=slip.result),
        NoteMade(text=KEPT, match=match, player=whose),
    )
    return ReportKept(
        entries=(entry,),
        match=match,
        kept=whose,
        said={player: result_of(one) for player, one in said.items()},
        follows=results.follows(ctx, entry, slip),
    )


def differs(claim: Claim, result: Result) -> bool:
    """Tell whether a claim is of another result, and does not only leave out the games."""
    said = result_of(claim)
    return not (says_the_same(said, result) or says_the_same(result, said))


def overruled(t: Tournament, claims: Claims) -> list[tuple[MatchId, Claim]]:
    """Return the claims of the latest rounds for which another result was recorded."""
    pools = t.latest if t.closed is None and claims.claims else ()
    latest = {str(match): match for pool in pools for match in latest_matches(t, pool)}
    with_result = [
        (match, each)
        for each in claims.claims
        if (match := latest.get(each.match)) and match in t.results
    ]
    return [(match, each) for match, each in with_result if differs(each, t.results[match])]


def unheard(t: Tournament, claims: Claims) -> dict[MatchId, Claim]:
    """Return what one player alone reported, where the desk recorded another result, by match.

    Of two reports that were not entered, the page of the phones has asked the desk already.
    """
    reports = Counter(each.match for each in claims.claims)
    found = overruled(t, claims)
    return {match: one for match, one in found if reports[one.match] == 1 and not one.decided}
