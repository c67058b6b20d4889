"""What acts and their fields are called on a page, where the terminal is shorter or stricter."""

from collections.abc import Mapping

LABELS = {
    "id": "Player id",
    "birth-year": "Year of birth",
    "counted": "Cards counted",
    "for": "What for",
    "from": "From whom",
    "by-hand": "Pairings by hand",
    "set": "Late tag",
    "withdraw": "Take back the penalty of entry",
    "match-format": "Games of a match",
    "away": "Late or away",
    "block": "Tables not used",
    "display": "How the name is shown",
    "end": "Last day",
    "fixed": "Fixed seats",
    "initial": "Prizes at the start",
    "lang": "Language",
    "on": "Under way",
    "one-less": "One round less",
    "start": "First day",
}
"""What an option is called on a page, where the terminal is shorter."""

TITLES = {
    "amend": "Set right who a player is",
    "announce": "Announce rounds, cut and times",
    "award-bye": "Award a bye",
    "close": "Close the tournament",
    "correct": "Correct a result",
    "cut": "Make the cut",
    "day-two": "Begin the second day",
    "deck register": "Take in a deck list",
    "deckcheck draw": "Draw whose decks are checked",
    "deckcheck record": "Record a deck check",
    "disqualify": "Disqualify a player",
    "draft seats": "Draw who sits where for a draft",
    "drop": "Drop players",
    "time-called": "Time was called: record how a match stood",
    "entropy": "Add chance that everybody saw",
    "extend": "Give a match more time",
    "flights": "Split a division into flights",
    "late": "Admit a player who comes late",
    "note": "Keep a note",
    "open": "Begin a tournament",
    "pair": "Pair a round",
    "penalty": "Give a penalty",
    "post": "Post the pairings",
    "proxy": "Record a proxy for a damaged card",
    "new-secrets": "Begin a new chain of secrets",
    "erase": "Erase who somebody is",
    "register": "Register a player",
    "reinstate": "Let a player play again",
    "reopen": "Open a closed tournament again",
    "repair": "Repair a round that has not started",
    "report": "Report a result",
    "requests record": "Record who asks for the results",
    "requests answer": "Answer a request",
    "seed": "Draw the seeds",
    "slips": "Print the match slips",
    "staff": "Name somebody to the staff",
    "start": "Start a round",
    "late-tag": "Set or clear the late tag",
    "third-place": "Play for the third place",
    "verdict": "How does an unfinished match end?",
    "withdraw": "Take back a result or a round",
}
"""What an act is called on a page, where the terminal speaks of its words."""

SHORT = {
    "amend": "Amend",
    "award-bye": "Award a bye",
    "deckcheck record": "Deck check",
    "disqualify": "Disqualify",
    "drop": "Drop",
    "time-called": "Time called",
    "extend": "More time",
    "note": "Note",
    "penalty": "Penalty",
    "proxy": "Proxy",
    "reinstate": "Reinstate",
    "late-tag": "Late tag",
    "verdict": "How does it end?",
}
"""What an act is called where there is little room."""

MORE: Mapping[str, frozenset[str]] = {
    "open": frozenset({
        *("edition", "end", "match_format", "pairing", "cards", "championship_points", "sanction"),
    }),
    "register": frozenset({"left_off", "pool", "reason", "display", "parent"}),
    "amend": frozenset({"display", "parent"}),
    "late": frozenset({"pool", "refused", "reason", "display", "parent"}),
    "announce": frozenset({
        *("one_less", "prizes", "turns", "basic_energy", "energy_told_ahead"),
        *("redraft", "cooperative_draft", "flights"),
    }),
    "pair": frozenset({"seats", "first_table", "blocked", "fixed", "allow_rematches"}),
    "repair": frozenset({"blocked"}),
    "penalty": frozenset({"seq", "reason"}),
    "time-called": frozenset({"prizes", "initial", "away", "judge_told", "decider", "result"}),
    "verdict": frozenset({"prizes", "initial", "away", "judge_told", "decider", "edition"}),
    "deckcheck record": frozenset({"left_out", "references"}),
}  # fmt: skip
"""Fields that are seldom filled in, by verb: a page shows them on request."""

AGES = ("junior", "senior", "masters", "open")
"""Divisions, as they are chosen."""
