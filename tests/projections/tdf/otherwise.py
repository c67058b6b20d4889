"""The same file written otherwise: in ways that mean nothing, and with things that nobody knows."""

import re
from collections.abc import Callable
from random import Random

Rewriting = Callable[[str, Random], str]
_EMPTY_TEXT = re.compile(r"<(state|city|country|id|starttime)></\1>")
_CONTAINER = re.compile(r"<(pods|blockedranges|finalsoptions|matches|rounds)>\s*</\1>")
_TIGHT = re.compile(r"<(player[12]?)( [^<>]*?) ?/>")
_ATTRIBUTES = re.compile(r'<(\w+)((?: \w+="[^"<>]*"){2,}) ?(/?)>')
_LINE = re.compile(r"\n(?=\t+<[a-z])")
_TEXT = re.compile(r"<(timestamp|status|outcome|tablenumber|userid|cut)>([^<]*)</")


def closed_by_themselves(text: str, chance: Random) -> str:
    """Write empty elements as one tag."""
    del chance
    return _CONTAINER.sub(r"<\1/>", _EMPTY_TEXT.sub(r"<\1 />", text))


def opened_up(text: str, chance: Random) -> str:
    """Write elements that close themselves as two tags."""
    del chance
    return _TIGHT.sub(r"<\1\2></\1>", text)


def turned_round(text: str, chance: Random) -> str:
    """Write attributes in the other order, with other quotes and more space."""

    def turn(found: re.Match[str]) -> str:
        pairs = re.findall(r'(\w+)="([^"]*)"', found[2])
        quote = chance.choice("'\"")
        said = "".join(f"\n  {name} = {quote}{value}{quote}" for name, value in reversed(pairs))
        return f"<{found[1]}{said} {found[3]}>"

    return _ATTRIBUTES.sub(turn, text)


def commented(text: str, chance: Random) -> str:
    """Put comments and instructions between elements, and into texts."""
    marks = ["<!-- <match outcome='1'> it's > -->", "<?note <pods> ?>", "<!---->"]
    text = _LINE.sub(
        lambda found: found[0] if chance.random() < 0.8 else f"\n{chance.choice(marks)}\n", text
    )
    return _TEXT.sub(lambda found: f"<{found[1]}><!-- said -->{found[2]}</", text)


def with_unknown_things(text: str, chance: Random) -> str:
    """Put elements and attributes in that nobody knows."""
    more = ['\n\t<news sky="a &gt; b"><cloud/></news>\n\t', "\n<oddity>1 &amp; 2</oddity>\n"]
    text = _LINE.sub(
        lambda found: found[0] if chance.random() < 0.9 else f"{chance.choice(more)}", text
    )
    text = text.replace('<pod category="', '<pod colour="&#x3C;red" category="')
    return text.replace("<tournament ", '<tournament xmlns:x="urn:x" x:more="1" ')


def squeezed(text: str, chance: Random) -> str:
    """Leave the white space between elements out, all or some of it."""
    return re.sub(r">\s+<", lambda f: "><" if chance.random() < 0.7 else f[0], text)


def with_references(text: str, chance: Random) -> str:
    """Write some digits of ids as references, and a text as CDATA."""
    text = re.sub(r'userid="(\d)', lambda f: f'userid="&#{ord(f[1])};', text)
    del chance
    return re.sub(r"<city>([^<]*)</city>", r"<city><![CDATA[\1 & <more>]]></city>", text)


def with_other_line_ends(text: str, chance: Random) -> str:
    """Let all lines, or some of them, end as on Windows."""
    share = chance.choice([1.0, 0.5])
    return re.sub("\n", lambda _: "\r\n" if chance.random() < share else "\n", text)


def without_a_last_line_end(text: str, chance: Random) -> str:
    """Leave out the declaration and the line end at the end."""
    del chance
    return re.sub(r"<\?xml .*?\?>", "", text).strip()


def with_a_mark(text: str, chance: Random) -> str:
    """Begin with the mark that some editors write."""
    del chance
    return f"\ufeff{text}"


WAYS: tuple[Rewriting, ...] = (
    closed_by_themselves,
    opened_up,
    turned_round,
    commented,
    with_unknown_things,
    squeezed,
    with_references,
    with_other_line_ends,
    without_a_last_line_end,
    with_a_mark,
)


def otherwise(data: bytes, chance: Random) -> bytes:
    """Return the same file, written otherwise in some of these ways."""
    text = data.decode().replace("\r\n", "\n")
    for way in WAYS:
        if chance.random() < 0.3:
            text = way(text, chance)
    return text.encode()
