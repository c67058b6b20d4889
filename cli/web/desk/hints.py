"""What a rule or a verb advises, as a page says it: acts by their titles, a button for each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from cli.verbs import verb_of
from cli.web.desk.forms.catalogue import form_named
from cli.web.desk.forms.field import FormField
from cli.web.desk.forms.form import Form
from ledger.errors import Do, Hint, OptionOf

PAGES = {
    "archive": ("desk/archive", "Archive"),
    "calls": ("desk/tables", "Tables"),
    "blame": ("desk/ask", "Questions"),
    "bracket": ("desk/bracket", "Bracket"),
    "deck judge": ("desk/print", "Print"),
    "deck register": ("desk/hand/deck", "Import a deck list"),
    "requests answer": ("desk/hand/request", "Answer a request"),
    "deck list": ("desk/print", "Print"),
    "desk": ("desk", "Entry"),
    "diff": ("desk/ask", "Questions"),
    "explain": ("desk/ask", "Questions"),
    "history": ("desk/history", "History"),
    "lint": ("desk/ask", "Questions"),
    "messages": ("desk/messages", "Messages"),
    "pairings": ("desk/rounds", "Rounds"),
    "penalties": ("desk/ask", "Questions"),
    "posted": ("desk/print", "Print"),
    "requests": ("desk/acts", "All forms"),
    "standings": ("desk/standings", "Standings"),
    "verify": ("desk/ask", "Questions"),
}
"""Verbs that are no form: the page that does the same, below the tournament, and its name."""

BOXES = {
    "id": "Player ID",
    "counted": "Cards counted",
    "skip-known": "Skip players who are already registered",
}
"""What options are called on a page that no form of the catalogue has under the same name."""

FORM = "desk/do"
"""Where the forms of all acts are, below the tournament."""

SENTENCE_END = re.compile(r"(?<=[.!?]) ")

WAIVED = "“Override the rule”, with the reason"
"""What lets an official pass a rule, on every form."""


NOTHING: Mapping[str, str] = {}
ROUNDS = "desk/rounds"
KEPT = ("key", "cmd", "seen")
"""Fields that every form of a page carries."""

AT_ONCE = ("post", "slips")
"""What a button of the page of rounds does without asking for more."""

CHOICES: Mapping[tuple[str, ...], str] = {
    ("pair", "--absent", "drop"): "Leave them out",
    ("pair", "--absent", "keep"): "Pair them anyway",
}
"""Ways to go on that one form has, and what the button of each is called."""


TOLD_TO_DESK: Mapping[str, str] = {
    "report": "Tell the desk the result.",
    "correct": "If the result is wrong, tell the desk the right one.",
}
"""What somebody does who may not give a verb: it stands in place of the sentence that names it."""

NOT_YOURS = " (ask the organiser)"
"""What is said after an act whose page is not for whoever looks."""

CITED = re.compile(r"((?:TRF|TOP) §[0-9]+(?:\.[0-9]+)*)")
"""A section of the rules, which leads to what it says in our words."""

Allowed = Callable[[str], bool]
"""Whether whoever looks may give a verb."""


def anything(_: str) -> bool:
    """Let every verb be given."""
    return True


class HintButton(Struct, frozen=True, kw_only=True):
    """A button that does what a hint says: its title, and the address below the tournament.

    One that `sends` fields does it at once; without any it leads to a page.
    """

    title: str
    goes: str
    sends: tuple[tuple[str, str], ...] = ()


class PageHint(Struct, frozen=True, kw_only=True):
    """A hint for a page: its sentence, and a button for each thing that it says to do.

    `root` is the address of the tournament. `is_rule` is whether it only says which rule refused.
    """

    text: str
    buttons: tuple[HintButton, ...] = ()
    root: str = ""
    is_rule: bool = False

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The sentence in pieces, with where each leads: a section of the rules to what it says."""
        pieces = CITED.split(self.beside) if self.root else [self.beside]
        return [
            (one, self._of_rule(one) if number % 2 else "") for number, one in enumerate(pieces)
        ]

    @property
    def beside(self) -> str:
        """The sentence as it stands beside its buttons: it does not say again what they say."""
        said, titles = self.text, [button.title for button in self.buttons]
        for title in titles:
            said = said.replace(f"{title}: “{title}”.", "")
        if not titles:
            return said
        each = rf"(?:,? (?:or |and )?“(?:{'|'.join(map(re.escape, titles))})”(?: \([^)]*\))?)"
        return re.sub(rf"(?<=:){each}+\.\Z", "", said).strip()

    @property
    def leads(self) -> bool:
        """Whether it is the verdict on a match: it stands out from the reasons after it."""
        return self.text.startswith(("Result: ", "Next: "))

    def _of_rule(self, cited: str) -> str:
        return f"{self.root}/desk/ask/rules?{urlencode({'about': cited})}"


def capital(said: str) -> str:
    """Return a sentence as it begins on a page; what is no word stays as it is."""
    is_word = said.partition(" ")[0].rstrip(",:;.").isalpha()
    return f"{said[:1].upper()}{said[1:]}" if is_word else said


def refusal(
    lines: Iterable[str | Hint], root: str, allowed: Allowed, form: Mapping[str, str] = NOTHING
) -> list[PageHint]:
    """Return why something was refused, as a page says it: sentences, the rule, and what to do."""
    told = [on_page(line, root, allowed, form) for line in lines]
    return [
        replace(one, text=capital(one.text), is_rule=one.text.startswith("Rule: ")) for one in told
    ]


def on_page(
    hint: str | Hint,
    root: str = "",
    allowed: Allowed = anything,
    form: Mapping[str, str] = NOTHING,
) -> PageHint:
    """Return advice as a page says it; a verb that no page knows is named as the terminal does.

    `root` is the address of the tournament, to which its buttons belong. What is not `allowed` has
    none; a result that whoever looks may not enter is the desk's, the rest the organiser's. With
    the fields that a `form` of the page carries, a button does at once what needs nothing more.
    """
    if isinstance(hint, str):
        return PageHint(text=hint, root=root)
    buttons = (_button(part, allowed, form) for part in hint.parts if isinstance(part, Do))
    return PageHint(
        root=root,
        text=" ".join(_said(one, allowed) for one in _sentences(hint)),
        buttons=tuple(
            replace(button, goes=f"{root}/{button.goes}" if root else button.goes)
            for button in _once(buttons)
        ),
    )


def _once(buttons: Iterable[HintButton | None]) -> Iterable[HintButton]:
    """Return each button once; of several with the same title, one that asks for which."""
    found: dict[str, HintButton] = {}
    for one in filter(None, buttons):
        before = found.setdefault(one.title, one)
        if before != one:
            found[one.title] = replace(one, goes=one.goes.partition("?")[0])
    return found.values()


def _sentences(hint: Hint) -> Iterator[Hint]:
    """Yield advice sentence by sentence, each with its own parts."""
    parts = iter(hint.parts)
    for text in SENTENCE_END.split(hint.text):
        yield Hint(text, tuple(islice(parts, text.count("{}"))))


def _said(one: Hint, allowed: Allowed) -> str:
    """Return a sentence with its acts by their titles, or what is told to the desk instead."""
    verbs = [part.verb for part in one.parts if isinstance(part, Do)]
    instead = (TOLD_TO_DESK[verb] for verb in verbs if verb in TOLD_TO_DESK and not allowed(verb))
    if told := next(instead, ""):
        return told
    text = one.text
    if any(isinstance(part, OptionOf) and _is_box(part) for part in one.parts):
        text = text.replace("add {}", "tick {}")
    first, *rest = text.split("{}")
    said = [part if isinstance(part, str) else _named(part, allowed) for part in one.parts]
    text = first + "".join(part + text for part, text in zip(said, rest, strict=True))
    return text.replace(" ()", "")


def _button(do: Do, allowed: Allowed, form: Mapping[str, str]) -> HintButton | None:
    """Return the button of something to do; None if no page does it, or it is not allowed."""
    found = button_of(do)
    if found is None or not allowed(do.verb):
        return None
    if not found.goes.startswith(f"{FORM}/"):
        return found
    return _at_once(do, found, form) if form and allowed("pair") else found


def _at_once(do: Do, found: HintButton, form: Mapping[str, str]) -> HintButton:
    """Return a button that does it at once, where it needs no more than stands in the hint.

    What was filled in goes along where that was for the same act.
    """
    asked = form_named(do.verb)
    if asked is None or not (do.verb in AT_ONCE or (do.verb, *do.args[-2:]) in CHOICES):
        return found
    before = form if form.get("verb") == do.verb else {name: form[name] for name in KEPT}
    sends = {**before, "verb": do.verb, **dict(_filled(asked.fields, do.args))}
    return replace(found, goes=ROUNDS, sends=tuple(sends.items()))


def titled(do: Do, title: str, root: str, allowed: Allowed) -> PageHint | None:
    """Return a button with a title of its own; None if whoever looks may not do it."""
    found = _button(do, allowed, NOTHING)
    if found is None:
        return None
    return PageHint(text="", buttons=(replace(found, title=title, goes=f"{root}/{found.goes}"),))


def button_of(do: Do) -> HintButton | None:
    """Return the button of something to do; None if no page does it.

    Its form is filled in with what was said to the verb, as far as that is no placeholder.
    """
    first, _, rest = do.verb.partition(" ")
    known = verb_of(first)
    if known is None:
        return None
    verb = f"{known.name} {rest}".strip()
    if verb == "posted" and do.args:
        return HintButton(title="Open the PDF", goes=f"desk/print/again/{do.args[-1]}")
    if verb in PAGES:
        goes, title = PAGES[verb]
        return HintButton(title=title, goes=goes)
    form = form_named(verb)
    if form is None or verb == "open":  # Its form is on no page of a tournament.
        return None
    filled = urlencode(list(_filled(form.fields, do.args)))
    goes = f"{FORM}/{verb.replace(' ', '/')}"
    title = _chosen(do, form) or form.title
    return HintButton(title=title, goes=f"{goes}?{filled}" if filled else goes)


def _chosen(do: Do, form: Form | None) -> str | None:
    """Return what one of several ways is called that a form has; None for an act of one way."""
    back = form.undoing if form else None
    undoes = back.title if back and f"--{back.by}" in do.args else None
    return CHOICES.get((do.verb, *do.args[-2:])) or undoes


def _named(do: Do, allowed: Allowed) -> str:
    """Return what to do in the middle of a sentence: the title of its page, and what to fill in.

    Whoever may not do it learns whom to ask.
    """
    named = (arg.removeprefix("--") for arg in do.args if arg.startswith("--"))
    options = [one for one in named if one != "role"]  # On a page, nobody chooses their role.
    if "override" in options:
        return WAIVED
    form = form_named(do.of if isinstance(do, OptionOf) else do.verb)
    fields = [_label(name, form) for name in options]
    if not do.verb:
        return " and ".join(f"“{field}”" for field in fields)
    button = button_of(do)
    title = f"“{button.title}”" if button else f"`{do.verb}`"
    if button and not allowed(do.verb):
        return title + NOT_YOURS
    of_fields = fields and button and not _chosen(do, form)
    return f"{title} ({', '.join(fields)})" if of_fields else title


def _is_box(do: OptionOf) -> bool:
    """Tell whether an option is a box to tick on the form of its act."""
    form = form_named(do.of)
    names = [option.removeprefix("--").replace("-", "_") for option in do.args]
    boxes = [field.name for field in form.fields if field.kind == "flag"] if form else []
    return any(name in boxes for name in names)


def _label(option: str, form: Form | None) -> str:
    """Return what an option is called on a page: by its field in the form of the act."""
    name = option.replace("-", "_")
    labels = [field.label for field in form.fields if field.name == name] if form else []
    return labels[0] if labels else BOXES.get(option, option.replace("-", " ").capitalize())


def _filled(fields: Sequence[FormField], args: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the fields that what was said to a verb fills in, with their values.

    Words fill in the first fields, in order; an option the field of its name.
    """
    by_name = {field.name: field for field in fields}
    words = iter(fields)
    asked: FormField | None = None
    for arg in args:
        if arg.startswith("--"):
            asked = by_name.get(arg.removeprefix("--").replace("-", "_"))
            if asked and asked.kind == "flag":
                yield asked.name, asked.choices[0]
                asked = None
            continue
        field = asked or next(words, None)
        asked = None
        if field and arg != "…" and not arg.isupper():
            yield field.name, arg
