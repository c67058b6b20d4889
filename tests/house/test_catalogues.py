"""Whatever a player can read is there in every language, whole, and says the same."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from roundbook.ledger.phrases import Phrase, listed, phrase, phrase_of
from roundbook.projections.reports.languages import LANGUAGES, said, translations
from roundbook.projections.reports.rendering import IN_ENGLISH
from tests.house.catalogues import (
    LOCALE,
    TEMPLATES,
    TRANSLATED,
    as_mo,
    as_po,
    compiled,
    kept,
    renewed,
    texts,
)
from tests.house.catalogues import said as every_message
from tests.house.tree import ROOT

PLACE = re.compile(r"%(?:\((\w+)\)s|%|.)")
SAME_WORD = {
    "final",
    "Top %(size)s",
    "%(pool)s, %(round)s, table %(table)s",
    "Op Win %%",
    "Op Op Win %%",
    "Op Game %%",
    "Code",
    "Drop",
    "Deck",
    "Name",
    "auditor",
    "Judge",
    "Match",
    "Infraction",
    "Description",
    "Table %(number)s",
    "match %(match)s",
    "Junior",
    "Senior",
    "Masters",
    "bye",
    "Table",
    "Points",
    "Place",
    "table %(table)s",
    "place %(place)s",
}
"""What may be the same in a language as in English: figures, divisions, words that travelled."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_exactly_what_is_said(
    language: str, request: pytest.FixtureRequest
) -> None:
    """`pytest --regenerate` takes in what is new (without a translation) and compiles."""
    made = renewed(language)
    path = LOCALE / language / "roundbook.po"
    is_fresh = path.read_text(encoding="utf-8") == as_po(made)
    is_fresh = is_fresh and texts(compiled(language)) == texts(made)
    if request.config.getoption("--regenerate") and not is_fresh:
        path.write_text(as_po(made), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(as_mo(made))
        pytest.fail(f"--regenerate rewrote the catalogue of {language}: translate what is new")
    assert path.read_text(encoding="utf-8") == as_po(made)
    assert texts(compiled(language)) == texts(made), "compile it with `pytest --regenerate`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_empty_fuzzy_or_gone(language: str) -> None:
    catalogue = kept(language)
    assert not [one.id for one in catalogue if one.fuzzy]
    assert not catalogue.obsolete
    empty = [key for key, found in texts(catalogue).items() if not all(map(str.strip, found))]
    assert not empty


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_has_its_forms_for_one_and_for_many(language: str) -> None:
    catalogue = kept(language)
    assert catalogue.num_plurals == 2
    for one in catalogue:
        if one.id:
            assert isinstance(one.id, str) == isinstance(one.string, str), one.id
            assert isinstance(one.string, str) or len(tuple(one.string or ())) == 2, one.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_places_of_its_message(language: str) -> None:
    for one in kept(language):
        ids = (one.id,) if isinstance(one.id, str) else one.id
        told = (one.string,) if isinstance(one.string, str) else one.string
        for text in (told or ()) if one.id else ():
            assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(ids[-1])), one.id
            assert not [odd for odd in PLACE.finditer(text) if odd[0] != "%%" and not odd[1]]


@pytest.mark.parametrize("language", TRANSLATED)
def test_little_stays_as_it_is_in_english(language: str) -> None:
    same = {
        message
        for (_, message), found in texts(kept(language)).items()
        if found == (message,) and re.search(r"[a-z]", PLACE.sub("", message))
    }
    assert same <= SAME_WORD


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_word_in_english_that_is_a_word_never_means_two_things(language: str) -> None:
    """Two words of English share a translation only where they are two forms of one."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for (_, message), told in texts(kept(language)).items():
        if " " not in message and len(told) == 1:
            found[told[0].casefold()].add(message.casefold())
    assert [of for of in found.values() if len(of) > 1 and of not in ONE_MEANING] == []


ONE_MEANING = (
    {"tie", "tied"},
    {"draw", "tie", "tied"},
    {"drop", "dropped"},
    {"late", "lateness"},
    {"event", "tournament"},
)
"""Different words of English for one thing."""


def test_every_language_has_its_files_and_no_file_is_without_a_language() -> None:
    assert {path.name for path in LOCALE.iterdir()} == set(TRANSLATED)
    assert list(LANGUAGES) == ["en", "de", "es", "fr"]


def test_a_message_is_written_down_wherever_it_is_marked() -> None:
    """One of a template, one with a context, one for many, one of the code."""
    found = {(one.context, one.id) for one in every_message()}
    assert (None, "Pairings") in found
    assert ("side of the slip", "Left") in found
    assert (None, ("%(num)s match point", "%(num)s match points")) in found
    assert (None, "won the final") in found
    assert not [one for one in found if one[1] == "Invite somebody"], "the staff's pages"


def test_no_text_stands_in_a_page_of_players_outside_a_message() -> None:
    """Between the tags of a template stand marks and expressions, but no words."""
    for path in sorted((ROOT / "projections/reports/templates").glob("*.html")):
        if path.name.startswith(IN_ENGLISH):
            continue
        bare = re.sub(
            r"{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", " ", _without_attributes(path), flags=re.DOTALL
        )
        assert set(re.findall(r"[^\W\d_]{2,}", bare)) <= {"roundbook"}, path.name
        spoken = re.findall(r'(?:aria-label|alt|title|placeholder)="[^"{]*[a-z]', path.read_text())
        assert not spoken, path.name
        lowers = re.findall(r"\|\s*(?:capitalize|title)\b", path.read_text(encoding="utf-8"))
        assert not lowers, f"{path.name}: German nouns keep their capitals; use `opened`"


def _without_attributes(path: Path) -> str:
    """Return a template without entities, and without what `>` within an expression would cut."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", " ", text, flags=re.DOTALL)
    return re.sub(r"&\w+;|[\w-]+=\"[^\"]*\"", " ", text)


def test_a_phrase_is_english_and_can_be_said_in_german() -> None:
    words = translations("de")
    one = phrase("seed %(seed)s", seed=3)
    assert (one, said(one, words)) == ("seed 3", "Setzplatz 3")
    many = [phrase_of("%(num)s bye left out", "%(num)s byes left out", n) for n in (1, 2)]
    assert many == ["1 bye left out", "2 byes left out"]
    assert [said(each, words) for each in many] == [
        "1 Freilos nicht gezählt",
        "2 Freilose nicht gezählt",
    ]


def test_phrases_within_a_phrase_are_said_too() -> None:
    both = listed([phrase("still in"), phrase("late"), phrase("seed %(seed)s", seed=1)])
    assert both == "still in, late, seed 1"
    assert said(both, translations("fr")) == "toujours en lice, en retard, tête de série 1"


def test_what_fills_a_place_is_never_taken_for_a_message() -> None:
    """A name that looks like a message, or like a place, is shown as it is."""
    for name in ("bye", "%(name)s", "100 %", "late"):
        assert said(phrase("beat %(name)s", name=name), translations("de")).endswith(name)


def test_a_plain_text_and_nothing_stay_what_they_are() -> None:
    words = translations("de")
    assert said("TOP §3.1.4", words) == "TOP §3.1.4"
    assert said("", words) == ""
    assert said(Phrase("", {}), words) == ""


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("es", r"\boponentes?\b"),  # The opponent is the rival.
        ("es", r"\b[Vv]uestr[oa]s?\b|\b[Hh]abéis\b"),  # Nobody in Latin America says so.
        ("de", r"Telefon"),  # The phone is the Handy.
        ("fr", r"à égalité .*en tout\b"),
    ],
)
def test_a_language_has_one_word_for_a_thing(language: str, wrong: str) -> None:
    written = [text for forms in texts(kept(language)).values() for text in forms]
    assert [text for text in written if re.search(wrong, text)] == []


def test_in_french_no_line_begins_with_its_punctuation() -> None:
    """A space before `: ; ? ! »` and after `«` does not break; one that does is a fault there."""
    written = [text for forms in texts(kept("fr")).values() for text in forms]
    assert [text for text in written if re.search(r"\S [:;?!»]|« |\w[;?!»](?!\w)", text)] == []
    assert sum(text.count("\u00a0:") for text in written) > 50


CURLY, STRAIGHT = "\u2019", re.compile(r"\w'\w")


def test_a_page_has_apostrophes_of_one_kind() -> None:
    """In English they are straight, as on every keyboard, and in French curly, as in print."""
    written = [*TEMPLATES.rglob("*.html"), *(ROOT / "cli" / "archive").glob("*.html")]
    written += [*(ROOT / "cli").rglob("*.js")]
    assert len(written) > 50
    assert [path.name for path in written if CURLY in path.read_text(encoding="utf-8")] == []
    for language in TRANSLATED:
        words = texts(kept(language))
        assert [english for _, english in words if CURLY in str(english)] == []
        forms = [text for one in words.values() for text in one]
        other = [
            text for text in forms if (STRAIGHT.search(text) if language == "fr" else CURLY in text)
        ]
        assert other == [], language


def test_in_spanish_a_match_is_no_game() -> None:
    """Players are asked about the match, `enfrentamiento`; a `partida` is a game of it."""
    spanish = texts(kept("es"))
    games = [english for (_, english), forms in spanish.items() if "partida" in " ".join(forms)]
    assert [one for one in games if not re.search(r"\bgames?\b", one.lower())] == []
    assert games
