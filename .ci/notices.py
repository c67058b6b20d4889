"""Prints the licences of what is shipped in roundbook, and of what it installs beside itself.

`python .ci/notices.py VERSION`, where everything in the bill of materials is installed. A library
without the text of its licence stops a release: somebody has to look for it.
"""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("ledger", "projections", "cli")
SHIPPED = "*LICENSE.txt"
NAMED = ("licen", "copying", "notice")
LINE = "-" * 72


def texts(known: Distribution) -> Iterator[str]:
    """Yield the texts of the licences of a library, as it was installed."""
    for file in sorted(known.files or (), key=str):
        inside = file.parts[0].endswith(".dist-info") and file.suffix != ".py"
        if inside and file.name.lower().startswith(NAMED):
            yield file.read_text(encoding="utf-8").strip()


def licence(known: Distribution) -> str:
    """Return the name of a licence, as the library says it."""
    said = known.metadata.json
    listed = [one for one in said.get("classifier", ()) if one.startswith("License ::")]
    plain = str(said.get("license_expression") or said.get("license") or "")
    return (
        plain if plain and "\n" not in plain else ", ".join(one.split(" :: ")[-1] for one in listed)
    )


def notices(version: str) -> Iterator[str]:
    """Yield the parts of the file."""
    yield f"Third-party notices of roundbook {version}\n"
    yield "Shipped with roundbook:\n"
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob(SHIPPED)):
            where = file.relative_to(ROOT).as_posix()
            yield f"{LINE}\nroundbook/{where}\n\n{file.read_text(encoding='utf-8').strip()}\n"
    yield f"{LINE}\nInstalled beside roundbook, some only by an extra:\n"
    bill = json.loads((ROOT / ".ci/sbom.cdx.json").read_text(encoding="utf-8"))
    for part in bill["components"]:
        known = distribution(part["name"])
        found = [*dict.fromkeys(texts(known))]
        if not found:
            sys.exit(f"{part['name']} has no text of its licence: find it before the release.")
        yield f"{LINE}\n{part['name']} {part['version']}: {licence(known)}\n"
        yield from (f"{text}\n" for text in found)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print("\n".join(notices(sys.argv[1])), end="")  # noqa: T201 - what it is for.
