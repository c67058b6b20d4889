"""A hall of tournaments: every folder below one, each a house that can be looked into."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, thread_time

from starlette.requests import Request

from cli.folder.layout import is_tournament, name_of, tournaments
from cli.web.server.tournament import ServedTournament
from projections.reports.sight import slug_of

DEEPEST = 2
"""So many folders below the one that is served are looked into."""

REST = 10
"""After a look at all folders there is none for so many times as long as it took: addresses that
lead nowhere cost a tenth of a processor at most."""


class TournamentFolder:
    """The tournaments in a folder, by their name in addresses; or the one that the folder is.

    `only` is that one, `ending` whether the server is about to stop; pages are made by `maker`, in
    a thread of their own, so that acts and looks never wait behind them. Names in addresses come
    from the names of the folders: a request can only ask for one in the list, so no address leads
    anywhere else.
    """

    def __init__(self, folder: Path) -> None:
        """Look into a folder; a tournament is read when somebody first asks for it."""
        self.folder = folder
        self.only: ServedTournament | None = None
        self.ending = False
        self.maker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pages")
        self.houses: dict[str, ServedTournament] = {}
        self._lock = threading.Lock()
        self._rests_until = 0.0
        self.look()

    def house(self, slug: str) -> ServedTournament | None:
        """Return a tournament by its name in addresses; a new folder is found when asked for.

        One that is gone, or is called otherwise now, is noticed when it is asked for.
        """
        known = self.houses.get(slug)
        if known is not None and is_tournament(known.folder):
            return known
        self.look_again()
        return self.houses.get(slug)

    def look_again(self) -> None:
        """See which tournaments there are now, unless we have looked a moment ago."""
        if perf_counter() >= self._rests_until:
            self.look()

    def end(self) -> None:
        """Let whoever waits for news go home: the server stops. Called in the event loop only."""
        self.ending = True
        for house in self.houses.values():
            house.wake()

    def look(self) -> None:
        """See which tournaments there are now; those that were known keep their names."""
        with self._lock:
            began = thread_time()
            found = list(tournaments(self.folder, deepest=DEEPEST))
            known = {house.folder: house for house in self.houses.values()}
            houses: dict[str, ServedTournament] = {
                house.slug: house for folder, house in known.items() if folder in found
            }
            for folder in found:
                if folder not in known:
                    slug = _free(slug_of(name_of(folder)), houses)
                    houses[slug] = ServedTournament(slug, folder)
            self.houses = dict(sorted(houses.items()))
            self.only = self.houses[next(iter(self.houses))] if found == [self.folder] else None
            self._rests_until = perf_counter() + REST * (thread_time() - began)


def _free(slug: str, taken: dict[str, ServedTournament]) -> str:
    """Return a name that no other tournament has."""
    number = 2
    free = slug
    while free in taken:
        free = f"{slug}-{number}"
        number += 1
    return free


def hall_of(request: Request) -> TournamentFolder:
    """Return the hall that is served."""
    hall = request.app.state.hall
    assert isinstance(hall, TournamentFolder)
    return hall
