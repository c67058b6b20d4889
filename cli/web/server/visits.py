"""What somebody asks for: which page, in which language, with which words."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from starlette.requests import Request

from projections.reports.messages import LANGUAGES, best

LONGEST = 80
"""So many characters of a word in an address are looked at."""


class PageRequest(Struct, frozen=True, kw_only=True):
    """A page that is asked for: its path, the words in it and behind it, and the language.

    `words` holds only what the page knows how to use, so that nobody fills our memory with pages
    that are all the same.
    """

    path: str
    language: str
    words: Mapping[str, str]

    @property
    def key(self) -> tuple[str, ...]:
        """What two requests have in common that are answered by the same bytes."""
        words = (f"{name}={value}" for name, value in sorted(self.words.items()))
        return (self.path, self.language, *words)

    def word(self, name: str) -> str:
        """Return a word; nothing where it was not said."""
        return self.words.get(name, "")


def asked(request: Request, query: Iterable[str] = ()) -> PageRequest:
    """Return what a request asks for; of what stands behind `?`, only the words in `query`."""
    words = {name: str(value) for name, value in request.path_params.items()}
    for name in query:
        if found := request.query_params.get(name, "").strip()[:LONGEST]:
            words[name] = found
    return PageRequest(path=request.url.path, language=language_of(request), words=words)


def language_of(request: Request) -> str:
    """Return the language of the answer: as chosen now, as chosen before, as the browser likes."""
    for chosen in (request.query_params.get("lang"), request.cookies.get("lang")):
        if chosen in LANGUAGES:
            return chosen
    return best(request.headers.get("accept-language", ""))
