"""The form of a deck check: what is looked at, in order, in the words of the rules (TRF §2, §5)."""

from ledger.judging import CheckItem

LOOK_FOR: dict[CheckItem, str] = {
    CheckItem.LEGIBILITY: "The list can be read: the PLAYER ID and the date of birth above all. "
    "Abbreviations that nobody knows are cleared up by the collector number; a list that is hard "
    "to read is written anew.",
    CheckItem.SLEEVES: "The sleeves have no consistent markings and no significant wear; such "
    "sleeves are replaced at once.",
    CheckItem.CARDS: "The number of cards is right for the format. Count them all before looking "
    "at any.",
    CheckItem.CONTENTS: "The cards are those on the list: every title, and of each Pokémon the "
    "expansion abbreviation and the collector number.",
    CheckItem.REFERENCES: "Of reprinted cards whose text has changed significantly the player has "
    "the reference cards. Who has none is denied entry, or given the appropriate penalty.",
}
"""What each item asks for (TRF §5)."""

SLEEVES = (
    "all of one colour, condition, size and texture",
    "fronts clear and clean, without designs, holograms or emblems over the card",
    "the whole card is covered, and nothing sticks out of the open end",
    "not so reflective that the next face can be told from it",
    "one card in each sleeve",
    "at a premier event no artwork on the back, but official sleeves with edges of one colour",
    "inner sleeves keep to all of this, and mark no card",
)
"""What sleeves have to be like (TRF §2)."""

AFTERWARDS = "Give the deck back, and let the player shuffle it thoroughly."
"""What to do at the end (TRF §5)."""


def paragraphs(who: str, *, premier: bool) -> list[tuple[str, list[str]]]:
    """Return the form as headings, each with its lines; who it is for stands in the first."""
    said = [(f"Deck check: {who}", ["Judge: ____________   Round: ____   Table: ____"])]
    for item, text in LOOK_FOR.items():
        lines = [text]
        if item is CheckItem.SLEEVES:
            lines += [f"[ ] {each}" for each in SLEEVES if premier or "premier" not in each]
        if item is CheckItem.CARDS:
            lines.append("Cards counted: ______")
        said.append((f"[ ] {item.value}", lines))
    said.append(("Outcome, penalty", ["_" * 60, AFTERWARDS]))
    return said
