"""What roundbook is made of, as programs read it (CycloneDX): it is part of every wheel."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, distribution
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from roundbook.ledger.optional_packages import EXTRAS
from tests.house.tree import ROOT

FILE = ".ci/sbom.cdx.json"
LINUX = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_python_implementation": "CPython",
    "platform_system": "Linux",
    "python_full_version": "3.11.0",
    "python_version": "3.11",
    "sys_platform": "linux",
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pinned() -> dict[str, str]:
    """Return the versions that the gate installs."""
    text = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def needed(lines: list[str]) -> Iterator[str]:
    """Yield the names of what is needed on Linux, without extras."""
    for requirement in map(Requirement, lines):
        if requirement.marker is None or requirement.marker.evaluate(LINUX):
            yield canonicalize_name(requirement.name)


def direct(*extras: str) -> set[str]:
    """Return the names of what roundbook itself asks for, alone or with extras."""
    asked = [line for extra in extras for line in PROJECT["optional-dependencies"][extra]]
    return {*needed([*PROJECT["dependencies"], *asked])} - {PROJECT["name"]}


def closure(*extras: str) -> dict[str, list[str]]:
    """Return everything that is installed with roundbook, and what each needs itself."""
    found: dict[str, list[str]] = {}
    waiting = list(direct(*extras))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = sorted(set(needed(distribution(name).requires or [])))
            waiting += found[name]
    return dict(sorted(found.items()))


def ref(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}"


def component(name: str, version: str, known: Distribution, *, optional: bool) -> dict[str, Any]:
    """Return a library as CycloneDX names it; `optional` is what only an extra brings."""
    said = known.metadata.json.get("license_expression")
    return {
        "type": "library",
        "bom-ref": ref(name, version),
        "name": name,
        "version": version,
        "purl": ref(name, version),
        **({"scope": "optional"} if optional else {}),
        **({"licenses": [{"expression": said}]} if said else {}),
    }


def bill() -> dict[str, Any]:
    """Return the bill of materials of the version in the checkout."""
    versions, libraries, always = pinned(), closure(*EXTRAS), closure()
    own = ref(PROJECT["name"], PROJECT["version"])
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": PROJECT["name"],
                "version": PROJECT["version"],
                "licenses": [{"expression": PROJECT["license"]}],
            }
        },
        "components": [
            component(one, versions[one], distribution(one), optional=one not in always)
            for one in libraries
        ],
        "dependencies": [
            {"ref": own, "dependsOn": [ref(one, versions[one]) for one in sorted(direct(*EXTRAS))]},
            *(
                {
                    "ref": ref(one, versions[one]),
                    "dependsOn": [ref(other, versions[other]) for other in libraries[one]],
                }
                for one in libraries
            ),
        ],
    }


def test_the_bill_of_materials_is_fresh(golden: Callable[[str, str], None]) -> None:
    golden(FILE, json.dumps(bill(), indent=1, ensure_ascii=False) + "\n")


def test_every_dependency_is_pinned_and_in_the_bill() -> None:
    made = bill()
    named = {one["name"] for one in made["components"]}
    optional = {one["name"] for one in made["components"] if one.get("scope") == "optional"}
    assert direct(*EXTRAS) <= named
    assert {"h11", "markupsafe", "anyio"} <= optional, "what they need themselves is in it too"
    assert {"cffi", "pydantic-core", *direct()} <= named - optional
    assert {one["ref"] for one in made["dependencies"]} == {
        made["metadata"]["component"]["bom-ref"],
        *(one["bom-ref"] for one in made["components"]),
    }


def test_it_is_part_of_the_wheel() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wheel = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["sbom-files"] == [FILE]
