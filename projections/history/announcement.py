"""What an announcement says, fact by fact, and how a later one differs from it (TOP §2)."""

from collections.abc import Iterator

from roundbook.ledger.events.catalogue import AnnouncementMade


def facts_of(told: AnnouncementMade) -> Iterator[tuple[str, str]]:
    """Yield what was announced besides the rounds, in words; what was not announced is left out."""
    for what, said in _values(told):
        if said not in {None, ""}:
            yield what, str(said)


def _values(told: AnnouncementMade) -> Iterator[tuple[str, object]]:
    """Yield every value, in words; None or empty if it was not announced."""
    yield "number of prizes", "none" if told.prizes == 0 else told.prizes
    yield "third place", "played for" if told.third_place_playoff else None
    for what, numbers in (
        ("cut", told.cut),
        ("rounds of the second day", told.day_two),
        ("flights", told.flights),
    ):
        yield from (
            (f"{what} of {age}", number or "none") for age, number in sorted(numbers.items())
        )
    yield "minutes", told.minutes
    yield "extra turns", told.extra_turns
    yield "basic Energy", {None: None, True: "provided", False: "not provided"}[told.basic_energy]
    yield "basic Energy announced in advance", "yes" if told.energy_told_ahead else None
    yield "re-draft", "yes" if told.redraft else None
    yield "cooperative draft", "yes" if told.cooperative_draft else None
    yield "text", told.text


def changes(before: AnnouncementMade, told: AnnouncementMade) -> Iterator[str]:
    """Yield how an announcement differs from the one before it, in words."""
    was, now = ({"rounds": str(each.rounds), **dict(facts_of(each))} for each in (before, told))
    for what in {**was, **now}:
        if was.get(what) != now.get(what):
            yield change_in_words(what, was.get(what), now.get(what))


def change_in_words(what: str, before: str | None, now: str | None) -> str:
    """Return what was announced before and is now: `cut of Senior: 2 → none`."""
    return f"{what}: {before or 'not announced'} → {now or 'not announced'}"
