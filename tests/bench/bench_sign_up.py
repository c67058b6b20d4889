"""How the door bears a crowd: 500 people sign up within five minutes, and the desk accepts all.

Run it by hand: `python -m tests.bench sign_up [PEOPLE [SECONDS]]`. It prints how long an answer to
a form took, and how long the desk waited; and it fails if anybody is lost, or registered twice. The
server is a process of its own. Everybody comes from one address, opens the page, sends the form,
taps twice, and reads the page that follows.
"""

import os
import re
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from roundbook.cli.places.people import read_book
from tests.cli.typed import roundbook
from tests.web.served import PATIENCE, Served

PEOPLE, SECONDS = 500, 300.0
AT_ONCE = 40
"""So many people are filling in the form at the same moment."""

WAIT = 5.0
"""So many seconds somebody waits who is told to."""

PAGE = "/t/cup/sign-up"


def come(port: int, number: int, at: float) -> list[float]:
    """Sign somebody up at a moment; return the seconds that each sending of the form took.

    Whoever is told to wait, because too many send at once, waits and sends again.
    """
    time.sleep(max(at - time.perf_counter(), 0))
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request("GET", PAGE)
    page = line.getresponse().read().decode()
    found = re.search(r'signs">\s*<input type="hidden" name="once" value="([^"]+)"', page)
    assert found, page
    typed = {"first": "Ana", "last": f"Quokka {number}", "birth_year": "1990"}
    body = urlencode({"once": found[1], "own_id": f"77{number}", **typed})
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    took: list[float] = []
    cookie = ""
    while len(took) < 2:
        began = time.perf_counter()
        line.request("POST", PAGE, body, kind)
        said = line.getresponse()
        said.read()
        if said.status == 429:
            time.sleep(WAIT)
            continue
        took.append(time.perf_counter() - began)
        assert said.status == 303, said.status
        cookie = (said.getheader("Set-Cookie") or "").partition(";")[0]
    line.request("GET", PAGE, headers={"Cookie": cookie})
    assert "Waiting for the desk" in line.getresponse().read().decode()
    line.close()
    return took


def main(*words: str) -> None:
    """Let so many people come, and accept them."""
    people, seconds = int(next(iter(words), PEOPLE)), float((*words, "", "")[1] or SECONDS)
    with tempfile.TemporaryDirectory() as base:
        home, folder = Path(base, "home"), Path(base, "events", "cup")
        os.environ["ROUNDBOOK_HOME"] = str(home)
        folder.parent.mkdir()
        for line in (
            ("open", folder, "--name", "Cup", "--start", "2026-03-07"),
            ("people", "sign-ups", "open", "-C", folder),
        ):
            assert roundbook(*line).code == 0
        with Served(folder.parent, home) as server, ThreadPoolExecutor(AT_ONCE) as pool:
            began = time.perf_counter()
            every = [
                pool.submit(come, server.port, number, began + number * seconds / people)
                for number in range(people)
            ]
            took = sorted(one for done in every for one in done.result())
            print(f"{people} people within {time.perf_counter() - began:.0f} s")
        mid, late = 1000 * median(took), 1000 * took[len(took) * 99 // 100]
        print(f"a form is answered in {mid:.0f} ms, of a hundred the slowest in {late:.0f} ms")
        began = time.perf_counter()
        said = roundbook("people", "sign-ups", "accept", "--all", "-C", folder)
        print(f"the desk accepts all in {time.perf_counter() - began:.1f} s")
        assert said.code == 0, said.err
        names = sorted(known.person.name for known in read_book(folder).players.values())
        assert names == sorted(f"Ana Quokka {number}" for number in range(people)), "lost, or twice"
        print("none is lost, and none is registered twice")
