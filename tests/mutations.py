"""Try whether the tests notice: `python -m tests.mutations [NAME]...`.

Two readers of the rules made these changes, each a mistake that somebody could make, in a copy of
the program; some of them survived. Here each is made in a copy of the checkout, and has to be
killed by an assertion of the tests beside it. A change that no longer fits the code says so.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("ledger", "projections", "cli", "tests", "fixtures", "docs")
ASSERTED = re.compile(
    r"^E +(assert |AssertionError|Failed: DID NOT RAISE|.*Refused: )", re.MULTILINE
)
"""How a test says that it has noticed, and not only stumbled; a script says it by a refusal."""


class Mutation(NamedTuple):
    """A mistake: in `file`, `right` becomes `wrong`; one of `tests` has to fail."""

    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


TEXTS = ("tests/ledger/test_reference.py",)
TIES = ("tests/projections/test_tiebreaks.py",)
DECKS = ("tests/projections/test_decks.py",)
DRAFTS = ("tests/projections/drafts/test_orders.py",)
SHEET = ("tests/projections/pairing/test_pod_sheet.py", "tests/cli/test_podsheet.py")
BRACKET = ("tests/projections/test_bracket.py",)
LATE = ("tests/ledger/test_validators_roster.py",)
FLOWN = ("tests/cli/test_flights.py",)
SHARES = ("tests/projections/test_audits_cuts.py",)
ANNOUNCED = ("tests/cli/test_announce.py", "tests/laws/test_announcing.py")
ROUNDS = ("tests/ledger/test_validators_rounds.py",)

CLOSE = ("tests/projections/test_audits_closing.py",)
FACTS = ("tests/laws/test_facts.py",)
MANY = ("tests/web/test_many.py",)
OIDC = ("tests/web/test_oidc.py",)
CALLS = ("tests/ledger/test_calls.py",)
DOOR = ("tests/cli/test_check_in.py", *LATE)
NOTES = ("tests/ledger/proofs/test_notes.py",)
POLICY = ("tests/ledger/proofs/test_policy.py",)
TILES = ("tests/ledger/proofs/test_tiles.py",)
TREE = ("tests/ledger/proofs/test_tree.py",)
VERDICTS = ("tests/ledger/verdicts/test_tables.py",)
FIGURES = (*TIES, "tests/projections/test_published_figures.py")
STANDINGS = (*TIES, "tests/laws/test_standings.py")
LOTS = ("tests/projections/test_lots.py",)
NEW_VERDICTS = ("tests/ledger/verdicts/test_tables_2026.py",)
DRAWN = ("tests/projections/pairing/test_propose.py",)
STATES = ("tests/projections/pairing/test_states.py", *DRAWN)
BEST = ("tests/projections/pairing/test_best.py", *DRAWN)
VERIFYING = ("tests/projections/pairing/test_verifying.py",)
TABLES = ("tests/projections/pairing/test_tables.py",)
LARGE = ("tests/projections/pairing/test_large.py",)
LOCK = ("tests/ledger/test_validators_lock.py",)
RESULTS = ("tests/ledger/test_validators_results.py",)

POSTGRES = ("tests/stores/test_contract.py", "tests/stores/test_postgres.py")

MUTATIONS = {
    "a server that takes a line which follows another one": Mutation(
        "ledger/storage/postgres.sql",
        "RETURN at > 0 AND length",
        "RETURN at >= 0 OR length",
        POSTGRES,
    ),
    "a server that lets its owner remove lines": Mutation(
        "ledger/storage/postgres.sql",
        "ALTER TABLE roundbook.line ENABLE ALWAYS TRIGGER never;",
        "ALTER TABLE roundbook.line ENABLE REPLICA TRIGGER never;",
        POSTGRES,
    ),
    "a standby that did not confirm, taken for one that did": Mutation(
        "ledger/storage/database.py",
        "            if self._warnings:",
        "            if self._warnings and not query:",
        POSTGRES,
    ),
    "a rival who wrote as much, taken for oneself": Mutation(
        "ledger/storage/postgres.py",
        "not (lost and self._stand(lines, after))",
        "not lost",
        POSTGRES,
    ),
    "a swap of brackets if the records differ": Mutation(
        "projections/pairing/pod_sheet.py",
        "and _same(facts, one, other):",
        "and not _same(facts, one, other):",
        SHEET,
    ),
    "the lot of a pod the other way round": Mutation(
        "projections/pairing/pod_sheet.py",
        "draws.lot(key, letter, str(one)) < draws",
        "draws.lot(key, letter, str(one)) > draws",
        SHEET,
    ),
    "opponents' game-win without a floor": Mutation(
        "projections/standings/percentages.py",
        "max(b.rules.win_floor, game_rate(b, player, span) or Fraction(0))",
        "game_rate(b, player, span) or Fraction(0)",
        SHEET,
    ),
    "the first packs of a booster draft to the right": Mutation(
        "projections/drafts.py", "pack % 2 == 1", "pack % 2 == 0", DRAFTS
    ),
    "a Rochester draft that always begins at seat 1": Mutation(
        "projections/drafts.py", "snake(players, opener,", "snake(players, 1,", DRAFTS
    ),
    "a set that is legal a day early": Mutation(
        "ledger/decks/pools.py", "days = self.days_until_legal\n", "days = 20\n", DECKS
    ),
    "a ban that a number takes off": Mutation(
        "ledger/decks/pools.py",
        "other = line.number and number_key(ban.number) != number_key(line.number)",
        "other = bool(line.number)",
        DECKS,
    ),
    "languages judged at every event": Mutation(
        "projections/decks.py",
        "if not asked.premier or asked.local is None:",
        "if asked.local is None:",
        DECKS,
    ),
    "a tenth of the decks rounded down": Mutation(
        "projections/judging/deck_checks.py",
        "-(-len(played) // SHARE)",
        "len(played) // SHARE",
        ("tests/cli/test_deckcheck.py",),
    ),
    "dice that add up to six": Mutation(
        "ledger/reference/trf.toml", "add up to seven", "add up to six", TEXTS
    ),
    "art on sleeves at Premier Events": Mutation(
        "ledger/reference/trf.toml", "the back are forbidden", "the back are allowed", TEXTS
    ),
    "a team with all the Prize cards": Mutation(
        "ledger/reference/trf.toml", "half the Prize cards of", "all the Prize cards of", TEXTS
    ),
    "the winner of a game chooses": Mutation(
        "ledger/reference/trf.toml", "the loser of a game chooses", "the winner chooses", TEXTS
    ),
    "a cap for a player who left after the last round": Mutation(
        "projections/standings/percentages.py",
        "has_left(b, player, span) and b.left[player] < b.planned[player]",
        "has_left(b, player, span) and b.left[player] <= b.planned[player]",
        TIES,
    ),
    "a day two that starts with players of before a correction": Mutation(
        "projections/audits/cuts.py",
        "why = None if event.told else why_choose_again(t, rules, event.pool)",
        "why = None",
        ("tests/laws/test_stages.py", "tests/cli/test_day_two.py"),
    ),
    "byes of a round being played in a table": Mutation(
        "projections/standings/shown.py",
        "seen.rounds[pool, number] = replace(paired, byes=())",
        "pass",
        ("tests/projections/test_shown.py",),
    ),
    "percentages rounded otherwise than they are said to be": Mutation(
        "projections/standings/percentages.py", "2 * rest >= below", "2 * rest > below", TIES
    ),
    "head-to-head between exactly two alone": Mutation(
        "projections/standings/tiebreaks.py",
        'joined = rules.head_to_head == "acyclic"',
        "joined = False",
        TIES,
    ),
    "head-to-head between two also among three": Mutation(
        "projections/standings/tiebreaks.py", "len(level) == 2", "len(level) >= 2", TIES
    ),
    "the first opponent for the last": Mutation(
        "projections/standings/records.py", "in reversed(self.rounds)", "in self.rounds", TIES
    ),
    "a lock that looks at the bracket of one division": Mutation(
        "ledger/state/lock.py",
        "*brackets_seeded(t, match))",
        "*brackets_seeded(t, match)[:1])",
        ("tests/ledger/test_validators_lock.py",),
    ),
    "late players in the size of a flight": Mutation(
        "ledger/state/pools.py",
        "player.losses == 0 and player.after != 0",
        "player.after != 0",
        ("tests/ledger/test_flights.py",),
    ),
    "X-2-0 by losses": Mutation(
        "projections/cut/day_two.py",
        "table[one.player].match_points >= points",
        "table[one.player].losses <= LOSSES",
        ("tests/cli/test_day_two.py", "tests/projections/test_second_day.py"),
    ),
    "a round more to join for Championship Points": Mutation(
        "ledger/validators/late_entry.py",
        "rounds_started(t, pool) < last",
        "rounds_started(t, pool) <= last",
        LATE,
    ),
    "losses for rounds that are only paired": Mutation(
        "ledger/validators/late_entry.py",
        "return rounds_started(t, pool) if pool else 0",
        "return t.latest.get(pool, 0) if pool else 0",
        LATE,
    ),
    "seeds from the last to the first": Mutation(
        "projections/bracket/bracket.py", "seeds[seed - 1] if", "seeds[-seed] if", BRACKET
    ),
    "places of a bracket by seed alone": Mutation(
        "projections/bracket/placements.py", "        if pure:\n", "        if False:\n", BRACKET
    ),
    "results kept for two months": Mutation(
        "ledger/validators/retention.py",
        "- 1 + rules.retention_months",
        "- 2 + rules.retention_months",
        ("tests/cli/test_retention.py",),
    ),
    "round 1 without an announcement": Mutation(
        "ledger/validators/opening.py", "event.told or t.announcement:", "event:", ROUNDS
    ),
    "round 1 before the prizes are announced": Mutation(
        "ledger/validators/opening.py", "said.prizes is not None", "True", ANNOUNCED
    ),
    "round 1 before the cut is announced": Mutation(
        "ledger/validators/opening.py", "if open_:", "if False:", ANNOUNCED
    ),
    "an announcement that forgets the one before": Mutation(
        "cli/acts/announce.py", "    if before is None:\n", "    if True:\n", ANNOUNCED
    ),
    "a cut of two thirds": Mutation(
        "projections/cut/planner.py", "Fraction(1, 2)", "Fraction(2, 3)", SHARES
    ),
    "shares that differ by a factor of three": Mutation(
        "projections/audits/cuts.py", "MOST_APART = 2", "MOST_APART = 3", SHARES
    ),
    "shares that the table has further apart": Mutation(
        "projections/audits/cuts.py", "if further and more.now()", "if more.now()", FLOWN
    ),
    "a cut of more than there are": Mutation(
        "ledger/validators/cut.py", "size > came[division]", "size > 2 * came[division]", SHARES
    ),
    "rounds by the sum of all divisions": Mutation(
        "projections/rounds_by_attendance.py",
        "max(players_per_division.values(), default=0)",
        "sum(players_per_division.values())",
        ("tests/projections/test_schedule.py",),
    ),
    "a close that waits for started rounds alone": Mutation(
        "projections/audits/closing.py", "if not paired.started:", "if False:", CLOSE
    ),
    "a close with results missing": Mutation(
        "projections/audits/closing.py", "elif missing:", "elif False:", CLOSE
    ),
    "a close one round short": Mutation(
        "projections/audits/closing.py",
        "if paired >= planned or",
        "if paired + 1 >= planned or",
        CLOSE,
    ),
    "a second day that nobody owes": Mutation(
        "projections/rounds/cut_short.py",
        "+ max(ages, default=0)",
        "",
        CLOSE,
    ),
    "a cut owed by a division that has left": Mutation(
        "projections/audits/closing.py", "if size and len(inside) > 1 and", "if size and", CLOSE
    ),
    "a bracket owed in single elimination alone": Mutation(
        "projections/audits/closing.py",
        "if len(still) < 2 and not to_replace(t, pool):",
        "if not t.is_elimination or (len(still) < 2 and not to_replace(t, pool)):",
        CLOSE,
    ),
    "a match for third place without a result": Mutation(
        "projections/audits/closing.py",
        "if match and decision(t, match) is None:",
        "if match and decision(t, match):",
        CLOSE,
    ),
    "an override that lets the first rule pass alone": Mutation(
        "ledger/events/event.py", "return (self.rule, *self.also)", "return (self.rule,)", CLOSE
    ),
    "facts that do not bind a correction": Mutation(
        "ledger/validators/results.py",
        "        if _same_result(result, found.result):",
        "        if _same_result(result, found.result) or isinstance(event, ev.ResultCorrected):",
        FACTS,
    ),
    "facts that come later and bind nothing": Mutation(
        "ledger/validators/results.py",
        "    found = ruling(facts, sheet=rules.by_sheet, verdicts=rules.verdicts)",
        "    if isinstance(event, ev.MatchEnded):\n        return\n"
        "    found = ruling(facts, sheet=rules.by_sheet, verdicts=rules.verdicts)",
        FACTS,
    ),
    "a tournament is forgotten though its disk failed": Mutation(
        "cli/web/server/tournaments.py", "if not served.must_stay:", "if True:", MANY
    ),
    "two of the same tournament are open": Mutation(
        "cli/web/server/tournaments.py", "served = self._open.get(slug)", "served = None", MANY
    ),
    "a provider that answers another browser": Mutation(
        "cli/web/access/provider.py", ' or answer.get("state") != here.state', "", OIDC
    ),
    "a token for another program": Mutation(
        "cli/web/access/provider.py",
        '"aud": {"essential": True, "value": self.settings.client_id}',
        '"aud": {"essential": True}',
        OIDC,
    ),
    "a token that may have ended": Mutation(
        "cli/web/access/provider.py", "leeway=LEEWAY", "leeway=10 * LEEWAY", OIDC
    ),
    "a rule that anybody may override": Mutation(
        "ledger/validators/checks.py",
        "may(t, entry.hand, check.by)",
        "True",
        ("tests/ledger/test_validators_staff.py",),
    ),
    "check-in until round 1 is paired": Mutation(
        "ledger/validators/roster.py",
        "not latest_started(t, event.player)",
        "not t.rounds",
        DOOR,
    ),
    "who came late is still to come": Mutation(
        "ledger/state/check_in.py", "if not (player.late or t.is_out", "if not (t.is_out", DOOR
    ),
    "pairing asks though nobody stands at the door": Mutation(
        "ledger/state/check_in.py", "if not t.checked_in:", "if not t.players:", DOOR
    ),
    "a call that was taken stands before those that wait": Mutation(
        "projections/judging/calls_and_messages.py",
        "(one.taken_by is not None, one.seq)",
        "one.seq",
        CALLS,
    ),
    "a table calls twice": Mutation(
        "ledger/validators/judging.py",
        "if not calls_judge(t, event.match):",
        "if event.match not in t.taken:",
        CALLS,
    ),
    "a call stays open though the result is in": Mutation(
        "ledger/state/rounds.py", "return match not in t.results or", "return True or", CALLS
    ),
    "a message to a table is everybody's": Mutation(
        "projections/judging/calls_and_messages.py",
        "    if one.match is not None:",
        "    if one.match is not None and not t.players:",
        CALLS,
    ),
    "A-71: a stage that starts with a result missing": Mutation(
        "ledger/validators/rounds.py",
        "day_two = made is not None and event.round == made.after + 1",
        "day_two = False",
        ("tests/cli/test_day_two.py",),
    ),
    "A-71: a day two that says nothing of a later correction": Mutation(
        "projections/cut/day_two.py",
        "return bool(amiss(before, rules, pool, still, made.after))",
        "return False",
        ("tests/cli/test_day_two.py",),
    ),
    "A-72: a corrected semi-finalist who dropped": Mutation(
        "projections/bracket/tree.py",
        "GONE_ON if",
        "LEFT if",
        ("tests/cli/test_cut.py",),
    ),
    "A-73: a cap until the close where no round is left": Mutation(
        "projections/standings/percentages.py",
        "or cut or pool in ended",
        "or cut",
        ("tests/laws/test_last_rounds.py", "tests/projections/test_tiebreaks.py"),
    ),
    "A-73: a page that caps until the close": Mutation(
        "cli/archive/figures.js",
        "t.closed || cut || ended.has(pool)",
        "t.closed || cut",
        ("tests/node/test_conformance.py",),
    ),
    "A-76: an override by a scorekeeper": Mutation(
        "ledger/state/staff.py",
        "return actor.role in in_charge(t, roles) and counts(t, actor)",
        "return counts(t, actor)",
        ("tests/ledger/test_validators_staff.py",),
    ),
    "A-76: a role that people give themselves": Mutation(
        "ledger/state/staff.py",
        "return opened or actor.role in t.staff.get(actor.id, ())",
        "return True",
        ("tests/ledger/test_validators_staff.py",),
    ),
    "A-77: a random bye whose cost nobody says": Mutation(
        "projections/compare/pairing_quality.py",
        "return across - min(found)",
        "return 0",
        ("tests/cli/test_pair.py",),
    ),
    "A-78: rounds owed though none is legal": Mutation(
        "projections/audits/closing.py",
        "if can_go_on(t, pool):",
        "if True:",
        ("tests/cli/test_close.py",),
    ),
    "A-80: a rounds table that binds pure Swiss": Mutation(
        "projections/audits/rounds.py",
        "if event.told or in_pure_swiss(t):",
        "if event.told:",
        ("tests/cli/test_announce.py",),
    ),
    "A-81: a cut that has to be let pass twice": Mutation(
        "projections/audits/cuts.py",
        "let = isinstance(event, CutMade) and _let_pass(t, rule)",
        "let = False",
        ("tests/cli/test_announce.py",),
    ),
    "A-81: a section that does not speak of half a division": Mutation(
        "projections/audits/cuts.py",
        'cites="roundbook",',
        'cites="TOP §3.3",',
        ("tests/cli/test_announce.py",),
    ),
    "A-82: flights that differ by two without a word": Mutation(
        "projections/reports/text/cut.py",
        "max(one.sizes) - min(one.sizes) < 2",
        "max(one.sizes) - min(one.sizes) < 3",
        ("tests/cli/test_flights.py",),
    ),
    "A-82: an announced cut that flights cannot fill": Mutation(
        "ledger/validators/cut.py",
        "yield from () if event.told else _flights_not_served(t, event)",
        "yield from ()",
        ("tests/cli/test_flights.py",),
    ),
    "A-83: half of the Prize cards for a team": Mutation(
        "ledger/events/decks.py",
        "return 4 if self.limited else 6",
        "return (4 if self.limited else 6) // (2 if self.teams else 1)",
        (
            "tests/cli/test_team.py",
            "tests/ledger/test_formats.py",
        ),
    ),
    "A-84: Sudden Death before an absence": Mutation(
        "ledger/verdicts/decide.py",
        "if facts.judge_told and facts.away in _PRESENT and part.away:",
        "if facts.judge_told and facts.away in _PRESENT and part.away and not has_decider(facts):",
        ("tests/cli/test_verdict.py", "tests/ledger/verdicts/test_tables.py"),
    ),
    "A-85: a turn that nobody plays, to be finished": Mutation(
        "ledger/verdicts/decide.py",
        "return goes_on(NextStep.BEGIN_TURNS, part.between_turns, game=count.game)",
        "return goes_on(NextStep.FINISH_TURNS, part.between_turns, game=count.game)",
        ("tests/cli/test_verdict.py", "tests/ledger/verdicts/test_tables.py"),
    ),
    "A-86: three turns though five were announced": Mutation(
        "ledger/state/match_time.py",
        "number = own.number if said.extra_turns is None else said.extra_turns",
        "number = own.number",
        ("tests/cli/test_time_called.py",),
    ),
    "A-87: a card that a set alone does not name": Mutation(
        "ledger/decks/spelling.py",
        "if named or number\n            else line",
        "if named and number\n            else line",
        ("tests/ledger/test_deck_ways.py",),
    ),
    "A-88: a proxy by anybody": Mutation(
        "ledger/validators/judging.py",
        "if may(t, entry.hand, JUDGES):",
        "if True:",
        ("tests/ledger/test_validators_staff.py",),
    ),
    "A-89: a winner of a final that both lost": Mutation(
        "projections/standings/standings.py",
        "return last if len(last) > 1 else set()",
        "return set()",
        ("tests/projections/test_elimination.py", "tests/cli/test_elimination.py"),
    ),
    "A-89: a final that both may lose": Mutation(
        "ledger/validators/elimination.py",
        "is_last = event.result.verdict is Verdict.DOUBLE_LOSS and _is_last(t, event.match)",
        "is_last = False",
        ("tests/ledger/test_validators_elimination.py",),
    ),
    "A-90: a disqualification without a reason": Mutation(
        "ledger/validators/draws.py",
        "        case ev.PlayerDisqualified()",
        "        case ev.PlayerDisqualified() if False",
        ("tests/ledger/test_validators_roster.py",),
    ),
    "A-91: draft seats drawn again while decks are built": Mutation(
        "ledger/validators/decks.py",
        "if not t.drafts or t.built != len(t.drafts):",
        "if True:",
        ("tests/cli/test_draft.py",),
    ),
    "A-91: deck building undone after a list came": Mutation(
        "ledger/validators/decks.py",
        "    if t.built is not None and t.decks:",
        "    if False:",
        ("tests/cli/test_draft.py",),
    ),
    "A-92: standings with a round that is being played": Mutation(
        "projections/standings/shown.py",
        "return running(t) if live else settled(t)",
        "return t",
        ("tests/projections/test_shown.py",),
    ),
    "A-92: a figure that is blamed on a running round": Mutation(
        "projections/explain/blame.py",
        "        entries = settled_entries(entries, t)\n",
        "",
        ("tests/cli/test_blame.py",),
    ),
    "A-93: a worse round by hand without a question": Mutation(
        "cli/acts/pairing.py",
        "return found.why if found.verdict in {Verdict.WORSE, Verdict.ILLEGAL} else ()",
        "return ()",
        ("tests/cli/test_pair.py",),
    ),
    "A-97: a second bye that nobody may override": Mutation(
        "ledger/validators/in_force.py",
        "Check(byes.second_bye, should=True)",
        "Check(byes.second_bye)",
        ("tests/cli/test_pair.py",),
    ),
    "A-97: a second bye that lint forgets": Mutation(
        "projections/lints.py",
        "    Lint(second_bye),\n",
        "",
        ("tests/cli/test_pair.py",),
    ),
    "A-98: a deck without a Pokémon that goes unremarked": Mutation(
        "projections/decks.py",
        "no Pokémon is listed;",
        "all is well;",
        ("tests/ledger/test_deck_ways.py",),
    ),
    "a line that passes for a node of the tree": Mutation(
        "ledger/proofs/tree.py",
        'hashlib.sha256(b"\\x00" + line)',
        'hashlib.sha256(b"\\x01" + line)',
        TREE,
    ),
    "a leaf behind the end of the tree": Mutation(
        "ledger/proofs/tree.py",
        "if not 0 <= index < size or",
        "if index < 0 or",
        TREE,
    ),
    "a path that may be longer than it has to be": Mutation(
        "ledger/proofs/tree.py",
        "if len(path) != len(sides):\n        return False\n    found",
        "path = path[: len(sides)]\n    if len(path) != len(sides):\n"
        "        return False\n    found",
        TREE,
    ),
    "a longer tree with other lines at its beginning": Mutation(
        "ledger/proofs/tree.py",
        "return older == old_root and newer == root",
        "return newer == root",
        TREE,
    ),
    "two heads of one length that differ": Mutation(
        "ledger/proofs/tree.py",
        "return not path and old_root == root",
        "return not path",
        TREE,
    ),
    "the head of another tournament as an older one": Mutation(
        "ledger/proofs/tree.py",
        "return older.origin == newer.origin and extends(",
        "return extends(",
        NOTES,
    ),
    "the length of a line in a tile, from the wrong end": Mutation(
        "ledger/proofs/tree.py",
        'len(line).to_bytes(2, "big")',
        'len(line).to_bytes(2, "little")',
        TILES,
    ),
    "a full tile that is called partial": Mutation(
        "ledger/proofs/tree.py",
        'if width < WIDTH else ""',
        'if width <= WIDTH else ""',
        TILES,
    ),
    "a forged signature that is passed over": Mutation(
        "ledger/proofs/checkpoints.py",
        "                forged.append(key)\n",
        "                continue\n",
        NOTES,
    ),
    "a witness whose time nobody signed": Mutation(
        "ledger/proofs/checkpoints.py",
        'return f"cosignature/v1\\ntime {time}\\n{text}".encode()',
        'return f"cosignature/v1\\n{text}".encode()',
        NOTES,
    ),
    "a witness's key that also signs as a log": Mutation(
        "ledger/proofs/checkpoints.py",
        "    if key.kind == ED25519:\n",
        "    if key.kind == ED25519 or len(signature.blob) == 64:\n",
        NOTES,
    ),
    "a signature that nobody checks": Mutation(
        "ledger/proofs/notes.py",
        "    except (InvalidSignature, ValueError):\n        return False\n",
        "    except (InvalidSignature, ValueError):\n        return True\n",
        NOTES,
    ),
    "a note with two signatures of one key": Mutation(
        "ledger/proofs/notes.py",
        "if (one.name, one.key_id) not in keys)",
        "if one not in fresh)",
        NOTES,
    ),
    "a note with any number of signatures": Mutation(
        "ledger/proofs/notes.py", " or not lines or len(lines) > MOST:", " or not lines:", NOTES
    ),
    "a key that does not match its number": Mutation(
        "ledger/proofs/notes.py",
        "if str(found) != text.strip():",
        "if not found.key:",
        NOTES,
    ),
    "a quorum that one witness fewer reaches": Mutation(
        "ledger/proofs/policy.py",
        ">= group.needed",
        ">= group.needed - 1",
        POLICY,
    ),
    "witnesses in the place of the log": Mutation(
        "ledger/proofs/policy.py",
        "any(key in by for key in self.logs) and self._met",
        "any(key in by for key in self.logs) or self._met",
        POLICY,
    ),
    "a group that counts a witness twice": Mutation(
        "ledger/proofs/policy.py",
        "if unknown or len({*members}) < len(members):",
        "if unknown:",
        POLICY,
    ),
    "an entry proved for a longer tree than was signed": Mutation(
        "ledger/proofs/entries.py",
        "tree.inclusion(index, checkpoint.size)",
        "tree.inclusion(index)",
        NOTES,
    ),
    "a proof that fits any line": Mutation(
        "ledger/proofs/entries.py",
        "            leaf=leaf(line),\n",
        "            leaf=leaf(line) if not self.path else self.path[0],\n",
        NOTES,
    ),
    "game 2 that counts with exactly half of the Prize cards": Mutation(
        "ledger/verdicts/decide.py",
        "all(2 * left >= facts.initial",
        "all(2 * left > facts.initial",
        VERDICTS,
    ),
    "game 2 that wins the match at one game each": Mutation(
        "ledger/verdicts/decide.py", "if winner is count.leader:", "if winner:", VERDICTS
    ),
    "more Prize cards left that win": Mutation(
        "ledger/verdicts/decide.py",
        "Side.FIRST if first < second else",
        "Side.FIRST if first > second else",
        VERDICTS,
    ),
    "the winner of a game who chooses who begins the next one": Mutation(
        "ledger/verdicts/decide.py",
        "return other(winner) if winner else None",
        "return winner",
        VERDICTS,
    ),
    "a drawn game that is left out in Swiss": Mutation(
        "ledger/verdicts/decide.py",
        "games_started(facts) - count.first - count.second)\n    if facts",
        "0)\n    if facts",
        VERDICTS,
    ),
    "a pod that draws with one game more": Mutation(
        "ledger/verdicts/decide.py",
        "return over(count.leader, Row.POD_MORE",
        "return over(None, Row.POD_MORE",
        VERDICTS,
    ),
    "an absence without a judge": Mutation(
        "ledger/verdicts/decide.py",
        "if facts.judge_told and facts.away in _PRESENT",
        "if facts.away in _PRESENT",
        VERDICTS,
    ),
    "the one who was away wins": Mutation(
        "ledger/verdicts/decide.py",
        "_PRESENT = {Away.FIRST: Side.SECOND, Away.SECOND: Side.FIRST}",
        "_PRESENT = {Away.FIRST: Side.FIRST, Away.SECOND: Side.SECOND}",
        VERDICTS,
    ),
    "a bracket whose first game a coin decides in 2026": Mutation(
        "ledger/verdicts/decide.py",
        "if table.seed_starts and facts.part is Stage.ELIMINATION and not facts.games:",
        "if False:",
        NEW_VERDICTS,
    ),
    "a game without a winner that has not started": Mutation(
        "ledger/verdicts/tally.py",
        "at_play = count.pending or facts.under_way is",
        "at_play = facts.under_way is",
        VERDICTS,
    ),
    "a single game that needs two wins": Mutation(
        "ledger/verdicts/tally.py",
        "is MatchFormat.BEST_OF_THREE else 1\n",
        "is MatchFormat.BEST_OF_THREE else 2\n",
        VERDICTS,
    ),
    "Sudden Death of a match while that of a game is due": Mutation(
        "ledger/verdicts/contradictions.py",
        "        and not count.pending\n        and facts.under_way",
        "        and facts.under_way",
        VERDICTS,
    ),
    "a game that starts after time": Mutation(
        "ledger/verdicts/contradictions.py",
        "        if facts.time is TimeCalled.BETWEEN_GAMES:\n            yield",
        "        if False:\n            yield",
        VERDICTS,
    ),
    "a player without Prize cards who plays on": Mutation(
        "ledger/verdicts/contradictions.py",
        "elif 0 in facts.prizes:",
        "elif facts.prizes == (0, 0):",
        VERDICTS,
    ),
    "more Prize cards than at the start": Mutation(
        "ledger/verdicts/contradictions.py",
        "elif max(facts.prizes) > facts.initial:",
        "elif max(facts.prizes) > 2 * facts.initial:",
        VERDICTS,
    ),
    "games that could still start after time": Mutation(
        "ledger/verdicts/contradictions.py",
        "        return games_started(facts)\n    return 3",
        "        return 3\n    return 3",
        ("tests/ledger/test_validators_endings.py",),
    ),
    "opponents without a floor": Mutation(
        "projections/standings/percentages.py",
        "rate = max(b.rules.win_floor, win_rate(b, player, span) or Fraction(0))",
        "rate = win_rate(b, player, span) or Fraction(0)",
        FIGURES,
    ),
    "opponents without a cap": Mutation(
        "projections/standings/percentages.py",
        "return min(rate, b.rules.win_cap) if is_capped(b, player, span) else rate",
        "return rate",
        FIGURES,
    ),
    "a tie that is worth nothing in a rate": Mutation(
        "projections/standings/percentages.py",
        "half = Fraction(ties, 2) if ties else 0",
        "half = 0",
        FIGURES,
    ),
    "byes among the rounds of a rate": Mutation(
        "projections/standings/percentages.py",
        "rounds = len(parts) - byes - times(Scored.UNPLAYED)",
        "rounds = len(parts) - times(Scored.UNPLAYED)",
        FIGURES,
    ),
    "a dropped opponent who goes on inside another's figure": Mutation(
        "projections/standings/percentages.py",
        "span if own.upto >= span.upto else Span(span.after, own.upto)",
        "span",
        FIGURES,
    ),
    "whoever leaves after the last round of the first day plays on": Mutation(
        "projections/standings/percentages.py",
        "b.left[player] <= span.upto",
        "b.left[player] < span.upto",
        TIES,
    ),
    "a double loss that is no loss": Mutation(
        "projections/standings/records.py",
        "tally[Scored.LOSS] + tally[Scored.DOUBLE_LOSS] + tally[Scored.FORCED_LOSS]",
        "tally[Scored.LOSS] + tally[Scored.FORCED_LOSS]",
        STANDINGS,
    ),
    "a bye without points": Mutation(
        "projections/standings/records.py",
        "scored, rules.win_points, None, games),",
        "scored, rules.loss_points, None, games),",
        STANDINGS,
    ),
    "a round that is lost though it was played": Mutation(
        "projections/standings/records.py",
        "if number not in seated and (through",
        "if (through",
        STANDINGS,
    ),
    "games of the second player as the first had them": Mutation(
        "projections/standings/records.py",
        "Score(here.second, here.first, here.drawn)",
        "Score(here.first, here.second, here.drawn)",
        STANDINGS,
    ),
    "lots for some of those who are tied": Mutation(
        "projections/standings/tiebreaks.py",
        "if all(line.player in drawn for line in level):\n"
        "            return by(lambda line: (drawn[line.player],))(level)",
        "if drawn:\n            return by(lambda line: (drawn.get(line.player, 0),))(level)",
        LOTS,
    ),
    "a disqualified seed who moves the places of others": Mutation(
        "projections/standings/standings.py",
        "if line.seed or line.player not in out]",
        "if line.player not in out]",
        STANDINGS,
    ),
    "a shared place with none left out behind it": Mutation(
        "projections/standings/standings.py",
        "place = len(found) + 1 + empty",
        "place = len({one.place for one in found}) + 1 + empty",
        STANDINGS,
    ),
    "lots for two who lost a final": Mutation(
        "projections/standings/lots.py",
        "if len(group) > 1 and not group & lost:",
        "if len(group) > 1:",
        ("tests/projections/test_elimination.py", "tests/cli/test_elimination.py", *LOTS),
    ),
    "always the first of the best rounds": Mutation(
        "projections/pairing/best_round.py",
        'int.from_bytes(draws.lot(board.key, "round", ""), "big") * ways >> 256',
        "0",
        BEST,
    ),
    "ways to pair that are counted once": Mutation(
        "projections/pairing/best_round.py",
        "            count += ways\n",
        "            count = ways\n",
        BEST,
    ),
    "an opponent whom only one of the two names": Mutation(
        "projections/pairing/board.py",
        "                barred[there].add(i)\n",
        "",
        STATES,
    ),
    "a second bye in a draw": Mutation(
        "projections/pairing/board.py",
        "if player.had_bye}",
        "if not player.id}",
        BEST,
    ),
    "a square that outweighs a gap": Mutation(
        "projections/pairing/board.py",
        "weight = digit * (self.lowest - highest + 1) ** 2",
        "weight = 1",
        BEST,
    ),
    "a bye for the best": Mutation(
        "projections/pairing/board.py",
        "return self.bye * (self.lowest - stands)",
        "return self.bye * stands",
        BEST,
    ),
    "a pair across divisions that costs nothing": Mutation(
        "projections/pairing/board.py",
        "return price + self.across * (one.division != other.division)",
        "return price",
        DRAWN,
    ),
    "the bye of a mixed field from the top": Mutation(
        "projections/pairing/byes.py",
        "key=lambda v: -board.brackets[v])",
        "key=lambda v: board.brackets[v])",
        (*VERIFYING, *DRAWN),
    ),
    "an awarded bye that is paired as well": Mutation(
        "projections/pairing/inputs.py",
        "if p in present - awarded)",
        "if p in present)",
        DRAWN,
    ),
    "a draw that no result moves": Mutation(
        "projections/pairing/inputs.py",
        'outcome = winner_in(pair, verdict) or verdict or "open"',
        'outcome = "open"',
        DRAWN,
    ),
    "a draw that the sides of a slip move": Mutation(
        "projections/pairing/inputs.py",
        "low, high = sorted(pair, key=number_of)",
        "low, high = pair",
        DRAWN,
    ),
    "a table at which another pool plays": Mutation(
        "projections/pairing/table_numbers.py",
        "taken = {*in_play(t, pool), *blocked}",
        "taken = {*blocked}",
        (*TABLES, *DRAWN),
    ),
    "lots that pair players again": Mutation(
        "projections/pairing/draw_by_lots.py",
        "if ground.clean(drawn[0], drawn[1]):",
        "if drawn:",
        LARGE,
    ),
    "a player who is left out of a round": Mutation(
        "projections/pairing/verifying.py",
        'yield from (f"{name} is left out" for name in sorted(self.players.keys() - seated))',
        "yield from ()",
        VERIFYING,
    ),
    "labels that exceed the price of a pair": Mutation(
        "projections/pairing/verifying.py",
        "> 2 * (price * room + LOTS - 1)",
        "> 3 * (price * room + LOTS - 1)",
        VERIFYING,
    ),
    "a circle with a label below nothing": Mutation(
        "projections/pairing/verifying.py",
        "label >= 0 and len(on) % 2",
        "len(on) % 2",
        VERIFYING,
    ),
    "as many groups as others, and nobody alone": Mutation(
        "projections/pairing/verifying.py",
        "len(refusal.groups) > len(others)",
        "len(refusal.groups) >= len(others)",
        VERIFYING,
    ),
    "copies that are all used": Mutation(
        "projections/pairing/verifying.py",
        "if any(out + 2 > c.count for",
        "if any(out > c.count for",
        VERIFYING,
    ),
    "a next round that repeats this one": Mutation(
        "projections/pairing/verifying.py",
        "again = [pair for pair in following if frozenset(pair) in now]",
        "again = list[tuple[str, str]]()",
        VERIFYING,
    ),
    "a corrected bracket while its next round is played": Mutation(
        "ledger/validators/lock.py",
        "rounds_started(t, match.pool) <= match.round:",
        "rounds_started(t, match.pool) <= match.round + 1:",
        LOCK,
    ),
    "a correction that moves day two": Mutation(
        "ledger/validators/lock.py",
        "elif chose_day_two(t, match):",
        "elif False:",
        ("tests/cli/test_day_two.py",),
    ),
    "a rematch of the round before": Mutation(
        "ledger/validators/seating.py",
        "and match.round < event.round",
        "and match.round < event.round - 1",
        ROUNDS,
    ),
    "a match and a bye in one round": Mutation(
        "ledger/validators/seating.py",
        "*(bye.player for bye in event.byes), *event.absent]",
        "*event.absent]",
        ROUNDS,
    ),
    "two random byes in a round": Mutation(
        "ledger/validators/byes.py",
        "if len(drawn) == players % 2:",
        "if len(drawn) >= players % 2:",
        ROUNDS,
    ),
    "a second bye, but no third": Mutation(
        "ledger/validators/byes.py",
        "if had[player] + awarded > most)",
        "if had[player] + awarded > most + 1)",
        ROUNDS,
    ),
    "a sanctioned pod of three": Mutation(
        "ledger/validators/pods.py",
        "seated >= rules.minimum_pod:",
        "seated + 1 >= rules.minimum_pod:",
        LATE,
    ),
    "one person under two numbers": Mutation(
        "ledger/validators/roster.py",
        "if event.player not in t.players and event.commitment not in t.bound:",
        "if event.player not in t.players:",
        LATE,
    ),
    "a drop after a round that has not started": Mutation(
        "ledger/validators/roster.py",
        "if event.after == latest:",
        "if event.after >= latest:",
        LATE,
    ),
    "three wins in a best of three": Mutation(
        "ledger/validators/results.py",
        "return more <= enough and",
        "return more <= most and",
        RESULTS,
    ),
    "a late player with fewer losses": Mutation(
        "ledger/validators/late_entry.py",
        "if not started or event.losses == started:",
        "if not started or event.losses <= started:",
        LATE,
    ),
    "a round that starts without somebody": Mutation(
        "ledger/validators/rounds.py",
        "    elif missed:\n",
        "    elif False:\n",
        ROUNDS,
    ),
}


def main() -> int:
    """Make each change in a copy, and say which tests noticed; return 1 if some did not."""
    asked = sys.argv[1:] or list(MUTATIONS)
    copy = Path(mkdtemp(prefix="mutations-"))
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room)
    for file in ("pyproject.toml", "roundbook.py"):
        shutil.copy(ROOT / file, copy)
    left = [name for name in asked if not _noticed(name, MUTATIONS[name], copy)]
    shutil.rmtree(copy)
    print(f"{len(asked) - len(left)} of {len(asked)} were noticed.")
    return 1 if left else 0


def _noticed(name: str, mutation: Mutation, copy: Path) -> bool:
    """Tell whether a test fails by an assertion, and say so."""
    file = copy / mutation.file
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if mutation.right not in text:
        print(f"GONE     {name}: {mutation.file} says something else now")
        return False
    file.write_text(text.replace(mutation.right, mutation.wrong, 1), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-qx",
        "-n0",
        "-p",
        "no:cacheprovider",
        *mutation.tests,
    ]
    env = {"HYPOTHESIS_PROFILE": "ci", **os.environ}  # A law tries the same examples every time.
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False, env=env)
    file.write_text(text, encoding="utf-8")
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    killed = done.returncode == 1 and bool(failed) and bool(ASSERTED.search(done.stdout))
    # Whatever else ends a run says nothing about the tests, such as a missing pytest.
    last = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()][-1:]
    survived = f"SURVIVED {name}" if done.returncode == 0 else f"STOPPED  {name}: {last}"
    print(f"killed   {name}: {failed[0]}" if killed else survived, flush=True)
    return killed


if __name__ == "__main__":
    sys.exit(main())
