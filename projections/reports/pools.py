"""What a pool is called: `masters-cut` is a word of the ledger, and nobody's name for it."""

from gettext import NullTranslations

from ledger.terms import Division

_AGES = {division.lower() for division in Division}
_ENGLISH = NullTranslations()


def pool_title(pool: str, words: NullTranslations = _ENGLISH) -> str:
    """Return a pool as a title: `Masters cut`, `Masters A`; of two ages `Senior & Masters`."""
    parts = pool.split("-")
    if _AGES.issuperset(parts):
        return " & ".join(division_title(part.capitalize(), words) for part in parts)
    if pool == "all":
        return words.gettext("All divisions")
    if pool == "bracket":
        return words.gettext("Bracket")
    first, *others = parts
    title = division_title(first.capitalize(), words) if first in _AGES else first.capitalize()
    if others == ["cut"]:
        return words.gettext("%(division)s cut") % {"division": title}
    return " ".join((title, *(part.upper() if len(part) == 1 else part for part in others)))


def division_title(division: str, words: NullTranslations = _ENGLISH) -> str:
    """Return what a division is called."""
    match division:
        case "Junior":
            return words.gettext("Junior")
        case "Senior":
            return words.gettext("Senior")
        case "Masters":
            return words.gettext("Masters")
        case "Open":
            return words.pgettext("division", "Open")
        case _:
            return division
