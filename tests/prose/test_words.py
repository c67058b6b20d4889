"""What people read is plain English: patterns that are foreign to it only become fewer.

The words are those of messages, help and pages, and, in a list of their own, of docstrings. A
number may be lowered whenever a sentence was corrected; it is never raised.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.tree import ROOT, modules

NEVER = {
    "small letters": r"\bsmall letters\b",
    "rights of the file": r"\brights of the file\b",
    "an own": r"\b(?:the|an) own\b",
    "such as without a noun": r"missing, such as|(?:^|[.] )Such as:?",
    "is another": r"\b(?:would be|is|are|was|were) (?:another|others)\b(?= *(?:$|[.,;:)]))",
    "our own ids": r"\((?:[^()]*[;, ])?(?:A|LED|POD|PRIV)-\d+",
}
"""Not English, or not for those who read it: in no message."""

FEWER = {
    "anew": (r"\banew\b", 0),
    "is no": (
        (
            r"\b(?:is|are|was|were) no (?!longer|more|less|fewer|need|doubt|one|such|other|later"
            r"|better|higher|lower|worse|way)[a-z]"
        ),
        6,
    ),
    "so that": (
        r", so that (?:the|its?|their|this|no|nothing|all|none|places|there|a|import|names)\b",
        0,
    ),
    "whoever": (r"\b[Ww]ho(?:m)?ever\b", 2),
    "otherwise": (r"\b(?:tells?|told|says?|paired|shown|decided|changed) otherwise\b", 0),
    "play on": (r"\bplays? on\b", 2),
    "level": (r"\b[Ll]evel (?:in|with|on)\b", 1),
    "the third place": (r"\bthe third place\b", 1),
    "let pass": (r"\b[Ll]ets? (?:it|this|the rule|a rule|a correction) pass\b|\blet pass\b", 2),
    "judge it": (r"\b[Oo]nly judge|\b[Jj]udge it\b|\b(?:is|are) judged\b", 0),
    "told so by": (r"\btold so\b", 0),
    "mend": (r"\b[Mm]end(?:s|ed|ing)?\b", 0),
    "book of names": (r"\bbook of names\b", 0),
    "nobody says": (r"\bnobody (?:seals|vouches|knows|says|comes|can say|waits)\b", 0),
    "reckon": (r"\breckon", 0),
}
"""How often each may stand in messages, help and pages."""


DOCSTRINGS = {
    "anew": (r"\banew\b", 0),
    "whoever": (r"\b[Ww]ho(?:m)?ever\b", 1),
    "of whom": (r"\b[Oo]f whom\b", 1),
    "so long": (r"^So (?:long|many|much)\b", 0),
    "raises where": (r"Raises? \w+ where", 0),
    "what stands": (r"\b[Ww]hat stands\b", 0),
    "lies in": (r"\blies? (?:in|beside|with|below)\b", 0),
    "is no": (FEWER["is no"][0], 4),
    "is another": (r"\bis another\b", 4),
}
"""How many docstrings may have each. They are read by people who have never seen the code."""


@cache
def messages() -> tuple[str, ...]:
    """Return every text of three words or more that the program says."""
    pages = sorted((ROOT / "projections" / "reports" / "templates").rglob("*.html"))
    return (
        *(text for tree in trees() for text in _texts(tree)),
        *(
            re.sub(r"\{[%#].*?[%#]\}|<[^>]*>", " ", page.read_text(encoding="utf-8"))
            for page in pages
        ),
    )


@cache
def docstrings() -> tuple[str, ...]:
    """Return every docstring, those of attributes among them."""
    return tuple(
        _without_there_is_no(node.value.value)
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def trees() -> Iterator[ast.Module]:
    """Yield every module, parsed."""
    for path in modules():
        yield ast.parse((ROOT / path).read_text(encoding="utf-8"))


def _without_there_is_no(text: str) -> str:
    return re.sub(r"[Tt]here (?:is|are|was|were) no\b", "", text)


def _texts(tree: ast.AST) -> Iterator[str]:
    """Yield the literals of a module: a docstring only where it is the help of a command."""
    docs = set[int]()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        is_help = isinstance(node, ast.FunctionDef) and node.name == "command"
        for one in body if isinstance(body, list) and not is_help else ():
            if isinstance(one, ast.Expr):
                docs.add(id(one.value))
    parts = {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for v in n.values}
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=values):
                text = "".join(str(v.value) if isinstance(v, ast.Constant) else "…" for v in values)
            case ast.Constant(value=str() as text) if id(node) not in docs | parts:
                pass
            case _:
                continue
        if len(text.split()) >= 3:
            yield _without_there_is_no(text)


@pytest.mark.parametrize("name", NEVER)
def test_what_is_not_english_is_in_no_message(name: str) -> None:
    pattern = re.compile(NEVER[name])
    assert [text for text in messages() if pattern.search(text)] == []


@pytest.mark.parametrize("name", FEWER)
def test_what_sounds_translated_only_becomes_less(name: str) -> None:
    pattern, most = FEWER[name]
    found = [text for text in messages() if re.search(pattern, text)]
    assert len(found) <= most, found


@pytest.mark.parametrize("name", DOCSTRINGS)
def test_docstrings_sound_less_and_less_translated(name: str) -> None:
    pattern, most = DOCSTRINGS[name]
    found = [text for text in docstrings() if re.search(pattern, text)]
    assert len(found) <= most, found


def test_no_line_of_the_changelog_stands_there_twice() -> None:
    lines = [one for one in Path(ROOT, "CHANGELOG.md").read_text("utf-8").splitlines() if one]
    assert sorted(lines) == sorted(set(lines))
