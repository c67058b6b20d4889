"""Two players on the same points, published the other way round: what shows why."""

from fractions import Fraction

import pytest

from roundbook.ledger.importers.published.published_event import Figure, PublishedPlayer
from roundbook.ledger.people.book import Person
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.compare.official import Cause, Difference
from roundbook.projections.compare.places import causes_of_places
from roundbook.projections.standings.standings import Standing

pytestmark = pytest.mark.fast
ANN, BEN = PlayerId("p1"), PlayerId("p2")
OP: Figure = "Op Win %"
OP_OP: Figure = "Op Op Win %"
GAME: Figure = "Game Win %"
Pair = tuple[str, str]


def cause(
    edition: str, ours: dict[str, Pair], theirs: dict[Figure, Pair], *, late: bool = False
) -> Cause | None:
    """Ben is above Ann under the rules, and below her in the file; a pair is Ann's and Ben's."""
    lines = [
        Standing(
            division=Division.MASTERS,
            place=place,
            player=player,
            match_points=9,
            wins=3,
            losses=1,
            ties=0,
            late=late and player == ANN,
            **{name: Fraction(pair[at]) for name, pair in ours.items()},  # type: ignore[arg-type]
        )
        for place, (at, player) in enumerate(((1, BEN), (0, ANN)), start=1)
    ]
    published = {
        player: PublishedPlayer(
            person=Person(name=player),
            place=at + 1,
            figures={name: Fraction(pair[at]) for name, pair in theirs.items()},
        )
        for at, player in enumerate((ANN, BEN))
    }
    differences = [
        Difference(division=Division.MASTERS, what="place", player=ANN, said=1, ours=2),
        Difference(division=Division.MASTERS, what="place", player=BEN, said=2, ours=1),
    ]
    found = causes_of_places(differences, lines, load(edition), published, lambda: ())
    assert set(found) in ({ANN, BEN}, set())
    return found.get(ANN)


def test_the_last_digit_of_equal_figures_is_the_publishers_rounding() -> None:
    """Both have exactly 5/12; by our next figure Ben is better."""
    ours = {"op_win": ("5/12", "5/12"), "op_op_win": ("0", "0"), "game_win": ("1/2", "3/5")}
    theirs: dict[Figure, Pair] = {OP: ("0.4166667", "0.4166666"), GAME: ("0.5", "0.6")}
    assert cause("dci-mtr", ours, theirs) == "rounding"


def test_figures_that_are_equal_with_two_decimals_are_rounding() -> None:
    """46.0884 % and 46.0938 % are both printed as 46.09, and Ann's next figure is higher."""
    pairs = {"op_win": ("0.460884", "0.4609375"), "op_op_win": ("0.5377", "0.5044")}
    assert cause("tom", pairs, {OP: pairs["op_win"], OP_OP: pairs["op_op_win"]}) == "rounding"


def test_an_exact_half_of_a_hundredth_is_rounding() -> None:
    """51.875 % is printed as 51.87 or 51.88, as its binary fraction falls."""
    pairs = {"op_win": ("0.51875", "0.51875"), "op_op_win": ("0.4944", "0.5951")}
    assert cause("tom", pairs, {OP: pairs["op_win"], OP_OP: pairs["op_op_win"]}) == "rounding"


def test_a_published_figure_that_differs_is_followed() -> None:
    ours = {"op_win": ("0.5", "0.6"), "op_op_win": ("0.5", "0.5")}
    assert cause("tom", ours, {OP: ("0.7", "0.6"), OP_OP: ("0.5", "0.5")}) == "follows"


def test_a_late_player_whose_figure_is_higher_shows_other_tiebreaks() -> None:
    pairs = {"op_win": ("0.7", "0.6"), "op_op_win": ("0.5", "0.5")}
    theirs: dict[Figure, Pair] = {OP: pairs["op_win"], OP_OP: pairs["op_op_win"]}
    assert cause("tom", pairs, theirs, late=True) == "order"


def test_a_lower_figure_explains_nothing() -> None:
    pairs = {"op_win": ("0.5", "0.6"), "op_op_win": ("0.5", "0.5")}
    assert cause("tom", pairs, {OP: pairs["op_win"], OP_OP: pairs["op_op_win"]}) is None


def test_equal_figures_are_another_rule_for_tied_players() -> None:
    pairs = {"op_win": ("0.5", "0.5"), "op_op_win": ("0.5", "0.5")}
    assert cause("tom", pairs, {OP: pairs["op_win"], OP_OP: pairs["op_op_win"]}) == "level"
