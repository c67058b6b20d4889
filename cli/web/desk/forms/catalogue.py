"""All forms of the desk, by the command that does the same."""

from collections.abc import Mapping

from roundbook.cli.web.desk.forms.event import EVENT
from roundbook.cli.web.desk.forms.form import Form
from roundbook.cli.web.desk.forms.judging import JUDGING
from roundbook.cli.web.desk.forms.opening import OPEN
from roundbook.cli.web.desk.forms.people import PEOPLE
from roundbook.cli.web.desk.forms.results import RESULTS
from roundbook.cli.web.desk.forms.rounds import ROUNDS

FORMS: Mapping[str, Form] = {
    form.verb: form for form in (OPEN, *PEOPLE, *ROUNDS, *RESULTS, *JUDGING, *EVENT)
}
