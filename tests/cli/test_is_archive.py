"""What is taken for an archive: by its name, or by its bytes, of which few are read."""

import tracemalloc
import zipfile
from pathlib import Path

import pytest

from roundbook.cli.places.opened_archive import is_archive


def zipped(file: Path, *names: str, fill: int = 0) -> Path:
    with zipfile.ZipFile(file, "w") as made:
        for name in names:
            made.writestr(name, b"\0" * fill)
    return file


@pytest.mark.parametrize("fill", [0, 300_000])
def test_a_workbook_is_a_zip_file_and_no_archive(tmp_path: Path, fill: int) -> None:
    book = ("[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml")
    assert not is_archive(zipped(tmp_path / "list", *book, fill=fill))
    assert not is_archive(zipped(tmp_path / "list2", *book[::-1], fill=fill))
    assert is_archive(zipped(tmp_path / "sealed", "README.txt", "ledger.jsonl", fill=fill))
    assert is_archive(zipped(tmp_path / "list.zip", *book))
    (tmp_path / "half.xlsx").write_bytes((tmp_path / "list").read_bytes()[:40])
    assert not is_archive(tmp_path / "half.xlsx"), "a damaged workbook is no archive either"
    (tmp_path / "text").write_bytes(b"P")
    assert not is_archive(tmp_path / "text")
    assert not is_archive(tmp_path)
    (tmp_path / "packed").write_bytes(b"\x1f\x8b")
    assert is_archive(tmp_path / "packed")


def test_a_file_of_four_gigabytes_is_not_read_to_tell_what_it_is(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.write(b"PK\x03\x04")
        file.truncate(4 << 30)
    tracemalloc.start()
    assert is_archive(tmp_path / "large")
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()
