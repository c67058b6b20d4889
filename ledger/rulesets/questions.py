"""What the documents of a season have to answer: questions in their order, and fields in words."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

QuestionName = Literal[
    "edition",
    "announced",
    "retention",
    "divisions",
    "smallest-event",
    "late-entry",
    "lock",
    "points",
    "percentages",
    "draws",
    "tiebreaks",
    "rounds",
    "second-day",
    "match",
    "byes-and-drops",
    "penalties",
    "verdicts",
    "decks",
]


class Question(NamedTuple):
    """A question to the documents, and the fields that hold its answer: each with its words."""

    name: QuestionName
    asks: str
    fields: Mapping[str, str]


QUESTIONS: tuple[Question, ...] = (
    Question(
        "edition",
        "Which days is the edition for, and which sections does it cite?",
        {
            "title": "title of the edition",
            "source": "documents on which it is based",
            "meant_from": "first day it is meant for",
            "meant_until": "last day it is meant for",
            "unchecked": "why its values are not certain",
            "remark": "a note shown to people who open an event",
            "citations": "section cited for",
            "rounds_source": "section with the rounds tables",
        },
    ),
    Question(
        "announced",
        "What are players told before round 1?",
        {"announced": "told before round 1, besides the rounds"},
    ),
    Question(
        "retention",
        "How long must results be kept?",
        {"retention_months": "months for which results are kept"},
    ),
    Question(
        "divisions",
        "Which birth years belong to each division, and which small divisions play together?",
        {
            "divisions": "age divisions by year of birth",
            "divisions.seasons": "years of birth in season",
            "divisions.junior_offset": "years from the oldest Juniors' year of birth to the season",
            "divisions.senior_offset": "years from the oldest Seniors' year of birth to the season",
            "pods": "how small divisions are combined",
            "minimum_division": "players that a division needs to be paired by itself",
        },
    ),
    Question(
        "smallest-event",
        "How many players and rounds does an event need, and does a rematch make it invalid?",
        {
            "minimum_pod": "players that a pod needs, if the event has a sanction number",
            "fewest_rounds": "fewest rounds proposed for fewer players than in the tables",
            "rematch_invalidates_until": "last round in which a rematch makes the event invalid",
            "pairing": "how rounds are paired",
        },
    ),
    Question(
        "late-entry",
        "How late may players join, and do they count towards the number of rounds?",
        {
            "late_entry_until_round": "last round for late entry, if there are Championship Points",
            "late_entry_until": "when late entry ends in that round",
            "late_players_count": "late players count towards the number of rounds and the cut",
        },
    ),
    Question(
        "lock",
        "When can a match record no longer be corrected?",
        {
            "rounds_until_lock": "later rounds after which a record is locked",
            "sanctioned": "events under it may be sanctioned",
        },
    ),
    Question(
        "points",
        "What are a win, a tie and a loss worth?",
        {
            "win_points": "match points for a win",
            "tie_points": "match points for a tie",
            "loss_points": "match points for a loss",
            "tie_word": "word for a tie",
        },
    ),
    Question(
        "percentages",
        "How is a win % calculated, and how does a bye count in it?",
        {
            "rate": "how a win % is calculated",
            "win_floor": "floor for an opponent's win %",
            "win_cap": "cap for the win % of an opponent who dropped",
            "cap_applies": "which opponents the cap applies to",
            "freeze_dropped": "a dropped player's own Op Win % and Op Op Win % stay as they were",
            "awarded_bye": "how an awarded bye counts",
            "awarded_bye_op_op_win": "what an awarded bye counts as in Op Op Win %",
            "op_win_without_opponents": "Op Win % of a player without opponents",
            "own_game_floor": "floor for a player's game-win %",
            "bye_games": "games that a bye counts as won and lost",
            "bye_in_rate": "a bye counts in the player's own win %, if that is by points",
        },
    ),
    Question(
        "draws",
        "In which game may players agree on a draw?",
        {
            "intentional_draws": "players may agree on a draw",
            "intentional_draws_in": "games in which they may",
        },
    ),
    Question(
        "tiebreaks",
        "In which order do the tiebreakers decide?",
        {
            "tiebreaks": "tiebreakers, in order",
            "head_to_head": "when head-to-head decides",
        },
    ),
    Question(
        "rounds",
        "How many rounds, and what cut, for each number of players and kind of event?",
        {
            "one_round_fewer": "the organiser may run one round fewer",
            "vg": "rounds table VG",
            "tcg_two_day": "rounds table TCG two-day",
            "tcg_single_day": "rounds table TCG single-day",
            "tables": "rounds table",
        },
    ),
    Question(
        "second-day",
        "Which rounds count in the percentages on day two?",
        {"day_two": "rounds that count on day two"},
    ),
    Question(
        "match",
        "How long is a match, how many turns follow time, and must a cut be best of three?",
        {
            "times": "minutes of a match",
            "times.best_of_three": "minimum time in minutes, best of three",
            "times.single_constructed": "minimum time in minutes, one game",
            "times.single_limited": "minimum time in minutes, one game, Limited",
            "times.extra_turns": "turns after time",
            "times.turns_within": "time limit for the turns after time, in minutes",
            "times.pre_game": "minutes before the clock starts",
            "cut_best_of_three": "a cut that awards Championship Points is best of three",
        },
    ),
    Question(
        "byes-and-drops",
        "How many byes may a player have, and how does a missed round count?",
        {
            "byes_each": "byes that one player may have without a reason",
            "missed_rounds": "how rounds missed between a drop and the return count",
        },
    ),
    Question(
        "penalties",
        "Which penalties can a judge give?",
        {"penalties": "penalties"},
    ),
    Question(
        "verdicts",
        "How does an unfinished match end, and who goes first?",
        {"verdicts": "table that decides unfinished matches"},
    ),
    Question(
        "decks",
        "How are decks built, which cards are legal, and which languages?",
        {"deck_rules": "rules of deck building"},
    ),
)
"""The questions, in the order in which the documents of a season answer them."""


CHOICES: Mapping[str, Mapping[str, str]] = {
    "announced": {
        "cut": "how many advance in each division; then the sizes of cuts are checked too",
        "prizes": "how many get a prize",
        "format": "what is played",
        "staff": "who is on the staff",
        "breaks": "when there are breaks",
    },
    "pods": {
        "by-division": "each division by itself; if one is too small, all together",
        "tom": "a division that is too small plays with its neighbour: Juniors and Masters with "
        "the Seniors, Seniors with the Masters unless Juniors join them; if two together are too "
        "small, all together",
        "one": "all together, whatever their sizes",
    },
    "pairing": {
        "swiss": "players on the same points meet",
        "pod-sheet": "by the printed sheet of an eight-player pod",
    },
    "late_entry_until": {
        "started": "until that round has started",
        "complete": "until that round is complete",
    },
    "rate": {
        "rounds-played": "wins and half the ties, divided by the rounds played",
        "rounds-planned": "wins, divided by the Swiss rounds of the event; after a drop, by those "
        "taken part in",
        "points": "match points, divided by the most possible",
        "points-of-three": "match points, divided by the most possible in three rounds",
    },
    "cap_applies": {
        "never": "to nobody",
        "dropped": "to those who dropped before the end of Swiss or, with a cut, at any time",
        "dropped-early": "to those who dropped before the last Swiss round",
    },
    "awarded_bye": {
        "bye": "like a random bye",
        "opponent": "as a win against an opponent with 100%",
    },
    "intentional_draws_in": {
        "both": "in the card game and the video game",
        "tcg": "in the card game only",
    },
    "tiebreaks": {
        "late": "players who were on time are above those who were late",
        "op-win": "mean of the opponents' win %",
        "op-op-win": "mean of the opponents' Op Win %",
        "head-to-head": "the match between them",
        "last-opponent": "the standing of the last opponent",
        "lot": "a draw at random; only as the last one",
        "file-order": "the order in the list of players; only as the last one",
        "game-win": "the player's own game-win %",
        "op-game-win": "mean of the opponents' game-win %",
    },
    "head_to_head": {
        "two": "if exactly two players are tied and have met",
        "acyclic": "among all tied players, except those who beat each other in a circle",
    },
    "day_two": {
        "both-days": "those of both days",
        "day-two-only": "those of day two",
    },
    "missed_rounds": {
        "none": "not at all",
        "loss": "as losses",
    },
    "verdicts": {
        "trf-2016": "Sudden Death with one Prize card; game 2 can count in elimination",
        "tcg-2026": "a tiebreaker game with six Prize cards; at 1-0 the winner of game 1 wins",
    },
    "deck_rules": {
        "trf-2016": "as in 2016",
        "tcg-2026-notes": "as in the public notes for 2026, with Radiant and Prism Star cards",
    },
}
"""What the values of a field mean, where a field chooses from some words."""


def in_words(place: str) -> str:
    """Return the words for a place of an edition: `rounds table VG, from 8 players` for `vg[8]`."""
    field, _, row = place.removesuffix("]").partition("[")
    question, known = question_of(place)
    said = " ".join(filter(None, (question.fields[known], field.removeprefix(known).lstrip("."))))
    if not row:
        return said
    return f"{said}, from {row} players" if question.name == "rounds" else f"{said} {row}"


KNOWN = frozenset(
    {one.name for one in QUESTIONS} | {name for one in QUESTIONS for name in one.fields}
)
"""The names of the questions and of all their fields."""


def question_of(place: str) -> tuple[Question, str]:
    """Return the question that a place of an edition answers, and the field under which it does."""
    field = place.partition("[")[0]
    while True:
        for question in QUESTIONS:
            if field in question.fields:
                return question, field
        field = field.rpartition(".")[0]
        assert field, f"no question asks for {place}"


def list_of_all() -> str:
    """Return the lines of an edition's file in which no question has been answered yet."""
    lines = [f'    "{one.name}",{" " * (15 - len(one.name))}# {one.asks}' for one in QUESTIONS]
    return "\n".join(["unanswered = [", *lines, "]\n"])
