"""Every verb as a form: its fields are the words and options that the verb itself takes.

Nothing is listed twice: what a verb learns in the terminal its page knows at once.
"""

from collections.abc import Mapping

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.desk.loading import find
from cli.web.access.permissions import TYPED
from cli.web.desk.fields import FormField, Kind, fields_of
from cli.web.desk.labels import MORE, TITLES
from cli.web.desk.wording import plainly

# What a form says of its act, where the terminal's own page speaks of words and options.

ABOUT: Mapping[str, str] = {
    "amend": """
        The number stays, and so does everything that was played. A player who was
        registered under a placeholder gets their name this way; of somebody on the
        staff, such as h2, only the name can be set right.

        How a name is shown to everybody stands beside the record and needs no reason.
    """,
    "announce": """
        What the players are told before round 1 (TOP §2). Left empty, the number of
        rounds comes from the rounds table, in a single elimination from how many are
        in, and the time of a match is the least that the edition allows (TRF §7.3).
        Where there is a second day, the rounds are those of the first one.

        A Limited event says whether basic Energy is given out, before the date and at
        the event (TRF §11.2). Whether the third place is played for is told now.
    """,
    "award-bye": """
        The player has a bye in that round; it is not paired yet (TOP §3.1).
    """,
    "correct": """
        Another result takes the place of the one that stands, before it locks.
    """,
    "cut": """
        Who plays on in single elimination: of the divisions that are named, or of all
        that have a cut. Left empty, the number is the one that was announced, or the
        one that the rounds table has. The seeds are the places after Swiss of those who
        are still in; where several are level in everything a recorded lot orders them
        (A-23).

        Until the first round of the bracket starts it can be seeded again: the next in
        rank moves up for somebody who has left, and a corrected result is followed
        (A-44).
    """,
    "day-two": """
        Everybody with two losses at most plays on, or the 32 ranked highest, whichever
        are more (TOP §3.3.5; A-19). Match points, byes and opponents carry over (A-20);
        everybody else keeps the place of the first day.
    """,
    "deckcheck draw": """
        Of the players of a pool, or of everybody; by tables, both decks of each are
        taken. Nobody is drawn again before everybody has been. The draw comes from
        recorded chance.
    """,
    "deckcheck record": """
        What is left empty was in order.
    """,
    "disqualify": """
        The player has no place from now on.
    """,
    "draft order": """
        Who picks when, for a number of players. Seats count clockwise.
    """,
    "drop": """
        They leave after the latest round that has started. Nobody drops from single
        elimination: there it is the loss of the match, whatever its result (TOP §3.2).
    """,
    "time-called": """
        How a match stood when it ended or when time was called, and what follows by the
        tables of TRF §8 for Swiss and §9 for a bracket. The first player is the one on
        the left of the slip.

        Games are who won them, in order: 1 or 2; sd1 or sd2, by Sudden Death; both, at
        once and not decided yet; void, for one that does not count.
    """,
    "entropy": """
        What chance gave before everybody's eyes decides with in every later draw.
        Whoever holds the secret of the next draw could foresee it; nobody foresees
        dice. Throw them once, when everything else is settled, and write down what
        came, whatever it is.
    """,
    "extend": """
        It is recorded at once (TRF §7.2), and both players have to be told the minutes.
    """,
    "flights": """
        A division is split into 2, 4, 8 or 16 flights, drawn by lot; 1 gives them up
        again. Each flight plays Swiss apart, and so in fewer rounds; the cut joins them
        again. Flights are the last resort, and as few as the time allows (TOP §3.3.3).
        Left empty, you are shown what each number would mean. Announce the rounds
        afterwards.
    """,
    "late": """
        A loss for every round already started, and the late tag. The player has to be
        told both (TOP §3.1.3).
    """,
    "note": """
        It stands in the ledger for good, so write no names: p17. On card
        interpretations and rulings the head judge has the last word (TRF §1.2).
    """,
    "open": """
        Swiss, swiss-plus-cut and single-elimination are the sanctioned styles. Any
        other is run by hand, with an approval (TOP §3).
    """,
    "pair": """
        The next round of a pool, or of every pool that is ready; before the first one
        the pods are formed. The draw reveals the next secret of the chain, so that
        anyone can draw it again. A bracket is not drawn: it follows from seeds and
        results.

        A round that is paired and has not started is better repaired, so that as few
        players as possible change. Where no round is legal, the one with the fewest
        rematches is the organiser's decision, and stands in the ledger with its reason.
    """,
    "penalty": """
        You are the judge, and the ledger keeps your number. A penalty is caution,
        warning, prize, double-prize, game-loss or match-loss. No result changes by it:
        a lost game or match is reported as such.
    """,
    "post": """
        By name, of a pool or of every pool that waits. What was posted can be shown
        again, and proved. A round may start without it: pairings may also be called
        out.
    """,
    "proxy": """
        For a card that was damaged during the event (TRF §1.7). Only a judge makes one,
        and the damaged card has to be kept. A player-made proxy is a fake card.
    """,
    "erase": """
        The name, the id, the year of birth; of staff (h2) the name. The results stay,
        under the number, and the ledger verifies as before. Before the three months of
        TOP §4 are over it is one person at a time, for a reason. Judge it first: that
        shows what will go. Copies of the folder elsewhere are not reached.
    """,
    "register": "",
    "reinstate": """
        A player who had dropped or was disqualified plays again.
    """,
    "repair": """
        The round that waits to be started: of a pool, or of every pool where it is
        wrong. After a corrected result, a late player, a drop or a reinstatement as few
        players as possible get another opponent (TOP §4); who keeps the opponent keeps
        the table.

        In a bracket nothing is drawn: a match changes only if its players are others
        now (A-50). A round that rests on a wrong record may as well be started as it
        is: the next pairing will be right.
    """,
    "report": """
        A result is games (2-1, 1-1-1), 1 or 2 for who won, tie, id (a tie on which the
        players agreed), double-loss or unplayed. Whoever does not come has lost:
        no-show:1, no-show:2 or no-show:both.
    """,
    "seed": """
        Everybody who is in has a seed at random, all ages in one bracket. The byes of
        round 1 go to the highest seeds (TOP §3.2).

        If somebody comes before round 1 has started, all of its matches are broken: it
        is taken back, the seeds are drawn anew, and it is paired again. Or the player
        is not admitted. After the start nobody is added (TOP §3.2.2).
    """,
    "slips": """
        A slip for every match, of a pool or of every pool that waits. A premier event
        must use match slips (TOP §4).
    """,
    "staff": """
        The record holds a number and a commitment; the name stays beside it. Left
        empty, the staff is listed.
    """,
    "start": """
        The round that is paired: of a pool, or of every pool that waits. From then on
        none of its pairings can change (TOP §4). The players have two minutes to
        shuffle, and then the clock of the round starts (TRF §7.1).
    """,
    "late-tag": """
        Whoever comes late ranks below players of the same match points (TOP §3.1.4.1;
        GTB-2). Where the tag decides places, the explanation for a support ticket is
        shown.
    """,
    "third-place": """
        Those who lost the semi-finals play for it, if that was announced beforehand
        (TOP §3.3.6.1). Without it the better seed of the two is third.
    """,
    "verdict": """
        A calculator for judges: it writes nothing. The first player is the one on the
        left of the slip.

        Games are who won them, in order: 1 or 2; sd1 or sd2, by Sudden Death; both, at
        once and not decided yet; void, for one that does not count.
    """,
    "withdraw": """
        A result, or a round that has not started. What it has locked stays locked.
    """,
}
"""By verb: paragraphs for a page. A verb without any says what its own help says."""


LIST = 20_000
"""So many characters a field of several lines may have."""


class Form(Struct, frozen=True, kw_only=True):
    """A verb to be filled in: what it says of itself, what it asks for, what has to be typed."""

    verb: str
    title: str
    about: tuple[str, ...]
    fields: tuple[FormField, ...]
    danger: str | None = None

    @property
    def typed(self) -> str:
        """The word that has to be typed before the act; empty for one that does no harm."""
        return TYPED[self.danger] if self.danger else ""


def form_of(verb: str) -> Form | None:
    """Return the form of a verb, with its subcommand if it has some; None if there is none."""
    first, _, rest = verb.partition(" ")
    command = find(first)
    if rest and isinstance(command, click.Group):
        command = command.commands.get(rest)
    elif rest:
        return None
    if command is None or (isinstance(command, click.Group) and not rest):
        return None
    about = _paragraphs(command.help or "")
    own = [plainly(text) for text in about[verb not in TITLES :] if "FILE" not in text]
    return Form(
        verb=verb,
        title=TITLES.get(verb) or (about[0].rstrip(".") if about else verb),
        about=tuple(_paragraphs(ABOUT[verb]) if verb in ABOUT else own),
        fields=tuple(
            replace(field, seldom=field.name in MORE.get(verb, ())) for field in fields_of(command)
        ),
        danger=first if first in TYPED else None,
    )


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, but for examples."""
    parts = [part for part in text.split("\n\n") if "\b" not in part]
    return [" ".join(part.split()) for part in parts if part.strip()]


def parts_of(verb: str) -> list[str]:
    """Return a verb's subcommands that write or look, with the verb; itself where it has none."""
    command = find(verb)
    if not isinstance(command, click.Group):
        return [verb]
    return [f"{verb} {part}" for part in command.commands]


def words_of(
    form: Form, filled: Mapping[str, str]
) -> tuple[list[str], dict[str, bool | list[str]]]:
    """Return what was filled in, as the words and the options of the verb."""
    words = list[str]()
    options: dict[str, bool | list[str]] = {}
    for field in form.fields:
        text = filled.get(field.name, "").strip()
        if not text:
            continue
        several = field.kind in {Kind.PLAYERS, Kind.LINES}
        values = [one.strip() for one in text.splitlines() if one.strip()] if several else [text]
        if not field.option:
            words += values
        elif field.kind is Kind.FLAG:
            options[field.choices[0] if text == field.choices[0] else text] = True
        else:
            options[field.option] = values
    return words, options
