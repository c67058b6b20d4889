"""The form of a deck check: what is looked at, in order, in the words of the rules (TRF §2, §5)."""

from ledger.events.judging import CheckItem
from projections.phrases import Phrase, phrase

LOOK_FOR: dict[CheckItem, Phrase] = {
    CheckItem.LEGIBILITY: phrase(
        "The list can be read: the PLAYER ID and the date of birth above all. Abbreviations that "
        "nobody knows are cleared up by the collector number; a list that is hard to read is "
        "written anew."
    ),
    CheckItem.SLEEVES: phrase(
        "The sleeves have no consistent markings and no significant wear; such "
        "sleeves are replaced at once."
    ),
    CheckItem.CARDS: phrase(
        "The number of cards is right for the format. Count them all before looking at any."
    ),
    CheckItem.CONTENTS: phrase(
        "The cards are those on the list: every title, and of each Pokémon the "
        "expansion abbreviation and the collector number."
    ),
    CheckItem.REFERENCES: phrase(
        "Of reprinted cards whose text has changed significantly the player has "
        "the reference cards. Who has none is denied entry, or given the appropriate penalty."
    ),
}
"""What each item asks for (TRF §5)."""

SLEEVES = (
    phrase("all of one colour, condition, size and texture"),
    phrase("fronts clear and clean, without designs, holograms or emblems over the card"),
    phrase("the whole card is covered, and nothing sticks out of the open end"),
    phrase("not so reflective that the next face can be told from it"),
    phrase("one card in each sleeve"),
    phrase(
        "at a premier event no artwork on the back, but official sleeves with edges of one colour"
    ),
    phrase("inner sleeves keep to all of this, and mark no card"),
)
"""What sleeves have to be like (TRF §2)."""

AFTERWARDS = phrase("Give the deck back, and let the player shuffle it thoroughly.")
"""What to do at the end (TRF §5)."""


TITLES: dict[CheckItem, Phrase] = {
    CheckItem.LEGIBILITY: phrase("legibility"),
    CheckItem.SLEEVES: phrase("sleeves"),
    CheckItem.CARDS: phrase("cards"),
    CheckItem.CONTENTS: phrase("contents"),
    CheckItem.REFERENCES: phrase("references"),
}
"""What each item is called."""


def paragraphs(who: str, *, premier: bool) -> list[tuple[Phrase, list[str]]]:
    """Return the form as headings, each with its lines; who it is for stands in the first."""
    line = phrase("Judge: ____________   Round: ____   Table: ____")
    found: list[tuple[Phrase, list[str]]] = [(phrase("Deck check: %(who)s", who=who), [line])]
    for item, text in LOOK_FOR.items():
        lines: list[str] = [text]
        if item is CheckItem.SLEEVES:
            asked = [each for each in SLEEVES if premier or "premier" not in each]
            lines += [Phrase("[ ] %(asked)s", {"asked": each}) for each in asked]
        if item is CheckItem.CARDS:
            lines.append(phrase("Cards counted: ______"))
        found.append((Phrase("[ ] %(item)s", {"item": TITLES[item]}), lines))
    found.append((phrase("Outcome, penalty"), ["_" * 60, AFTERWARDS]))
    return found
