"""How players and staff are called where something is told about them."""

from cli.reading import Reading
from ledger.terms import Hand, HandId, PlayerId


def named(reading: Reading, player: PlayerId) -> str:
    """Return a player's number and name; the number alone where the name was erased."""
    name = reading.name(player)
    return player if name == player else f"{player} {name}"


def who_wrote(reading: Reading, hand: Hand) -> str:
    """Return who wrote an entry: the name, and the role and station where they say more."""
    name = reading.book.hands.get(HandId(hand.id), hand.id)
    more = [word for word in (hand.role.value, hand.station) if word not in {name, "desk"}]
    return f"{name} ({', '.join(more)})" if more else name
