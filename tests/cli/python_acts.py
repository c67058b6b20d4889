"""Writes cli/library/desk.py: the acts of the forms as methods of Python, each with its types."""

import re
import textwrap
from collections.abc import Iterator

from roundbook.cli.forms.field import FormField, Kind
from roundbook.cli.forms.form import Form
from roundbook.cli.verbs import VERBS
from roundbook.cli.web.staff.every_form import FORMS
from tests.cli.test_said_once import CASES, DECK

FILE = "cli/library/desk.py"
VERDICT = {"games": "1", "time": "between-games"}
"""The example of the one act that writes nothing, and so has no case."""

TYPES = {
    Kind.PLAYER: "str",
    Kind.PLAYERS: "str | Iterable[str]",
    Kind.LINES: "Lines",
    Kind.NUMBER: "int",
    Kind.DAY: "Day",
    Kind.TIME: "Time",
    Kind.MATCH: "str | MatchId",
    Kind.RESULT: "str | Result",
}
CITED = re.compile(r"\b(?:TOP|TRF|GTB) §[0-9]+(?:\.[0-9]+)*")

HEAD = '''"""The Python library, writing: every act as a method, typed as its form is declared.

`pytest --regenerate tests/cli/test_python_acts.py` writes this file from cli/forms; not by hand.
"""

from collections.abc import Iterable

from roundbook.cli.library.acting import (
    Acting,
    Answer,
    Day,
    FileOf,
    Lines,
    Time,
    created,
    opened_desk,
)
from roundbook.cli.library.ledger import Ledger, Source
from roundbook.ledger.terms import MatchId, Result


class Desk:
    """A tournament to write to: each act is a method, with values in and the facts out.

    Rule: the same acts, checks and locks as those of the command line, and the same one writer.
    Units: players by number, Player ID or name; matches as `masters-1-14` or by table; results from
    the left player's view, such as `2-1`.
    Errors: Refused if a rule forbids an act (`rule`, `citation`, `hint`), Conflict if another desk
    was first, Misuse if a value makes no sense, Unreadable if the ledger cannot be read.

    >>> desk = roundbook.at(folder, as_="Jo Park", role="judge")
    >>> desk.note("the hall is cold").entries[0].hand.role.value
    'judge'
    """

    def __init__(self, acting: Acting) -> None:
        """Keep the open tournament; `at` and `create` make one."""
        self._acting = acting

    def ledger(self) -> Ledger:
        """Return the ledger as it is now, with what others have written: a value, never changed.

        Rule: the same reading as `roundbook.open`, without reading the file again.
        Units: as Ledger says.
        Errors: Unreadable if the folder was damaged meanwhile.

        >>> len(desk.ledger().tournament.players)
        4
        """
        return self._acting.ledger()

    def given(
        self,
        *,
        cmd: str | None = None,
        seen: int | None = None,
        override: Iterable[str] = (),
        because: str = "",
        dry_run: bool = False,
    ) -> "Desk":
        """Return the desk whose acts have these options; this one stays as it is.

        Rule: an official overrides rules by name, for a reason that is kept for good.
        Units: with the same `cmd`, an act is done once, however often it is sent; `seen` is the
        number of the last entry that the person had seen; a `dry_run` checks and writes nothing.
        Errors: Misuse if `override` and `because` are not given together.

        >>> desk.given(dry_run=True).note("the hall is cold").said[0]
        'Nothing was written.'
        """
        return Desk(
            self._acting.given(
                cmd=cmd, seen=seen, override=override, because=because, dry_run=dry_run
            )
        )
'''

AT = '''

def at(
    place: Source,
    *,
    as_: str = "organiser",
    role: str | None = None,
    station: str = "desk",
    accept_shorter: str | None = None,
) -> Desk:
    """Open a tournament to write to it, in somebody's name.

    Rule: who acts is in every entry, by number; the name stays in the names file (LED-9).
    Units: `as_` is a name as on the staff list, or a part of it; `role` one of organiser,
    head-judge, judge and scorekeeper, by default the role on the staff list; `station` a word;
    `accept_shorter` the reason for continuing a ledger that lost its end.
    Errors: Unreadable if there is no tournament, or it is damaged; Refused if the name is only
    similar to a known one; Misuse for an unknown role.

    >>> roundbook.at(folder, as_="Jo Park", role="judge").call("1").entries[0].hand.station
    'desk'
    """
    return Desk(
        opened_desk(place, as_=as_, role=role, station=station, accept_shorter=accept_shorter)
    )
'''


def source() -> str:
    """Return the whole file."""
    methods = "".join(f"\n{textwrap.indent(_method(form), '    ')}" for form in _acts())
    return f"{HEAD}{methods}{AT}{_create(FORMS['open'])}"


def name_of(verb: str) -> str:
    """Return the method of a command: `deck register` is `deck_register`."""
    return verb.replace(" ", "_").replace("-", "_")


def _acts() -> list[Form]:
    return [form for verb, form in sorted(FORMS.items()) if verb != "open"]


def example(form: Form) -> str:
    """Return the call that does the act of the form's case."""
    fields = CASES[form.verb].fields if form.verb in CASES else VERDICT
    known = {one.name: one for one in form.fields}
    words = [
        (f"{name}=" if not _leads(form, known[name]) else "") + _value(known[name], text)
        for name, text in sorted(fields.items(), key=lambda pair: [*known].index(pair[0]))
    ]
    words += [f"file={DECK.encode()!r}".replace("'", '"')] if form.page.file else []
    return f"desk.{name_of(form.verb)}({', '.join(words)})"


def _value(field: FormField, text: str) -> str:
    """Return a text of a page as somebody would write it in Python."""
    lines = text.split("\n")
    if field.kind is Kind.FLAG:
        return "True"
    if field.kind is Kind.NUMBER:
        return text
    if field.kind is Kind.LINES and "=" in text:
        pairs = (line.split("=") for line in lines)
        return f"{{{', '.join(f'{_quoted(key)}: {value}' for key, value in pairs)}}}"
    if len(lines) > 1:
        return f"[{', '.join(map(_quoted, lines))}]"
    return _quoted(text)


def _quoted(text: str) -> str:
    return repr(text) if '"' in text else f'"{text}"'


def _leads(form: Form, field: FormField) -> bool:
    """Return whether a field is given without its name: it is needed, and never left out."""
    back = form.undoing
    is_needed = field.needed and (back is None or field.name in back.fields)
    return is_needed and field.kind is not Kind.FLAG


def _type(field: FormField) -> str:
    if field.kind is Kind.FLAG or f"no-{(*field.choices, '')[0]}" in field.choices:
        return "bool"
    return TYPES.get(field.kind, "str")


def _parameters(form: Form) -> Iterator[str]:
    yield from (f"{one.name}: {_type(one)}," for one in form.fields if _leads(form, one))
    others = [one for one in form.fields if not _leads(form, one)]
    if others or form.page.file:
        yield "*,"
    yield from map(_by_name, others)
    if form.page.file:
        yield "file: FileOf | None = None,"


def _by_name(one: FormField) -> str:
    """Return a parameter that may be left out."""
    if one.kind is Kind.FLAG:
        return f"{one.name}: bool = False,"
    return f"{one.name}: {_type(one)} | None = None,"


def _method(form: Form) -> str:
    given = [f'"{one.name}": {one.name},' for one in form.fields]
    file = ", file" if form.page.file else ""
    lines = [
        *_signature(f"def {name_of(form.verb)}(", ["self,", *_parameters(form)], "Answer"),
        textwrap.indent(_docstring(form), "    "),
        *_call(f'    return self._acting.do("{form.verb}", {{', given, f"}}{file})"),
    ]
    return "\n".join(lines) + "\n"


def _signature(opening: str, parameters: list[str], returned: str) -> list[str]:
    """Return the lines of a signature, on one line where the formatter would leave it so."""
    if len(parameters) == 1:
        return [f"{opening}{parameters[0].rstrip(',')}) -> {returned}:"]
    return [opening, *(f"    {one}" for one in parameters), f") -> {returned}:"]


def _call(opening: str, given: list[str], closing: str) -> list[str]:
    if not given:
        return [f"{opening}{closing}"]
    body = "values: dict[str, object] = {"
    call = opening.removesuffix(", {") + f", values{closing.removeprefix('}')}"
    return [f"    {body}", *(f"        {one}" for one in given), "    }", call]


def _docstring(form: Form) -> str:
    verb = VERBS.get(form.verb)
    first = verb.line if verb else f"{form.title}."
    if '"' in form.says or "\\" in form.says:
        raise AssertionError(f"{form.verb}: a docstring cannot hold this text as it is")
    cites = dict.fromkeys(CITED.findall(f"{form.says} {' '.join(one.hint for one in form.fields)}"))
    rule = "all rules of the edition and of the desk that concern its entry"
    rule += f", such as {', '.join(cites)}." if cites else "."
    parts = [
        _wrapped(first),
        *map(_wrapped, form.about),
        _wrapped(f"Rule: {rule}"),
        "\n".join(("Units:", *_units(form))) if form.fields or form.page.file else "Units: none.",
        "Errors: as the class says.",
        _shown(form),
    ]
    said = "\n\n".join(parts)
    return f'{"r" if chr(92) in said else ""}"""{said}\n"""'


def _units(form: Form) -> Iterator[str]:
    for one in form.fields:
        said = one.label.rstrip(".") + "."
        said += f" {one.hint}" if one.hint else ""
        if one.choices and _type(one) != "bool":
            said += f" One of {', '.join(one.choices)}."
        if one.kind is Kind.NUMBER and one.most is not None:
            said += f" From {one.least or 0} to {one.most}."
        yield _wrapped(f"{one.name}: {said}".replace('"', "'"), "    ")
    if form.page.file:
        yield _wrapped(f"file: {form.page.file}.", "    ")


def _wrapped(text: str, indent: str = "") -> str:
    after = f"{indent}    " if indent else ""
    return textwrap.fill(
        text,
        92,
        initial_indent=indent,
        subsequent_indent=after,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _shown(form: Form) -> str:
    line = f">>> answer = {example(form)}"
    if len(line) <= 90:
        return line
    opening, _, rest = line.partition("(")
    parts = re.split(r", (?=[a-z_]+=)", rest.removesuffix(")"))
    return "\n".join((f"{opening}(", *(f"...     {one}," for one in parts), "... )"))


def _create(form: Form) -> str:
    """Return the function that begins a tournament: its parameters are the fields of its form."""
    others = [one for one in form.fields if one.name != "title"]
    parameters = [
        "place: Source,",
        "name: str,",
        "*,",
        *map(_by_name, others),
        "rules: FileOf | None = None,",
        'as_: str = "organiser",',
        'station: str = "desk",',
    ]
    units = "\n".join(_units(form)).replace("    title: Name.", "    name: The tournament's name.")
    doc = f'''"""Begin a tournament in a new folder or database, and return the desk for it.

Rule: TOP §3 knows three styles; all rules of the edition that the first entry names.

Units:
{units}
    rules: A file with your own rules edition, which is copied into the folder.

Errors: Unreadable if the folder is in use, Misuse if the settings do not fit together.

>>> fresh = roundbook.create(f"{{folder}}-2", "Spring Cup", start="2026-03-07", premier=True)
>>> fresh.register("Ana Lopez", birth_year=1990).entries[0].seq
2
"""'''
    given = ['"title": name,', *(f'"{one.name}": {one.name},' for one in others)]
    lines = [
        "",
        "",
        *_signature("def create(", parameters, "Desk"),
        textwrap.indent(doc, "    "),
        "    values: dict[str, object] = {",
        *(f"        {one}" for one in given),
        "    }",
        "    return Desk(created(place, values, rules=rules, as_=as_, station=station))",
        "",
    ]
    return "\n".join(lines)
