"""Dates of birth as people write them: in figures, in words, and as a spreadsheet counts days."""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from roundbook.ledger.importers.lists.columns import folded


class Born(NamedTuple):
    """A year of birth, and the two readings of the date: with the day first, and the month first.

    A reading is None if the calendar has no such day; both are if only the year is given.
    """

    year: int
    by_day: date | None = None
    by_month: date | None = None

    @property
    def is_open(self) -> bool:
        """Whether the date may begin with the day or with the month."""
        return bool(self.by_day and self.by_month and self.by_day != self.by_month)

    def day(self, *, day_first: bool | None) -> date | None:
        """Return the date of birth; None if the day is not given, or may be either."""
        if self.is_open and day_first is None:
            return None
        first, second = (self.by_month, self.by_day)
        return (second or first) if day_first else (first or second)


_MONTHS = """january jan januar janvier enero gennaio janeiro januari január stycznia styczeń
 января ocak;
 february feb februar février fevrier febrero febbraio fevereiro februari február lutego luty
 февраля şubat;
 march mar märz maerz mrz mars marzo março maart március marca marzec марта mart;
 april apr avril abril aprile április kwietnia kwiecień апреля nisan;
 may mai mayo maggio maio mei május maja мая mayıs;
 june jun juni juin junio giugno junho június czerwca czerwiec июня haziran;
 july jul juli juillet julio luglio julho július lipca lipiec июля temmuz;
 august aug août aout agosto augustus augusztus sierpnia sierpień августа ağustos;
 september sep sept septembre septiembre settembre setembro szeptember września wrzesień сентября
 eylül;
 october oct oktober okt octobre octubre ottobre outubro október października październik октября
 ekim;
 november nov novembre noviembre novembro listopada listopad ноября kasım;
 december dec dezember dez décembre decembre diciembre dicembre dezembro grudnia grudzień декабря
 aralık"""
_NAMES = [[folded(word) for word in line.split()] for line in _MONTHS.split(";")]
_MONTH = {word: number for number, words in enumerate(_NAMES, 1) for word in words}


def day_in_words(day: date) -> str:
    """Return a date in which day and month cannot be taken for each other: 2 November 2015."""
    return f"{day.day} {_NAMES[day.month - 1][0].capitalize()} {day.year}"


_TIME = re.compile(r"[ T]\d{1,2}[:.]\d\d.*\Z")
_CJK = re.compile(r"(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일]?생?")
_ERA = re.compile(r"(昭和|平成|令和|[SHR](?=\d))\s*(元|\d{1,2})(?=[年./])")
_SHOWA, _HEISEI = 1925, 1988
_REIWA = _HEISEI + 30
_ERAS = {"昭和": _SHOWA, "平成": _HEISEI, "令和": _REIWA, "S": _SHOWA, "H": _HEISEI, "R": _REIWA}
"""The year before the first of each era of Japan."""

_BUDDHIST = re.compile(r"(?<!\d)2[45]\d\d(?!\d)")
_PARTS = re.compile(r"\s*[./-]\s*|\s+")
_WORDS = re.compile(r"\d+|[^\W\d_]+")
_ENDINGS = frozenset({"st", "nd", "rd", "th", "de", "del", "di", "o", "a", "er", "ro", "of", "г"})
_FIRST_DAY = date(1899, 12, 30)
"""Day 0 of a spreadsheet."""


def born(text: str) -> Born | None:
    """Return the date of birth in a cell, or the year; None for an empty text.

    Raise ValueError with a sentence.
    """
    if not text:
        return None
    whole = _western(_TIME.sub("", unicodedata.normalize("NFKC", text)).rstrip(". "))
    if re.fullmatch(r"\d{4}([.,]0+)?", whole, re.ASCII):
        return Born(_year(whole[:4]))
    if re.fullmatch(r"\d{5}([.,]0+)?", whole, re.ASCII):
        day = _FIRST_DAY + timedelta(int(whole[:5]))
        return Born(_year(str(day.year)), day, day)
    if found := re.fullmatch(r"(\d{4})(年生?|년)", whole):
        return Born(_year(found[1]))
    found = _CJK.fullmatch(whole)
    parts = [*found.groups()] if found else _figures(whole)
    return _of_words(whole, text) if parts is None else _of_figures(parts, text)


def _western(whole: str) -> str:
    """Return a date with the year as it is counted here, not from an emperor or from Buddha."""

    def of_era(found: re.Match[str]) -> str:
        return str(_ERAS[found[1]] + (1 if found[2] == "元" else int(found[2])))

    whole = _ERA.sub(of_era, whole)
    return _BUDDHIST.sub(lambda found: str(int(found[0]) - 543), whole)


def _figures(whole: str) -> list[str] | None:
    """Return the three numbers of a date in figures, also without separators; None for words."""
    if re.fullmatch(r"\d{8}", whole, re.ASCII):
        year = 1900 <= int(whole[:4]) <= 2100
        return [whole[:4], whole[4:6], whole[6:]] if year else [whole[:2], whole[2:4], whole[4:]]
    parts = _PARTS.split(whole)
    is_date = len(parts) == 3 and all(one.isascii() and one.isdigit() for one in parts)
    return parts if is_date else None


def _of_figures(parts: Sequence[str], text: str) -> Born:
    parts = _in_full(parts, text)
    years = [part for part in parts if len(part) == 4]
    if len(years) != 1 or parts[1] == years[0]:
        raise _unclear(text)
    year = _year(years[0])
    a, b = (int(part) for part in parts if part != years[0])
    # A date that begins with the year goes on with the month; any other may begin with either.
    by_month = _day(year, a, b)
    by_day = by_month if parts[0] == years[0] else _day(year, b, a)
    if by_day is None and by_month is None:
        msg = f'"{text[:20]}" is not a real date; enter just the year, {year}'
        raise ValueError(msg)
    return Born(year, by_day, by_month)


def _in_full(parts: Sequence[str], text: str) -> Sequence[str]:
    """Return the parts of a date with a year of two digits in full, if it is clear which one it is.

    It is the last, after dots or strokes, or the only number that cannot be a day.
    """
    if any(len(part) > 2 for part in parts):
        return parts
    beyond = [at for at in (0, 2) if int(parts[at]) > 31]
    at = beyond[0] if len(beyond) == 1 else 2 if re.search(r"[./]", text) else None
    if at is None or (beyond and len(beyond) != 1):
        return parts
    century = "19" if int(parts[at]) > _LAST_YEAR else "20"
    full = f"{century}{parts[at]:0>2}"
    return [full if place == at else part for place, part in enumerate(parts)]


_LAST_YEAR = 30
"""The last year of two digits that belongs to this century."""


def _of_words(whole: str, text: str) -> Born:
    """Return a date in words, such as `April 3, 1990` or `27. Februar 2014`."""
    words = [folded(word) for word in _WORDS.findall(whole)]
    numbers = [word for word in words if word.isdigit()]
    months = [month for word in words if not word.isdigit() and (month := _month(word))]
    known = len(months) + sum(word in _ENDINGS for word in words) + len(numbers)
    years = [one for one in numbers if len(one) == 4]
    if len(months) != 1 or len(years) != 1 or len(numbers) > 2 or known != len(words):
        raise _unclear(text)
    year, days = _year(years[0]), [one for one in numbers if one != years[0]]
    if not days:
        return Born(year)
    day = _day(year, months[0], int(days[0]))
    if day is None:
        msg = f'"{text[:20]}" is not a real date; enter just the year, {year}'
        raise ValueError(msg)
    return Born(year, day, day)


def _month(word: str) -> int | None:
    """Return the month that a word means, perhaps shortened to three letters or more."""
    if word in _MONTH:
        return _MONTH[word]
    begun = {n for n, names in enumerate(_NAMES, 1) for name in names if name.startswith(word)}
    return begun.pop() if len(word) >= 3 and len(begun) == 1 else None


def _year(digits: str) -> int:
    year = int(digits)
    if not 1900 <= year <= 2100:
        raise ValueError("a year of birth must be between 1900 and 2100")
    return year


def _day(year: int, month: int, day: int) -> date | None:
    is_date = 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
    return date(year, month, day) if is_date else None


def _unclear(text: str) -> ValueError:
    short = re.fullmatch(r"(\d\d?[./-]\d\d?[./-])?(\d\d)", text, re.ASCII)
    century = "20" if short and short[2] < "30" else "19"
    in_full = f"{short[1] or ''}{century}{short[2]}" if short else "2008"
    write = "the year in full," if short and short[1] else "four digits, such as"
    return ValueError(f'"{text[:20]}" is not a year of birth; enter {write} {in_full}')


def days_first(column: Sequence[tuple[str, Born]], *, said: bool | None) -> bool | None:
    """Tell whether the dates of a column begin with the day; None if that stays open.

    Dates that can be read in only one way decide for the others, unless they contradict each other;
    otherwise what the title or the language says. Dots are written only where the day comes first.
    """
    ways = {
        one.by_month is None for _, one in column if (one.by_day is None) != (one.by_month is None)
    }
    if ways:
        return ways.pop() if len(ways) == 1 else None
    return True if said is None and any("." in text for text, _ in column) else said
