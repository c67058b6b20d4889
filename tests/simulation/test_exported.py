"""Whole events, typed line by line, exported: the checker and the importer accept their files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.chain import START
from ledger.tournament import Tournament
from tests.cli.typed import roundbook
from tests.projections.tdf.holds import held
from tests.simulation.run_script import SCRIPTS, Script, alike, in_this_process
