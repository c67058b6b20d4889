from itertools import chain

from starlette.routing import Route

from roundbook.cli.web.app import ROUTES
from tests.web.tour import FOR_PROGRAMS, NO_PAGE, TOUR


def test_every_page_of_the_table_of_routes_is_on_the_tour() -> None:
    routes = [route for route in chain.from_iterable(ROUTES) if isinstance(route, Route)]
    assert len(routes) == sum(map(len, ROUTES))
    shown = {route.path for route in routes if "GET" in (route.methods or ())}
    shown -= {path for path in shown if path.startswith(FOR_PROGRAMS)}
    assert shown == {*TOUR, *NO_PAGE}
