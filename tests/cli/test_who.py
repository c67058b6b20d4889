import pytest

from roundbook.cli.args.players import find_player
from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId

SALT = "A" * 43
PEOPLE = [
    Person(name="Ána López", id="4711"),
    Person(name="Ben Ode"),
    Person(name="Ben Odell"),
    Person(name="山田 太郎", id="p2"),
    *(Person(name=f"Player {n}") for n in range(1, 8)),
    Person(name="Jürgen Müller"),
    Person(name="Anna Mueller"),
    Person(name="Elif Yıldız"),  # noqa: RUF001
    Person(name="Łukasz Sørensen-Weiß"),
    Person(name="Tim O'Connell"),
]
BOOK = Book(
    players={
        PlayerId(f"p{n}"): BookEntry(person=person, salt=SALT) for n, person in enumerate(PEOPLE, 1)
    }
)


def tournament() -> Tournament:
    t = Tournament()
    for seq, player in enumerate(BOOK.players, start=1):
        joined = ev.PlayerRegistered(player=player, division=Division.MASTERS, commitment=SALT)
        t.apply(joined, seq)
    return t


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("p1", "p1"),
        (" P11 ", "p11"),
        ("4711", "p1"),
        ("ana lopez", "p1"),
        ("LÓP", "p1"),
        ("Ben Ode", "p2"),
        ("odell", "p3"),
        ("太郎", "p4"),
        ("p2", "p2"),
        ("jurgen muller", "p12"),
        ("JUERGEN", "p12"),
        ("a müller", "p13"),
        ("yildiz", "p14"),
        ("lukasz sorensen-weiss", "p15"),
        ("Oconnell", "p16"),
        ("o’connell", "p16"),
    ],
)
def test_a_player_is_found_by_number_id_or_part_of_a_name(text: str, player: str) -> None:
    assert find_player(text, tournament(), BOOK) == player


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "p17",
            "there is no player p17; the highest player number is p16.",
            "roundbook players",
        ),
        ("Zoe", "no player matches", "roundbook players"),
        ("Muler", "no player matches", "Did you mean Jürgen Müller (p12) or Anna Mueller (p13)?"),
        ("Ben Odle", "no player matches", "Did you mean Ben Ode (p2) or Ben Odell (p3)?"),
        ("López Ana", "no player matches", "Did you mean Ána López (p1)?"),
        ("", "no player matches", "roundbook players"),
        ("\u0301", "no player matches", "roundbook players"),
        (
            "ben",
            '2 players match "ben".',
            "Give the number of the player you mean: Ben Ode (p2), Ben Odell (p3).",
        ),
        ("player", '7 players match "player".', "Player 5 (p9) and 2 more."),
    ],
)
def test_who_is_not_meant_alone_is_refused_with_advice(text: str, message: str, hint: str) -> None:
    with pytest.raises(Refused) as refused:
        find_player(text, tournament(), BOOK)
    assert message in refused.value.message
    assert hint in (hint_of(refused.value) or "")


def test_where_nobody_is_registered_a_number_says_so() -> None:
    with pytest.raises(Refused, match="nobody is registered"):
        find_player("p1", Tournament(), Book())


def test_a_name_in_the_book_that_was_never_registered_is_nobody() -> None:
    with pytest.raises(Refused):
        find_player("Ben Ode", Tournament(), BOOK)
