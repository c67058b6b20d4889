"""Hints and refusals on a page: acts are named by their titles, with a button for each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.rounds import UNDONE
from roundbook.cli.forms.field import FormField
from roundbook.cli.forms.form import Form
from roundbook.cli.session.errors import command
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.ledger.errors import Do, Folds, Hint, OptionOf, Warns
from roundbook.ledger.events.flights import NUMBERS, names
from roundbook.ledger.state.round_names import named_alone
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId
from roundbook.ledger.text import with_matches
from roundbook.projections.reports.languages import SOURCE, dated, translations
from roundbook.projections.reports.names import pool_title

PAGES = {
    "announcement": ("desk/print", "Print"),
    "archive": ("desk/archive", "Archive"),
    "calls": ("desk/tables", "Tables"),
    "blame": ("desk/ask", "Questions"),
    "bracket": ("desk/bracket", "Bracket"),
    "clock": ("desk/ask", "Questions"),
    "deck judge": ("desk/hand/deck", "Import a deck list"),
    "deck register": ("desk/hand/deck", "Import a deck list"),
    "requests answer": ("desk/hand/request", "Answer a request"),
    "deck list": ("desk/players", "Players"),
    "desk": ("desk", "Entry"),
    "diff": ("desk/ask", "Questions"),
    "explain": ("desk/ask", "Questions"),
    "export": ("desk/tom-file", "File for TOM"),
    "history": ("desk/history", "History"),
    "lint": ("desk/ask", "Questions"),
    "messages": ("desk/messages", "Messages"),
    "pairings": ("desk/rounds", "Rounds"),
    "penalties": ("desk/ask", "Questions"),
    "players": ("desk/players", "Players"),
    "posted": ("desk/print", "Print"),
    "requests": ("desk/acts", "All forms"),
    "requests receipt": ("desk/ask", "Questions"),
    "rules": ("desk/ask", "Questions"),
    "sign-ups": ("desk/sign-ups", "Sign-ups"),
    "sign-ups close": ("desk/sign-ups", "Sign-ups"),
    "standings": ("desk/standings", "Standings"),
    "status": ("desk/rounds", "Rounds"),
    "team list": ("desk/teams", "Teams"),
    "team read": ("desk/lists/teams", "Import a list of teams"),
    "team seats": ("desk/teams", "Teams"),
    "verify": ("desk/ask", "Questions"),
}
"""Commands without a form: the page that does the same, below the tournament, and its title."""

BOXES = {
    "id": "Player ID",
    "counted": "Cards counted",
    "placeholders": "Placeholders for what is missing",
    "skip-known": "Skip players who are already registered",
    "day-first": "Dates begin with the day",
    "month-first": "Dates begin with the month",
}
"""The labels of options for which no form of the catalogue has a field of the same name."""

FORMS_ADDRESS = "desk/do"
"""The address of the forms of all acts, below the tournament."""

TO_FILL_IN = re.compile(r" \((?:[^()]|\([^()]*\))*\)")
"""What is said after the title of a form: which of its fields are to be filled in.

The label of a field may itself have a remark in brackets.
"""

OF_RULE = re.compile(r"Rule: [a-z0-9-]+(?: \((.+)\))?")
"""How a refusal names its rule, with the section that it is from: a page names only the section."""

OURS = {"the ledger", "roundbook"}
"""The sources of rules that are in no text of the game: there is nothing to look up."""

SENTENCE_END = re.compile(r"(?<=[.!?]) ")

WAIVED = "“Override the rules”, with the reason"
"""The name of the part of every form in which an official overrides a rule."""


NOTHING: Mapping[str, str] = {}
ROUNDS = "desk/rounds"
KEPT = ("key", "cmd", "seen")
"""Fields that every form of a page carries."""

OVERRIDING = ("--override", "--because")
"""The options with which an official overrides a rule."""

AT_ONCE = ("post", "slips")
"""The acts that a button of the page of rounds does without asking for more."""

CHOICES: Mapping[tuple[str, ...], str] = {
    ("pair", "--absent", "drop"): "Drop them",
    ("pair", "--absent", "keep"): "Pair them anyway",
}
"""The choices of one form that have a button each, and the buttons' labels."""


TITLES_AGAIN = {
    "pair": "Pair the round again",
    "seed": "Draw the seeds again",
    "day-two": "Choose the players of day two again",
}
"""The titles of acts that replace what was done before."""


TOLD_TO_DESK: Mapping[str, str] = {
    "report": "Tell the desk the result.",
    "correct": "If the result is wrong, tell the desk the right one.",
}
"""The sentence for staff who may not use a command, instead of the sentence that names it."""

NOT_YOURS = " (ask the organiser)"
"""The words after an act whose page the visitor may not use."""

CITED = re.compile(r"((?:TRF|TOP) §[0-9]+(?:\.[0-9]+)*)")
"""A section of the rules in a sentence, which links to our text on it."""

Allowed = Callable[[str], bool]
"""Tells whether the visitor may use a command."""


def anything(_: str) -> bool:
    """Allow every command."""
    return True


class HintButton(Struct, frozen=True, kw_only=True):
    """A button for what a hint advises: its title, and the address below the tournament.

    A button that `sends` fields does the act at once; without fields, it links to a page.
    """

    title: str
    goes: str
    sends: tuple[tuple[str, str], ...] = ()


class PageHint(Struct, frozen=True, kw_only=True):
    """A hint for a page: its sentence, and a button for each act that it advises.

    `root` is the address of the tournament. `is_rule` tells whether it only names a rule, `warns`
    whether something is not as it should be. The sentence stands for the `rest`, if there is one.
    """

    text: str
    buttons: tuple[HintButton, ...] = ()
    root: str = ""
    is_rule: bool = False
    warns: bool = False
    rest: tuple[str, ...] = ()

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The sentence in parts, each with its link: a section of the rules links to its text."""
        pieces = CITED.split(self.beside) if self.root else [self.beside]
        return [
            (one, self._of_rule(one) if number % 2 else "") for number, one in enumerate(pieces)
        ]

    @property
    def beside(self) -> str:
        """The sentence next to its buttons, without the words that the buttons repeat."""
        said, titles = self.text, [button.title for button in self.buttons]
        for title in titles:
            said = said.replace(f"{title}: “{title}”.", "").replace(f" (“{title}”)", "")
        before, colon, end = said.rpartition(": ")
        left = TO_FILL_IN.sub("", end)
        for title in titles:
            left = left.replace(f"“{title}”", "")
        says_no_more = {*left.replace(",", " ").replace(".", " ").split()} <= {"or", "and"}
        return f"{before}:" if titles and colon and says_no_more else said.strip()

    def told(self, hall: Callable[[str], str]) -> "PageHint":
        """Return the hint in the words of the hall."""
        return replace(self, text=hall(self.text), rest=tuple(map(hall, self.rest)))

    def without(self, title: str) -> "PageHint":
        """Return the hint without the button of this title, which the page has elsewhere.

        A last sentence that only leads there is left out too: `All players: “Players”.`
        """
        before, dot, last = self.text.rpartition(". ")
        only_leads = dot and last.partition(": ")[2] == f"“{title}”."
        return replace(
            self,
            text=f"{before}." if only_leads else self.text,
            buttons=tuple(one for one in self.buttons if one.title != title),
        )

    def _of_rule(self, cited: str) -> str:
        return f"{self.root}/desk/ask/rules?{urlencode({'about': cited})}"


def capital(said: str) -> str:
    """Return a sentence with a capital, unless it begins with something that is not a word."""
    is_word = said.partition(" ")[0].rstrip(",:;.").isalpha()
    return f"{said[:1].upper()}{said[1:]}" if is_word else said


def refusal(
    lines: Iterable[str | Hint],
    root: str,
    allowed: Allowed,
    form: Mapping[str, str] = NOTHING,
    page: str = "",
) -> list[PageHint]:
    """Return a refusal as a page shows it: the sentences, the rule's section, and what to do."""
    found = list[PageHint]()
    for one in (on_page(line, root, allowed, form, page) for line in lines):
        rule = OF_RULE.fullmatch(one.text)
        if rule is None:
            found.append(replace(one, text=capital(one.text)))
        elif rule[1] and rule[1] not in OURS:
            found.append(replace(one, text=f"Rule: {rule[1]}", is_rule=True))
    return found


def on_page(
    hint: str | Hint,
    root: str = "",
    allowed: Allowed = anything,
    form: Mapping[str, str] = NOTHING,
    page: str = "",
) -> PageHint:
    """Return a hint as a page shows it; a command without a page is named as in the terminal.

    `root` is the address of the tournament, for the buttons. An act that is not `allowed` has no
    button: the sentence says to tell the desk a result, and to ask the organiser for the rest. With
    the fields that a `form` of the page carries, a button does a complete act at once. `page` is
    the act of the form that is shown: its fields are named, without a button to the same form.
    """
    if isinstance(hint, str):
        return PageHint(text=hint, root=root)
    if page:
        hint = replace(hint, parts=tuple(_on_this_form(part, page) for part in hint.parts))
    buttons = (_button(part, allowed, form) for part in hint.parts if isinstance(part, Do))
    return PageHint(
        root=root,
        warns=isinstance(hint, Warns),
        rest=hint.rest if isinstance(hint, Folds) else (),
        text=" ".join(_said(one, allowed) for one in _sentences(hint)),
        buttons=tuple(
            replace(button, goes=f"{root}/{button.goes}" if root else button.goes)
            for button in _once(buttons)
        ),
    )


def _on_this_form(part: Do | str, verb: str) -> Do | str:
    """Return the act of the form that is shown as its fields, unless it is about somebody."""
    if isinstance(part, str) or part.verb != verb or not part.args:
        return part
    about = not part.args[0].startswith("--")
    return part if about or _chosen(part, FORMS.get(verb)) else OptionOf("", part.args, verb)


class PageOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of an act on a page, in three kinds: what was done, what is wrong, what to do.

    `lines` are all of them, as at the terminal. `entries` are the numbers of the entries that were
    written, `undo` the buttons that undo them.
    """

    recorded: bool
    lines: tuple[PageHint, ...]
    done: tuple[PageHint, ...]
    look: tuple[PageHint, ...]
    todo: tuple[PageHint, ...]
    undo: tuple[PageHint, ...] = ()
    entries: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def leads(self) -> frozenset[str]:
        """The addresses to which its buttons lead, so that the page offers none of them twice."""
        every = (button for line in (*self.look, *self.todo) for button in line.buttons)
        return frozenset(button.goes for button in every)


OF_ENTRY = re.compile(r"Entry ([0-9]+): ", re.ASCII)
"""How an answer begins to say what was recorded: a page says it, and gives the number below."""

WOULD_BE = re.compile(r"This would be entry [0-9]+: |In the same entry: ", re.ASCII)


def in_three_kinds(
    lines: Sequence[PageHint],
    *,
    recorded: bool,
    hall: Callable[[str], str] = str,
    undo: Iterable[PageHint] = (),
    notes: Iterable[str] = (),
    is_over: bool = False,
) -> PageOutcome:
    """Return an answer in three kinds, in the words of the hall, without numbers of entries.

    Of one that `is_over`, because the rounds went on, only what was done is left.
    """
    done, look, todo, entries = list[PageHint](), list[PageHint](), list[PageHint](), list[str]()
    for line in (one.told(hall) for one in lines):
        if found := OF_ENTRY.match(line.text):
            entries.append(found[1])
        text = WOULD_BE.sub("To be recorded: ", OF_ENTRY.sub("", line.text, count=1), count=1)
        if is_over and line.buttons:
            continue
        kind = look if line.warns else todo if line.buttons else done
        kind.append(replace(line, text=capital(text)))
    return PageOutcome(
        recorded=recorded,
        lines=tuple(lines),
        done=tuple(done),
        look=tuple(look),
        todo=tuple(todo),
        entries=tuple(dict.fromkeys(entries)),
        undo=tuple(undo),
        notes=tuple(notes),
    )


OF_POOL = re.compile(
    r"(^|\b(?:of|in|into|to|for|and|as) |[,:] )([a-z][a-z0-9-]*)(?![\w-])", re.ASCII
)
"""A word where a sentence may name a pool."""


DAY = re.compile(r"(?<![\w-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-])", re.ASCII)
"""A day as the terminal writes it."""


def with_days(said: str) -> str:
    """Return a sentence for a page, with each day as people write it: `28 Feb 2027`."""

    def written(found: re.Match[str]) -> str:
        try:
            return dated(found[0], translations(SOURCE))
        except ValueError:
            return found[0]

    return DAY.sub(written, said)


def in_the_hall(t: Tournament) -> Callable[[str], str]:
    """Return a function that words a sentence as people do: `table 4 of Masters A`, `Masters A`.

    It replaces the names `masters-a-3-4` and `masters-a`. The pool is said if there are several,
    and the round if it is not the latest.
    """
    pools = {str(pool): pool_title(pool) for pool in (*t.pods, *t.cuts)}
    ages = {one.division.lower() for one in t.players.values()} - {"open"}
    # Before the first pairing, what is announced is said of the divisions, and of their flights.
    present = [one.lower() for one in Division if one.lower() in ages]
    together = ("-".join(some) for few in (1, 2) for some in combinations(present, few))
    pools = pools or {pool: pool_title(pool) for pool in together}
    every = (
        flight for age in Division if age.lower() in ages for flight in names(age, max(NUMBERS))
    )
    titles: dict[str, str] = {flight: pool_title(flight) for flight in every}
    titles.update(pools)
    latest = dict(t.latest)

    def named(match: str) -> str:
        found = MatchId.parse(match)
        of = f" of {pools.get(found.pool, found.pool)}" if len(pools) > 1 else ""
        if found == t.playoffs.get(found.pool):  # It may be played before the final is paired.
            return f"table {found.table}{of} in the 3rd-place match"
        if found.round > latest.get(found.pool, 0):
            return match
        past = found.round < latest[found.pool]
        earlier = f" in {named_alone(t, found.pool, found.round)}" if past else ""
        return f"table {found.table}{of}{earlier}"

    def told(said: str) -> str:
        said = with_matches(said, named)
        said = said.replace("in match table ", "at table ").replace("match table ", "table ")
        said = said.replace("Match table ", "Table ")
        said = OF_POOL.sub(lambda found: found[1] + titles.get(found[2], found[2]), said)
        said = with_days(said)
        for title in pools.values():  # "The Masters cut, masters-cut:" names it once.
            said = said.replace(f"{title}, {title}:", f"{title}:")
        return said

    return told


def _once(buttons: Iterable[HintButton | None]) -> Iterable[HintButton]:
    """Return each button once; for several with the same title, one that asks which is meant."""
    found: dict[str, HintButton] = {}
    for one in filter(None, buttons):
        before = found.setdefault(one.title, one)
        if before != one:
            found[one.title] = replace(one, goes=one.goes.partition("?")[0])
    return found.values()


def _sentences(hint: Hint) -> Iterator[Hint]:
    """Yield a hint sentence by sentence, each with its own parts."""
    parts = iter(hint.parts)
    for text in SENTENCE_END.split(hint.text):
        yield Hint(text, tuple(islice(parts, text.count("{}"))))


def _said(one: Hint, allowed: Allowed) -> str:
    """Return a sentence that names acts by their titles, or says to tell the desk instead."""
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
    """Return the button of an act; None if no page does it, or it is not allowed."""
    found = button_of(do)
    if found is None or not allowed(do.verb):
        return None
    if not found.goes.startswith(f"{FORMS_ADDRESS}/"):
        return found
    return _at_once(do, found, form) if form and allowed("pair") else found


def _at_once(do: Do, found: HintButton, form: Mapping[str, str]) -> HintButton:
    """Return a button that does the act at once, if it needs no more than the hint gives.

    Values that were filled in are sent too, if they were for the same act.
    """
    asked = FORMS.get(do.verb)
    is_whole = do.verb in AT_ONCE or (do.verb, *do.args[-2:]) in CHOICES or UNDONE in do.args
    if asked is None or not is_whole:
        return found
    before = form if form.get("verb") == do.verb else {name: form[name] for name in KEPT}
    sends = {**before, "verb": do.verb, **dict(_filled(asked.fields, do.args))}
    return replace(found, goes=ROUNDS, sends=tuple(sends.items()))


def titled(
    do: Do, title: str, root: str, allowed: Allowed, form: Mapping[str, str]
) -> PageHint | None:
    """Return a hint that is only a button with this title; None if the act is not allowed."""
    found = _button(do, allowed, form)
    if found is None:
        return None
    return PageHint(text="", buttons=(replace(found, title=title, goes=f"{root}/{found.goes}"),))


def button_of(do: Do) -> HintButton | None:
    """Return the button of an act; None if no page does it.

    The form is filled in with the arguments of the command that are not placeholders.
    """
    verb = do.verb
    if verb == "posted" and do.args:
        return HintButton(title="Open the PDF", goes=f"desk/print/again/{do.args[-1]}")
    if verb in PAGES:
        goes, title = PAGES[verb]
        return HintButton(title=title, goes=goes)
    form = FORMS.get(verb)
    if form is None or verb == "open":  # The form is not on a page of a tournament.
        return None
    filled = urlencode(list(_filled(form.fields, do.args)))
    goes = f"{FORMS_ADDRESS}/{verb.replace(' ', '/')}"
    title = _chosen(do, form) or form.title
    return HintButton(title=title, goes=f"{goes}?{filled}" if filled else goes)


def _chosen(do: Do, form: Form | None) -> str | None:
    """Return the label of the choice that an act makes on its form; None if there is none."""
    if form and form.page.titled_again and "--again" in do.args:
        return form.page.titled_again
    if "--again" in do.args or (do.verb == "seed" and do.args):
        return TITLES_AGAIN.get(do.verb)
    back = form.undoing if form else None
    undoes = back.title if back and f"--{back.by}" in do.args else None
    return CHOICES.get((do.verb, *do.args[-2:])) or undoes


def _named(do: Do, allowed: Allowed) -> str:
    """Return an act in the middle of a sentence: the title of its page, and what to fill in.

    Staff who may not do it are told whom to ask.
    """
    named = (arg.removeprefix("--") for arg in do.args if arg.startswith("--"))
    # On a page, nobody chooses their role, and the form of an act asks for the reason itself.
    asked = {"role", "reason"} if do.verb else {"role"}
    options = [one for one in named if one not in asked]
    if "override" in options:
        return WAIVED
    form = FORMS.get(do.of if isinstance(do, OptionOf) else do.verb)
    chosen = _choices(form.fields) if form else {}
    fields = [_label(name, form) for name in options if name not in chosen]
    if not do.verb:
        return " and ".join(f"“{field}”" for field in fields)
    button = button_of(do)
    title = f"“{button.title}”" if button else f"`{command(do)}`"
    if button and not allowed(do.verb):
        return title + NOT_YOURS
    of_fields = fields and button and not _chosen(do, form)
    return f"{title} ({', '.join(fields)})" if of_fields else title


def _is_box(do: OptionOf) -> bool:
    """Tell whether an option is a box to tick on the form of its act."""
    form = FORMS.get(do.of)
    names = [option.removeprefix("--").replace("-", "_") for option in do.args]
    boxes = [field.name for field in form.fields if field.kind == "flag"] if form else []
    return any(name in boxes for name in names)


def _label(option: str, form: Form | None) -> str:
    """Return the label of an option on a page: that of its field in the form of the act."""
    name = option.replace("-", "_")
    labels = [field.label for field in form.fields if field.name == name] if form else []
    return labels[0] if labels else BOXES.get(option, option.replace("-", " ").capitalize())


def _choices(fields: Iterable[FormField]) -> dict[str, str]:
    """Return the fields in which a value is chosen, by value."""
    return {one: field.name for field in fields if field.kind == "choice" for one in field.choices}


def _filled(fields: Sequence[FormField], args: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the fields that the arguments of a command fill in, with their values.

    Words fill in the first fields, in order, and all those of several players one field; an option
    fills in the field of its name, or chooses the value of its name, as `--set` does for a late
    tag.
    """
    by_name = {field.option.removeprefix("--"): field for field in fields}
    by_name |= {field.name: field for field in fields}
    chosen = _choices(fields)
    words = iter(fields)
    asked = several = None
    before = ("", *args)
    for arg, option in zip(args, before, strict=False):
        if option in OVERRIDING:  # Every form overrides a rule in a part of its own.
            continue
        if arg.startswith("--"):
            name = arg.removeprefix("--")
            asked = by_name.get(name.replace("-", "_"))
            if asked is None and name in chosen:
                yield chosen[name], name
            if asked and asked.kind == "flag":
                if not asked.needed:  # Somebody confirms this, so nobody ticks it for them.
                    yield asked.name, asked.choices[0]
                asked = None
            continue
        field = asked or several or next(words, None)
        several = None if asked or field is None or field.kind != "players" else field
        asked = None
        if field and arg != "…" and not arg.isupper():
            yield field.name, arg
