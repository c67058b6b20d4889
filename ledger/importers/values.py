"""The values that stand in an organiser's file, each read strictly or refused in words."""

import re
from datetime import date, datetime
from typing import Annotated

from pydantic import BeforeValidator

from ledger.unsafe import UNSAFE

MAX_WORDS = 200
"""The longest name or word in a file, in characters."""


def shown(text: str) -> str:
    """Return a text as it can be shown safely: short, and without odd characters."""
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")


def _whole(text: object) -> object:
    if isinstance(text, str):
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise ValueError(f"is {shown(text)}, which is no whole number from 0 to 999999")
        return int(text)
    return text


def _setting(text: object) -> object:
    return 0 if text == "" else _whole(text)


def _seed(text: object) -> object:
    return _setting(text) or None


def _seconds(text: object) -> object:
    if isinstance(text, str):
        if not re.fullmatch(r"-?[0-9]{1,12}", text):
            raise ValueError(f"is {shown(text)}, which is no number of seconds")
        return int(text)
    return text


def _truth(text: object) -> object:
    if isinstance(text, str):
        if text not in {"true", "false"}:
            raise ValueError(f"is {shown(text)}, which is neither true nor false")
        return text == "true"
    return text


def _words(text: object) -> object:
    if isinstance(text, str):
        if len(text) > MAX_WORDS:
            raise ValueError(f"has {len(text):,} characters; at most {MAX_WORDS} can be read")
        if UNSAFE.search(text):
            raise ValueError(f"is {shown(text)}, which holds control or direction characters")
    return text


def _day(text: object) -> object:
    if isinstance(text, str):
        found = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text)
        try:
            month, day, year = (int(part) for part in found.groups()) if found else (0, 0, 0)
            return date(year, month, day)
        except ValueError:
            raise ValueError(f"is {shown(text)}, which is no date MM/DD/YYYY") from None
    return text


def _moment(text: object) -> object:
    if not text:
        return None
    if isinstance(text, str):
        try:
            if not re.fullmatch(r"[0-9]{2}/[0-9]{2}/[0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2}", text):
                raise ValueError  # noqa: TRY301 - both kinds of nonsense get the one sentence.
            return datetime.strptime(text, "%m/%d/%Y %H:%M:%S")  # noqa: DTZ007 - a file has no zone.
        except ValueError:
            sentence = f"is {shown(text)}, which is no time MM/DD/YYYY HH:MM:SS"
            raise ValueError(sentence) from None
    return text


def _id(text: object) -> object:
    if isinstance(text, str) and not re.fullmatch(r"[0-9]{1,20}", text):
        raise ValueError(f"is {shown(text)}, which is no player's number")
    return text


def code(what: str, *known: int) -> BeforeValidator:
    """Return a check that a number is one of the known codes of something."""

    def check(text: object) -> object:
        if isinstance(text, str) and text not in {str(number) for number in known}:
            raise ValueError(f"is {shown(text)}, which is no {what} that is known")
        return int(text) if isinstance(text, str) else text

    return BeforeValidator(check)


Whole = Annotated[int, BeforeValidator(_whole)]
Setting = Annotated[int, BeforeValidator(_setting)]
"""A whole number that may be left empty, which is 0."""
Seed = Annotated[int | None, BeforeValidator(_seed)]
"""A number from 1; 0 or nothing for a player who has none."""
Seconds = Annotated[int, BeforeValidator(_seconds)]
"""A length of time, below 0 where a clock has run over."""
Truth = Annotated[bool, BeforeValidator(_truth)]
Words = Annotated[str, BeforeValidator(_words)]
Day = Annotated[date, BeforeValidator(_day)]
LocalTime = Annotated[datetime | None, BeforeValidator(_moment)]
UserId = Annotated[str, BeforeValidator(_id)]
