"""The Python library, writing: every act as a method, typed as its form is declared.

`pytest --regenerate tests/cli/test_python_acts.py` writes this file from cli/forms; not by hand.
"""

from collections.abc import Iterable

from roundbook.cli.library.acting import (
    Acting,
    Answer,
    Day,
    FileOf,
    Lines,
    Time,
    created,
    opened_desk,
)
from roundbook.cli.library.ledger import Ledger, Source
from roundbook.ledger.terms import MatchId, Result


class Desk:
    """A tournament to write to: each act is a method, with values in and the facts out.

    Rule: the same acts, checks and locks as those of the command line, and the same one writer.
    Units: players by number, Player ID or name; matches as `masters-1-14` or by table; results from
    the left player's view, such as `2-1`.
    Errors: Refused if a rule forbids an act (`rule`, `citation`, `hint`), Conflict if another desk
    was first, Misuse if a value makes no sense, Unreadable if the ledger cannot be read.

    >>> desk = roundbook.at(folder, as_="Jo Park", role="judge")
    >>> desk.note("the hall is cold").entries[0].hand.role.value
    'judge'
    """

    def __init__(self, acting: Acting) -> None:
        """Keep the open tournament; `at` and `create` make one."""
        self._acting = acting

    def ledger(self) -> Ledger:
        """Return the ledger as it is now, with what others have written: a value, never changed.

        Rule: the same reading as `roundbook.open`, without reading the file again.
        Units: as Ledger says.
        Errors: Unreadable if the folder was damaged meanwhile.

        >>> len(desk.ledger().tournament.players)
        4
        """
        return self._acting.ledger()

    def given(
        self,
        *,
        cmd: str | None = None,
        seen: int | None = None,
        override: Iterable[str] = (),
        because: str = "",
        dry_run: bool = False,
    ) -> "Desk":
        """Return the desk whose acts have these options; this one stays as it is.

        Rule: an official overrides rules by name, for a reason that is kept for good.
        Units: with the same `cmd`, an act is done once, however often it is sent; `seen` is the
        number of the last entry that the person had seen; a `dry_run` checks and writes nothing.
        Errors: Misuse if `override` and `because` are not given together.

        >>> desk.given(dry_run=True).note("the hall is cold").said[0]
        'Nothing was written.'
        """
        return Desk(
            self._acting.given(
                cmd=cmd, seen=seen, override=override, because=because, dry_run=dry_run
            )
        )

    def amend(
        self,
        who: str,
        *,
        name: str | None = None,
        own_id: str | None = None,
        birth_year: int | None = None,
        birth_date: Day | None = None,
        division: str | None = None,
        reason: str | None = None,
        same_as: str | None = None,
        display: str | None = None,
        parent: bool = False,
    ) -> Answer:
        """Correct a player's details; the number and results stay the same.

        This also names a player who was registered under a placeholder. For a staff member, such as
        h2, only the name can be corrected. How a name is shown in public is not in the ledger and
        needs no reason. To choose for all Seniors under 18 who have not chosen themselves, give
        “seniors” instead of a player.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Player or staff member.
            name: Name. The correct name.
            own_id: Player ID. The correct Player ID.
            birth_year: Year of birth. The correct year of birth. From 1900 to 2100.
            birth_date: Date of birth. The full date of birth, for a .tdf file.
            division: Division. The age division, if the birth year is unknown. One of junior,
                senior, masters, open.
            reason: Reason. For staff, or once a round is posted or started.
            same_as: Same person as. The same person's other registration, which stays.
            display: How the name is shown. In public: full, initial, id or anonymous. One of full,
                initial, id, anonymous.
            parent: A parent chose this for a child under 13.

        Errors: as the class says.

        >>> answer = desk.amend("p2", display="initial")
        """
        values: dict[str, object] = {
            "who": who,
            "name": name,
            "own_id": own_id,
            "birth_year": birth_year,
            "birth_date": birth_date,
            "division": division,
            "reason": reason,
            "same_as": same_as,
            "display": display,
            "parent": parent,
        }
        return self._acting.do("amend", values)

    def announce(
        self,
        *,
        said: Lines | None = None,
        flights: Lines | None = None,
        cut: Lines | None = None,
        day_two: Lines | None = None,
        third_place: bool | None = None,
        prizes: int | None = None,
        prizes_by_place: Lines | None = None,
        text: str | None = None,
        format: str | None = None,
        staff: str | None = None,
        breaks: str | None = None,
        breaks_after: Lines | None = None,
        minutes: int | None = None,
        one_less: bool = False,
        turns: int | None = None,
        turns_within: int | None = None,
        basic_energy: bool | None = None,
        energy_told_ahead: bool | None = None,
        redraft: bool | None = None,
        cooperative_draft: bool | None = None,
    ) -> Answer:
        """Record what the players were told before round 1.

        Records what the players are told before round 1 (TOP §2): at least the rounds, and what the
        edition lists, such as the cut and the prizes, even if there are none. At first, the number
        of rounds comes from the rounds table, or in single elimination from the number of players.
        The match time is that of the imported file, or else the shortest that the edition allows
        (TRF §7.3). If there is a day two, these are the rounds of day one. Later, an empty field
        keeps its value, except the text, the prizes by place and the breaks after rounds: to
        withdraw these, empty the field.

        For a Limited event, announce whether basic Energy is provided, both before the day and at
        the event (TRF §11.2). Announce a 3rd-place match now, too.

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §2, TRF
        §7.3, TRF §11.2.

        Units:
            said: Rounds. Swiss rounds for every pool, such as 5, or for one, such as junior=3;
                “table” uses the rounds table. If empty: what was announced, or else the rounds
                table.
            flights: Flights. The number of flights in a division, such as masters=2, or
                masters=none.
            cut: Cut. The number of players who advance, such as masters=8, or masters=none. If
                empty: what was announced, or else the rounds table; in Swiss without a cut, none.
            day_two: Day two. The number of rounds on day two, such as masters=5.
            third_place: 3rd-place match.
            prizes: Number of players who get prizes. 0 if nobody gets a prize. From 0 to 999999.
            prizes_by_place: Prizes by place. A place, or several, and the prize, such as 1=36 packs
                or 3-4=12 packs.
            text: Text. Anything else that was announced. To withdraw it, empty the field.
            format: Format. What is played, such as Standard, if the event has no format.
            staff: Staff. The staff to announce, if the staff list is empty.
            breaks: Breaks. When there are breaks, such as 'lunch after round 3', or 'none'.
            breaks_after: Breaks after rounds. One round per line, with the minutes of its break,
                such as 3=45.
            minutes: Time. The length of a match, in minutes. If empty: what was announced, or else
                the imported file's time, or the edition's shortest. From 1 to 999.
            one_less: One Swiss round fewer than in the rounds table.
            turns: Turns. The number of extra turns after time. If empty: what was announced, or
                else the edition's number. From 0 to 99.
            turns_within: Minutes for the turns. The time limit, if there is one, for all the turns
                after time. From 1 to 999.
            basic_energy: Basic Energy. Limited: whether basic Energy is provided.
            energy_told_ahead: Basic Energy was also announced before the day of the event. If it
                was not, choose “No”: round 1 can start all the same.
            redraft: Solomon draft: there is a re-draft in a later round.
            cooperative_draft: Solomon draft: players may draft together.

        Errors: as the class says.

        >>> answer = desk.announce(prizes=2, minutes=50)
        """
        values: dict[str, object] = {
            "said": said,
            "flights": flights,
            "cut": cut,
            "day_two": day_two,
            "third_place": third_place,
            "prizes": prizes,
            "prizes_by_place": prizes_by_place,
            "text": text,
            "format": format,
            "staff": staff,
            "breaks": breaks,
            "breaks_after": breaks_after,
            "minutes": minutes,
            "one_less": one_less,
            "turns": turns,
            "turns_within": turns_within,
            "basic_energy": basic_energy,
            "energy_told_ahead": energy_told_ahead,
            "redraft": redraft,
            "cooperative_draft": cooperative_draft,
        }
        return self._acting.do("announce", values)

    def award_bye(
        self,
        who: str,
        number: int,
        *,
        reason: str | None = None,
    ) -> Answer:
        """Grant a player a bye in an upcoming round.

        The player gets a bye in that round, if it has not been paired yet (TOP §3.1).

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.1.

        Units:
            who: Player.
            number: Round. From 1 to 999.
            reason: Why. The reason, without names; it stays in the ledger.

        Errors: as the class says.

        >>> answer = desk.award_bye("p1", 1)
        """
        values: dict[str, object] = {
            "who": who,
            "number": number,
            "reason": reason,
        }
        return self._acting.do("award-bye", values)

    def call(
        self,
        match: str | MatchId,
        *,
        take: bool = False,
        done: bool = False,
        player: str | None = None,
        reason: str | None = None,
    ) -> Answer:
        """Call a judge to a table, take the call, or mark it as done.

        A table can have only one open call. Players can also call a judge on their phones. The
        judge who goes to the table takes the call, and later marks it as done. Record the ruling
        separately, as a note, a penalty or extra time.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            match: Match.
            take: You are going to the table.
            done: The judge has left the table.
            player: Player. The player who called, if that matters.
            reason: Reason. The reason for the call, without names.

        Errors: as the class says.

        >>> answer = desk.call("2", reason="a question")
        """
        values: dict[str, object] = {
            "match": match,
            "take": take,
            "done": done,
            "player": player,
            "reason": reason,
        }
        return self._acting.do("call", values)

    def check_in(
        self,
        *,
        who: str | Iterable[str] | None = None,
        every: bool = False,
        undo: bool = False,
    ) -> Answer:
        """Check in a player who has arrived, before round 1.

        Check-in ends when round 1 starts (TOP §3.1.3). Once anybody has checked in, you are asked
        before round 1 is paired what to do about players who have not.

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.1.3.

        Units:
            who: Players.
            every: Everybody who has not checked in yet.
            undo: Undo a check-in that was a mistake.

        Errors: as the class says.

        >>> answer = desk.check_in(who=["p1", "p2"])
        """
        values: dict[str, object] = {
            "who": who,
            "every": every,
            "undo": undo,
        }
        return self._acting.do("check-in", values)

    def close(
        self,
        *,
        end: Day | None = None,
    ) -> Answer:
        """Close the tournament.

        Locks the last results and makes the places final.

        Players who are tied on every tiebreaker are ordered at random, and each draw is recorded,
        unless the edition orders them differently.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            end: Last day. The last day of the event. If empty: as opened, or today.

        Errors: as the class says.

        >>> answer = desk.close()
        """
        values: dict[str, object] = {
            "end": end,
        }
        return self._acting.do("close", values)

    def correct(
        self,
        match: str | MatchId,
        result: str | Result,
        reason: str,
    ) -> Answer:
        """Replace a result before it locks.

        Replaces the recorded result, if it is not locked yet.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            match: Match.
            result: Result. The games, left player first, such as 2-1; or 1, 2 or tie.
            reason: Reason. Why it was wrong. It stays in the ledger and is shown on the players'
                pages: give no names.

        Errors: as the class says.

        >>> answer = desk.correct("masters-1-1", "0-2", "read upside down")
        """
        values: dict[str, object] = {
            "match": match,
            "result": result,
            "reason": reason,
        }
        return self._acting.do("correct", values)

    def cut(
        self,
        *,
        divisions: Lines | None = None,
        size: int | None = None,
        again: bool = False,
        reason: str | None = None,
    ) -> Answer:
        """Make the cut: choose who advances to single elimination.

        The announced number of players advance, or the number in the rounds table: in the divisions
        you choose, or in every division with a cut. They are seeded by their Swiss places; players
        tied on every tiebreaker are ordered at random, and the draw is recorded, unless the edition
        orders them differently. Until the bracket's first round starts, it can be seeded again: the
        next in the standings moves up if somebody drops, and corrected results count.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            divisions: Divisions.
            size: Size. How many players advance; a number other than the one due needs a reason.
                From 2 to 1024.
            again: Seed the bracket again, before it starts.
            reason: Reason. Why more or fewer players advance than are due, or more than half of a
                division.

        Errors: as the class says.

        >>> answer = desk.cut(divisions="masters")
        """
        values: dict[str, object] = {
            "divisions": divisions,
            "size": size,
            "again": again,
            "reason": reason,
        }
        return self._acting.do("cut", values)

    def day_two(
        self,
        *,
        pool: str | None = None,
        rounds: int | None = None,
        again: bool = False,
        undo: bool = False,
        reason: str | None = None,
    ) -> Answer:
        """Begin day two: choose who advances to it.

        Players with at least the match points in the rounds table advance. If that is X-2-0 (3
        match points for every round but two, with or without ties), at least the top 32 of a
        division advance: with flights, an equal part of each, such as 16 of each of two (TOP
        §3.3.5). Match points, byes and opponents carry over; the others keep their place from day
        one. Without a pool, day two begins in every pool where it is due. Each flight plays its own
        day two; they meet in the cut. Until day two starts, players can be chosen again: the next
        player moves up if somebody drops, and corrected results count.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            pool: Pool.
            rounds: Rounds. The number of rounds on day two. From 1 to 99.
            again: Choose the players again, before day two starts.
            undo: Withdraw day two, before it starts.
            reason: Reason. Why day two has more or fewer rounds.

        Errors: as the class says.

        >>> answer = desk.day_two(pool="masters")
        """
        values: dict[str, object] = {
            "pool": pool,
            "rounds": rounds,
            "again": again,
            "undo": undo,
            "reason": reason,
        }
        return self._acting.do("day-two", values)

    def decide(
        self,
        *,
        entry: int | None = None,
        which: str | None = None,
        reason: str | None = None,
    ) -> Answer:
        """Decide what a merge of two desks left open.

        A merge cannot tell which of two desks is right: look at the slip and ask the players. Until
        you decide, the other desk's entry stays open in the ledger. Without an entry, the open
        contradictions are listed. Correcting the result of the match also settles it.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            entry: Entry. The entry that records the contradiction. From 1 to 999999999.
            which: What counts. Keep what is recorded here, or take the other desk's result. One of
                keep, take.
            reason: Reason. How it was settled, without names.

        Errors: as the class says.

        >>> answer = desk.decide(entry=10, which="take", reason="misread")
        """
        values: dict[str, object] = {
            "entry": entry,
            "which": which,
            "reason": reason,
        }
        return self._acting.do("decide", values)

    def deck_register(
        self,
        who: str,
        *,
        format_name: str | None = None,
        pool_name: str | None = None,
        region: str | None = None,
        basic_energy: bool = False,
        draft: str | None = None,
        file: FileOf | None = None,
    ) -> Answer:
        r"""Import a deck list.

        A new list replaces the earlier one, which is kept. Once the player's first round has
        started, the list cannot change.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Player.
            format_name: Format. The format played. Leave empty for the format of the tournament.
                One of standard, expanded, unlimited, sealed, booster-draft, rochester-draft,
                solomon-draft, 30-card-constructed, 30-card-limited, 2-on-2-constructed,
                2-on-2-limited, team-battle-constructed, team-battle-limited.
            pool_name: Pool. The card pool to check against. One of standard-2015,
                standard-2015-boundaries-crossed, expanded-2015, unlimited-2016,
                standard-2027-notes, expanded-2027-notes.
            region: Region. The region of the event, which decides the legal card languages. One of
                canada, europe, mexico, russia, south-america, united-states, asia-pacific,
                south-africa, latin-america, oceania, middle-east-and-south-africa.
            basic_energy: Limited: the organiser provides basic Energy.
            draft: Draft. The type of Limited event, if the format does not say. One of sealed,
                booster-draft, rochester-draft, solomon-draft.
            file: The deck list.

        Errors: as the class says.

        >>> answer = desk.deck_register(
        ...     "p1",
        ...     format_name="standard",
        ...     file=b"4 Pikachu XY 42\n56 Fire Energy\n",
        ... )
        """
        values: dict[str, object] = {
            "who": who,
            "format_name": format_name,
            "pool_name": pool_name,
            "region": region,
            "basic_energy": basic_energy,
            "draft": draft,
        }
        return self._acting.do("deck register", values, file)

    def deckcheck_draw(
        self,
        *,
        pool: str | None = None,
        tables: int | None = None,
        players: int | None = None,
    ) -> Answer:
        """Draw decks to check.

        Draws players at random, or tables with both their decks, and records the draw. Nobody is
        drawn again until everybody has been drawn. While several pools are playing, choose one of
        them to draw tables; once other pools have ended, to draw players too.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            pool: Pool.
            tables: Tables. The number of tables to draw from the latest round. From 1 to 999.
            players: Players. The number of players; if left out, as many as should still be
                checked. From 1 to 9999.

        Errors: as the class says.

        >>> answer = desk.deckcheck_draw(pool="masters", tables=1)
        """
        values: dict[str, object] = {
            "pool": pool,
            "tables": tables,
            "players": players,
        }
        return self._acting.do("deckcheck draw", values)

    def deckcheck_record(
        self,
        who: str,
        *,
        cards: int | None = None,
        legibility: str | None = None,
        sleeves: str | None = None,
        number: str | None = None,
        contents: str | None = None,
        outcome: str | None = None,
        penalty: str | None = None,
        match: str | MatchId | None = None,
        references: str | None = None,
        left_out: Lines | None = None,
    ) -> Answer:
        """Record a deck check.

        Count the cards first: their number is needed. Anything else that you do not mention counts
        as in order.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Player.
            cards: Cards counted. The number of cards found; a wrong number counts as a problem.
                From 0 to 9999.
            legibility: Legibility. What was hard to read on the list.
            sleeves: Sleeves. What was wrong with the sleeves.
            number: Cards. What was wrong with the number of cards.
            contents: Contents. How the deck differs from the list.
            outcome: Outcome. What was done about the problem.
            penalty: Penalty. The penalty given for the problem, in the same entry. One of caution,
                warning, prize, double-prize, quadruple-prize, game-loss, match-loss.
            match: Match. The match that the penalty belongs to.
            references: References. Which reference cards were missing.
            left_out: Not checked. An item that was not checked. One of legibility, sleeves, cards,
                contents, references.

        Errors: as the class says.

        >>> answer = desk.deckcheck_record("p1", cards=59, penalty="warning")
        """
        values: dict[str, object] = {
            "who": who,
            "cards": cards,
            "legibility": legibility,
            "sleeves": sleeves,
            "number": number,
            "contents": contents,
            "outcome": outcome,
            "penalty": penalty,
            "match": match,
            "references": references,
            "left_out": left_out,
        }
        return self._acting.do("deckcheck record", values)

    def disqualify(
        self,
        who: str,
        reason: str,
    ) -> Answer:
        """Disqualify a player; their matches still count for their opponents.

        The player no longer has a place in the standings. The reason stays in the ledger and its
        archive for good. No public page, feed or table shows it.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Player.
            reason: Why. The reason, without names; it stays in the ledger.

        Errors: as the class says.

        >>> answer = desk.disqualify("p1", "fraud")
        """
        values: dict[str, object] = {
            "who": who,
            "reason": reason,
        }
        return self._acting.do("disqualify", values)

    def draft_build(
        self,
        *,
        reason: str | None = None,
        undo: bool = False,
    ) -> Answer:
        """Start the deck-building time.

        Players have 30 minutes to build their Limited decks (TRF §11.2). The clock page and the
        screen count down these 30 minutes. Once this time has started, the draft seats cannot be
        changed. If you started it by mistake, you can undo that until a deck list is in or round 1
        is paired.

        Rule: all rules of the edition and of the desk that concern its entry, such as TRF §11.2.

        Units:
            reason: Reason. Why deck-building time starts again, or its start is undone; kept in the
                ledger.
            undo: Undo a start that was a mistake.

        Errors: as the class says.

        >>> answer = desk.draft_build()
        """
        values: dict[str, object] = {
            "reason": reason,
            "undo": undo,
        }
        return self._acting.do("draft build", values)

    def draft_seats(
        self,
        *,
        kind: str | None = None,
        reason: str | None = None,
        undo: bool = False,
    ) -> Answer:
        """Draw the seats for a draft.

        Every active player gets a random seat, drawn with the next secret of the chain. The players
        are spread evenly over as few tables as possible, with at most eight at each. In a Solomon
        draft, two players sit at each table, and seat 1 counts as the winner of the coin flip.
        Seats drawn by mistake can be withdrawn until decks are being built or round 1 is paired.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            kind: Kind. Leave empty if the event's format decides it. One of booster, rochester,
                solomon.
            reason: Reason. Why the seats are drawn again or withdrawn; it stays in the ledger.
            undo: Withdraw seats that were drawn by mistake.

        Errors: as the class says.

        >>> answer = desk.draft_seats(kind="booster")
        """
        values: dict[str, object] = {
            "kind": kind,
            "reason": reason,
            "undo": undo,
        }
        return self._acting.do("draft seats", values)

    def drop(
        self,
        who: str | Iterable[str],
    ) -> Answer:
        """Drop a player.

        The players drop after the latest round that has started. In single elimination, a player
        who drops loses the match, whatever its result (TOP §3.2).

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.2.

        Units:
            who: Players.

        Errors: as the class says.

        >>> answer = desk.drop(["p1", "p3"])
        """
        values: dict[str, object] = {
            "who": who,
        }
        return self._acting.do("drop", values)

    def entropy(
        self,
        text: str,
        source: str,
        *,
        pool: str | None = None,
    ) -> Answer:
        """Add a public random value, such as a dice roll, to every later draw.

        Adds something random that everybody saw, such as a dice roll, to every later draw. The
        staff member who holds the secret of the next draw could predict that draw, but nobody can
        predict dice. Roll the dice once, when everything else is settled, and write down the
        result, whatever it is.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            text: Text.
            source: Source. Where the text came from, such as dice.
            pool: Pool. The pool whose draws use the text; if left out, all pools.

        Errors: as the class says.

        >>> answer = desk.entropy("4 2", "dice")
        """
        values: dict[str, object] = {
            "text": text,
            "source": source,
            "pool": pool,
        }
        return self._acting.do("entropy", values)

    def erase(
        self,
        *,
        who: str | Iterable[str] | None = None,
        everybody: bool = False,
        entry: int | None = None,
        reason: str | None = None,
    ) -> Answer:
        """Erase a person's name and details; the results stay.

        Erases the name, Player ID and year of birth of a player, or the name of a staff member such
        as h2. The results stay under the player's number, and the ledger can still be verified. A
        reason is needed; for everybody, only if the event was closed late. While results have to be
        kept (TOP §4), erase one person at a time. The check shows what will be erased. Copies of
        the folder elsewhere are not erased.

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §4.

        Units:
            who: Player.
            everybody: Everybody; refused while results must be kept.
            entry: Not admitted. The ledger entry of the player who was not admitted.
            reason: Reason. The reason, without names; it stays in the ledger.

        Errors: as the class says.

        >>> answer = desk.erase(who="p1", reason="on request")
        """
        values: dict[str, object] = {
            "who": who,
            "everybody": everybody,
            "entry": entry,
            "reason": reason,
        }
        return self._acting.do("erase", values)

    def extend(
        self,
        match: str | MatchId,
        minutes: int,
        *,
        informed: bool = False,
        reason: str | None = None,
        instead: bool = False,
    ) -> Answer:
        """Give a match more time.

        The extra time is recorded at once (TRF §7.2). Tell both players how many minutes they have.

        Rule: all rules of the edition and of the desk that concern its entry, such as TRF §7.2.

        Units:
            match: Match.
            minutes: Minutes. From 0 to 999.
            informed: Both players have been told how many extra minutes they have.
            reason: Reason. The reason. It stays in the ledger and is shown on the players' pages:
                give no names.
            instead: Replace the extra time given before; needs a reason.

        Errors: as the class says.

        >>> answer = desk.extend("1", 5, informed=True)
        """
        values: dict[str, object] = {
            "match": match,
            "minutes": minutes,
            "informed": informed,
            "reason": reason,
            "instead": instead,
        }
        return self._acting.do("extend", values)

    def fact(
        self,
        spec: str,
        id: str,
        *,
        data: str | None = None,
    ) -> Answer:
        """Record a fact from another program in the ledger; it changes nothing else.

        Another program can record something about this event, such as a seating plan or a stream.
        The fact is kept and shown under the name of that program. No rule reads it, and it changes
        neither pairings nor standings. Write player numbers instead of names.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            spec: Program. The program, and where its facts are explained, such as
                example.org/seats/1.
            id: ID. What the program calls the fact.
            data: Data. A JSON object of at most 4,096 bytes, such as {'table': 7}.

        Errors: as the class says.

        >>> answer = desk.fact("example.org/seats/1", "plan-2", data='{"table": 7}')
        """
        values: dict[str, object] = {
            "spec": spec,
            "id": id,
            "data": data,
        }
        return self._acting.do("fact", values)

    def flights(
        self,
        *,
        wanted: Lines | None = None,
        reason: str | None = None,
        at_most: int | None = None,
    ) -> Answer:
        """Split a large division into flights.

        Splits a division at random into 2, 4, 8 or 16 flights; 1 removes them. Each flight plays
        its own Swiss rounds, and needs fewer of them; the cut brings the flights together again.
        Flights are a last resort: use as few as the time allows (TOP §3.3.3). Leave the form empty
        to see what each number of flights would mean. First announce the number of flights,
        together with the rounds; then draw the flights.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            wanted: Flights of each division.
            reason: Reason. The reason; needed only to assign flights again.
            at_most: At most. The maximum number of rounds per flight; shows the fewest flights
                needed. From 1 to 99.

        Errors: as the class says.

        >>> answer = desk.flights(wanted={"masters": 2})
        """
        values: dict[str, object] = {
            "wanted": wanted,
            "reason": reason,
            "at_most": at_most,
        }
        return self._acting.do("flights", values)

    def late(
        self,
        name: str,
        *,
        own_id: str | None = None,
        birth_year: int | None = None,
        birth_date: Day | None = None,
        division: str | None = None,
        informed: bool = False,
        pool: str | None = None,
        refused: bool = False,
        reason: str | None = None,
        display: str | None = None,
        parent: bool = False,
    ) -> Answer:
        """Admit a player who arrives after the start.

        The player gets a loss for every round already started, and the late tag, and must be told
        what that means (TOP §3.1.3).

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.1.3.

        Units:
            name: Name.
            own_id: Player ID. The number on the player's account, such as 4711.
            birth_year: Year of birth. The year of birth, such as 2012. From 1900 to 2100.
            birth_date: Date of birth. The full date of birth, for a .tdf file.
            division: Division. The age division, if the birth year is unknown. One of junior,
                senior, masters, open.
            informed: The player has been told about the losses and the late tag.
            pool: Pool. The pool to play in, if the division has none yet.
            refused: Do not admit the player (needs a reason).
            reason: Reason. Why the player was not admitted.
            display: How the name is shown. In public: full, initial, id or anonymous. One of full,
                initial, id, anonymous.
            parent: A parent chose this for a child under 13.

        Errors: as the class says.

        >>> answer = desk.late("Fay Ode", birth_year=1990, informed=True)
        """
        values: dict[str, object] = {
            "name": name,
            "own_id": own_id,
            "birth_year": birth_year,
            "birth_date": birth_date,
            "division": division,
            "informed": informed,
            "pool": pool,
            "refused": refused,
            "reason": reason,
            "display": display,
            "parent": parent,
        }
        return self._acting.do("late", values)

    def late_tag(
        self,
        who: str,
        late: str,
        reason: str,
    ) -> Answer:
        """Set or clear a player's late tag.

        If the edition has the tiebreaker “late”, players with the late tag rank below other players
        with the same match points (TOP §3.1.4.1; GTB). If the tag decides any places, an
        explanation to copy into a support ticket is shown.

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.1.4.1.

        Units:
            who: Player.
            late: Late tag. Set the late tag, or clear it. One of set, clear.
            reason: Why. The reason, without names; it stays in the ledger.

        Errors: as the class says.

        >>> answer = desk.late_tag("p1", "set", "was late")
        """
        values: dict[str, object] = {
            "who": who,
            "late": late,
            "reason": reason,
        }
        return self._acting.do("late-tag", values)

    def message(
        self,
        *,
        text: str | None = None,
        division: str | None = None,
        match: str | MatchId | None = None,
        withdraw: int | None = None,
    ) -> Answer:
        """Send a message to everybody, a division or a table.

        Players see the message on their phones and on the screen until it is withdrawn. A message
        to a table is only on the pages of its players, which anybody can open, until the match is
        over; if sent later, until the next round is paired. The public feed and the ledger keep
        every message, so write a player number such as p17 instead of a name; the pages show the
        name.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            text: Message.
            division: Division. The division that gets the message; everybody, if none is chosen.
                One of Junior, Senior, Masters, Open.
            match: Table. Only for the players at this table; the public feed has it too.
            withdraw: Withdraw the message in entry. The entry number of the message to withdraw.

        Errors: as the class says.

        >>> answer = desk.message(text="Lunch until one.")
        """
        values: dict[str, object] = {
            "text": text,
            "division": division,
            "match": match,
            "withdraw": withdraw,
        }
        return self._acting.do("message", values)

    def new_secrets(
        self,
        reason: str,
    ) -> Answer:
        """Begin a new chain of secrets for the draws.

        Use this if the old chain is lost, or to continue an imported event here, which this
        machine's key then signs. The new chain begins on this machine, and the reason stays in the
        ledger.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            reason: Reason. The reason. It stays in the ledger: give no names.

        Errors: as the class says.

        >>> answer = desk.new_secrets("lost")
        """
        values: dict[str, object] = {
            "reason": reason,
        }
        return self._acting.do("new-secrets", values)

    def note(
        self,
        text: str,
        *,
        match: str | MatchId | None = None,
        who: str | None = None,
        ruling: bool = False,
    ) -> Answer:
        """Record a note in the ledger; it changes nothing else.

        The note stays in the ledger, so write a player number such as p17 instead of a name. The
        head judge has the final word on card interpretations and rulings (TRF §1.2).

        Rule: all rules of the edition and of the desk that concern its entry, such as TRF §1.2.

        Units:
            text: Text.
            match: Match. The match that the note is about.
            who: Player. The player whom the note is about.
            ruling: A ruling by the head judge, or by the organiser if there is none.

        Errors: as the class says.

        >>> answer = desk.note("slow play", match="1")
        """
        values: dict[str, object] = {
            "text": text,
            "match": match,
            "who": who,
            "ruling": ruling,
        }
        return self._acting.do("note", values)

    def pair(
        self,
        *,
        pool: str | None = None,
        absent: str | None = None,
        again: bool = False,
        reason: str | None = None,
        seats: str | None = None,
        anyway: bool = False,
        first_table: int | None = None,
        blocked: str | None = None,
        fixed: Lines | None = None,
        allow_rematches: bool = False,
    ) -> Answer:
        """Pair the next round.

        Pairs the next round of a pool, or of every pool that is ready; the pods are formed before
        the first round. The draw reveals the next secret of the chain, so that anyone can repeat
        it. A bracket is not random: its pairings follow from seeds and results.

        If a round is paired but has not started, repair it instead: then as few players as possible
        get another opponent. If rematches cannot be avoided, an official may allow as few as
        possible; the reason stays in the ledger.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            pool: Pool.
            absent: Players who have not checked in. Before round 1: drop players who have not
                checked in, or pair them anyway. One of drop, keep.
            again: Pair the whole round again, before it starts.
            reason: Reason. Why the round is paired by hand or again; the reason stays in the
                ledger.
            seats: Pairings by hand. The pairings by number, such as p1-p2 p3-p4 bye:p5.
            anyway: Pair by hand although a better pairing is possible.
            first_table: First table. The first table number. From 1 to 999999.
            blocked: Tables to leave out. Table numbers, such as 5-8,12.
            fixed: Fixed tables. A table for a player in this and all later rounds, such as p7=3, or
                p7=none to end it.
            allow_rematches: Pair with the fewest rematches, if rematches cannot be avoided.

        Errors: as the class says.

        >>> answer = desk.pair(pool="masters")
        """
        values: dict[str, object] = {
            "pool": pool,
            "absent": absent,
            "again": again,
            "reason": reason,
            "seats": seats,
            "anyway": anyway,
            "first_table": first_table,
            "blocked": blocked,
            "fixed": fixed,
            "allow_rematches": allow_rematches,
        }
        return self._acting.do("pair", values)

    def penalty(
        self,
        who: str,
        *,
        penalty: str | None = None,
        infraction: str | None = None,
        match: str | MatchId | None = None,
        seq: int | None = None,
        reason: str | None = None,
    ) -> Answer:
        """Give a player a penalty, or withdraw one.

        The penalty is recorded with you as the judge; it must be one that the edition has. A
        disqualification is recorded separately.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Player.
            penalty: Penalty. A penalty does not change the result by itself. Include the lost game
                or match in the result that you report. One of caution, warning, prize,
                double-prize, quadruple-prize, game-loss, match-loss.
            infraction: Infraction. The infraction, without names.
            match: Match. The match that the penalty belongs to.
            seq: Withdraw the penalty in entry. The entry number of the penalty to withdraw.
            reason: Reason. Why it is withdrawn.

        Errors: as the class says.

        >>> answer = desk.penalty("p1", penalty="game-loss", infraction="59 cards")
        """
        values: dict[str, object] = {
            "who": who,
            "penalty": penalty,
            "infraction": infraction,
            "match": match,
            "seq": seq,
            "reason": reason,
        }
        return self._acting.do("penalty", values)

    def post(
        self,
        *,
        pool: str | None = None,
        number: int | None = None,
        paper: str | None = None,
        language: str | None = None,
    ) -> Answer:
        """Print the pairings for the players, and record what was posted.

        Posts the pairings by name, for one pool or for every pool whose round is waiting to start.
        A posting can be shown again later, and proved. A round may start without a posting:
        pairings may also be called out.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            pool: Pool.
            number: Round. Leave empty for the latest round. From 1 to 999.
            paper: Paper. One of a4, letter.
            language: Language. The language of the printout. One of en, de, es, fr.

        Errors: as the class says.

        >>> answer = desk.post(pool="masters", paper="a4")
        """
        values: dict[str, object] = {
            "pool": pool,
            "number": number,
            "paper": paper,
            "language": language,
        }
        return self._acting.do("post", values)

    def proxy(
        self,
        who: str,
        card: str,
        reason: str,
        *,
        kept: bool = False,
    ) -> Answer:
        """Record a judge's proxy for a card damaged at the event.

        A proxy replaces a card that was damaged during the event (TRF §1.7). Only a judge may make
        a proxy, or the organiser if the staff list has no judge, and the damaged card must be kept.
        A proxy made by a player is a fake card.

        Rule: all rules of the edition and of the desk that concern its entry, such as TRF §1.7.

        Units:
            who: Player.
            card: Card.
            reason: Damaged. How the card was damaged.
            kept: The damaged card is kept for reference during play.

        Errors: as the class says.

        >>> answer = desk.proxy("p1", "Switch ROS 91", "bent", kept=True)
        """
        values: dict[str, object] = {
            "who": who,
            "card": card,
            "reason": reason,
            "kept": kept,
        }
        return self._acting.do("proxy", values)

    def register(
        self,
        who: str,
        *,
        own_id: str | None = None,
        birth_year: int | None = None,
        birth_date: Day | None = None,
        division: str | None = None,
        left_off: bool = False,
        pool: str | None = None,
        reason: str | None = None,
        display: str | None = None,
        parent: bool = False,
    ) -> Answer:
        """Register a player, or every player in a list.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Name.
            own_id: Player ID. The number on the player's account, such as 4711.
            birth_year: Year of birth. The year of birth, such as 2012. From 1900 to 2100.
            birth_date: Date of birth. The full date of birth, for a .tdf file.
            division: Division. The age division, if the birth year is unknown. One of junior,
                senior, masters, open.
            left_off: The player was left off the list by mistake: no late tag.
            pool: Pool. For a player left off the list: the pool to play in.
            reason: Reason. How it happened.
            display: How the name is shown. In public: full, initial, id or anonymous. One of full,
                initial, id, anonymous.
            parent: A parent chose this for a child under 13.

        Errors: as the class says.

        >>> answer = desk.register("Fay Ode", birth_year=1990)
        """
        values: dict[str, object] = {
            "who": who,
            "own_id": own_id,
            "birth_year": birth_year,
            "birth_date": birth_date,
            "division": division,
            "left_off": left_off,
            "pool": pool,
            "reason": reason,
            "display": display,
            "parent": parent,
        }
        return self._acting.do("register", values)

    def reinstate(
        self,
        who: str,
        reason: str,
    ) -> Answer:
        """Let a player who dropped or was disqualified play again.

        A player who dropped or was disqualified is active again, and plays if a round is left for
        them. Unless the edition ignores them, Swiss rounds that started in the meantime count as
        losses without an opponent (TOP §3.1.3). A bracket that has gone on, or was made without the
        player, stays as it is. If a round is paired but has not started, repair it. The late tag is
        neither set nor cleared.

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.1.3.

        Units:
            who: Player.
            reason: Why. The reason, without names; it stays in the ledger.

        Errors: as the class says.

        >>> answer = desk.reinstate("p1", "was here")
        """
        values: dict[str, object] = {
            "who": who,
            "reason": reason,
        }
        return self._acting.do("reinstate", values)

    def reopen(
        self,
        reason: str,
    ) -> Answer:
        """Reopen a closed tournament.

        Only the organiser who opened the event, and organisers on the staff list, may do this.
        Locked results stay locked.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            reason: Reason. The reason; public tables and the feed show it.

        Errors: as the class says.

        >>> answer = desk.reopen("a slip came late")
        """
        values: dict[str, object] = {
            "reason": reason,
        }
        return self._acting.do("reopen", values)

    def repair(
        self,
        *,
        pool: str | None = None,
        reason: str | None = None,
        blocked: str | None = None,
    ) -> Answer:
        """Fix a paired round, changing as few pairings as possible.

        Repairs the round that is waiting to start, in one pool or in every pool whose round is
        wrong. After a corrected result, a late player, a drop or a reinstatement, as few players as
        possible get a new opponent (TOP §4); players who keep their opponent keep their table.

        In a bracket nothing is random: a match changes only if its players have changed. A Swiss
        round that was paired from a wrong record may also be started unchanged, if its players are
        still the same: the next round will be paired correctly. Pair a round of a pod sheet again
        instead; seed a bracket again if it has not started.

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §4.

        Units:
            pool: Pool.
            reason: Reason. What made the round wrong; this stays in the ledger.
            blocked: Tables to leave out. Table numbers, such as 5-8,12.

        Errors: as the class says.

        >>> answer = desk.repair(pool="masters")
        """
        values: dict[str, object] = {
            "pool": pool,
            "reason": reason,
            "blocked": blocked,
        }
        return self._acting.do("repair", values)

    def report(
        self,
        match: str | MatchId,
        result: str | Result,
        *,
        leaving: str | Iterable[str] | None = None,
    ) -> Answer:
        """Report the result of a match.

        Enter a result as games (2-1, 1-1-1), 1 or 2 for the winner, tie, id (an intentional draw),
        double-loss or unplayed. For players who did not show up, and so lose, enter no-show:1,
        no-show:2 or no-show:both.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            match: Match.
            result: Result.
            leaving: Drop. Players who drop after this match.

        Errors: as the class says.

        >>> answer = desk.report("masters-1-1", "2-1")
        """
        values: dict[str, object] = {
            "match": match,
            "result": result,
            "leaving": leaving,
        }
        return self._acting.do("report", values)

    def requests_answer(
        self,
        number: int,
        *,
        text: str | None = None,
        file: FileOf | None = None,
    ) -> Answer:
        r"""Answer a request.

        Records which file you hand over, and shows the receipt. Nothing is sent.

        You can prove later which file it was: its SHA-256 is in the ledger.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            number: Request. From 1 to 9999.
            text: Note. A description of the file, without names.
            file: The file that you hand over.

        Errors: as the class says.

        >>> answer = desk.requests_answer(1, file=b"4 Pikachu XY 42\n56 Fire Energy\n")
        """
        values: dict[str, object] = {
            "number": number,
            "text": text,
        }
        return self._acting.do("requests answer", values, file)

    def requests_record(
        self,
        source: str,
        *,
        reference: str | None = None,
        text: str | None = None,
    ) -> Answer:
        """Record a request for the results.

        Write player numbers such as p17, not names.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            source: From whom. The person or office that made the request.
            reference: Reference. The reference they use for the request.
            text: Request. What was requested.

        Errors: as the class says.

        >>> answer = desk.requests_record("the office")
        """
        values: dict[str, object] = {
            "source": source,
            "reference": reference,
            "text": text,
        }
        return self._acting.do("requests record", values)

    def seed(
        self,
        *,
        reason: str | None = None,
    ) -> Answer:
        """Draw the seeds for single elimination.

        Gives every active player a random seed, with all ages in one bracket. The byes in round 1
        go to the highest seeds (TOP §3.2).

        If somebody joins before round 1 has started, draw the seeds again: this withdraws a paired
        round 1, so pair it again; all of its matches change. The alternative is not to admit the
        player. After the start nobody can be added (TOP §3.2.2).

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.2, TOP
        §3.2.2.

        Units:
            reason: Reason. The reason, such as who joined or dropped; needed only to draw the seeds
                again.

        Errors: as the class says.

        >>> answer = desk.seed()
        """
        values: dict[str, object] = {
            "reason": reason,
        }
        return self._acting.do("seed", values)

    def slips(
        self,
        *,
        pool: str | None = None,
        number: int | None = None,
        paper: str | None = None,
        language: str | None = None,
    ) -> Answer:
        """Print the match slips, and record what was printed.

        Prints a slip for every match, for one pool or for every pool whose round is waiting to
        start. A Premier Event must use match slips (TOP §4).

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §4.

        Units:
            pool: Pool.
            number: Round. Leave empty for the latest round. From 1 to 999.
            paper: Paper. One of a4, letter.
            language: Language. The language of the printout. One of en, de, es, fr.

        Errors: as the class says.

        >>> answer = desk.slips(pool="masters", paper="a4")
        """
        values: dict[str, object] = {
            "pool": pool,
            "number": number,
            "paper": paper,
            "language": language,
        }
        return self._acting.do("slips", values)

    def staff(
        self,
        *,
        name: str | None = None,
        roles: Lines | None = None,
    ) -> Answer:
        """Add people to the staff, or list the staff.

        The ledger stores a number and a cryptographic commitment to the name; the name itself is
        kept outside the ledger. Without a name, the command lists the staff.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            name: Name.
            roles: Role. One of organiser, head-judge, judge, scorekeeper.

        Errors: as the class says.

        >>> answer = desk.staff(name="Jo Park", roles="judge")
        """
        values: dict[str, object] = {
            "name": name,
            "roles": roles,
        }
        return self._acting.do("staff", values)

    def start(
        self,
        *,
        pool: str | None = None,
        clock_at: Time | None = None,
    ) -> Answer:
        """Start the paired round.

        Starts the paired round of one pool, or of every pool whose round is waiting to start. From
        then on none of its pairings can change (TOP §4). The players have two minutes to shuffle,
        and then the clock of the round starts (TRF §7.1). If this is a player's first round, a deck
        list from their phone that you have not decided on is discarded; all sign-ups are deleted
        when round 1 starts.

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §4, TRF
        §7.1.

        Units:
            pool: Pool.
            clock_at: Clock starts at. The time when the clock starts, such as 14:02. Leave empty
                for two minutes from now.

        Errors: as the class says.

        >>> answer = desk.start(pool="masters")
        """
        values: dict[str, object] = {
            "pool": pool,
            "clock_at": clock_at,
        }
        return self._acting.do("start", values)

    def team_form(
        self,
        name: str,
        who: str,
        partner: str,
    ) -> Answer:
        """Form a team.

        Two registered players play a team battle as one team. The player named first represents the
        team: results and places are the team's. Both players hand in a deck list. Teams can only be
        formed before round 1 is paired.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            name: Team. The name of the team, without names of players.
            who: Player.
            partner: Partner.

        Errors: as the class says.

        >>> answer = desk.team_form("Rocket", "p1", "p2")
        """
        values: dict[str, object] = {
            "name": name,
            "who": who,
            "partner": partner,
        }
        return self._acting.do("team form", values)

    def team_split(
        self,
        who: str,
        reason: str,
    ) -> Answer:
        """Split a team.

        Use this if a team was formed by mistake. Its two players become single players again. Teams
        can only be split before round 1 is paired.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Player.
            reason: Reason. The reason for the split; it stays in the ledger.

        Errors: as the class says.

        >>> answer = desk.team_split("p1", "other partners")
        """
        values: dict[str, object] = {
            "who": who,
            "reason": reason,
        }
        return self._acting.do("team split", values)

    def third_place(
        self,
        *,
        pool: str | None = None,
        table: int | None = None,
    ) -> Answer:
        """Pair the 3rd-place match.

        The players who lost the semi-finals play for third place, if that was announced beforehand
        (TOP §3.3.6.1). Without the match, third place goes to the better-seeded of the two if there
        was a Swiss stage, or, in pure single elimination, to the one who lost to the winner (TOP
        §3.2.3).

        Rule: all rules of the edition and of the desk that concern its entry, such as TOP §3.3.6.1,
        TOP §3.2.3.

        Units:
            pool: Pool.
            table: Table. The table for the match. From 1 to 999999.

        Errors: as the class says.

        >>> answer = desk.third_place()
        """
        values: dict[str, object] = {
            "pool": pool,
            "table": table,
        }
        return self._acting.do("third-place", values)

    def time_called(
        self,
        match: str | MatchId,
        *,
        games: str | None = None,
        on: str | None = None,
        time: str | None = None,
        last_turn_ended: bool = False,
        prizes: str | None = None,
        away: str | None = None,
        judge_told: bool = False,
        initial: int | None = None,
        decider: str | None = None,
        report: bool = False,
        result: str | Result | None = None,
        reason: str | None = None,
    ) -> Answer:
        """Record where a match stood when time was called, and the outcome.

        Records where a match stood when it ended or when time was called, and what follows by the
        rules for Swiss or for a bracket (TRF §8, §9). The left player is the upper one on the slip.

        Rule: all rules of the edition and of the desk that concern its entry, such as TRF §8.

        Units:
            match: Match.
            games: Games so far. Who won each game, in order, such as 1,2. Enter 1 for the left
                player and 2 for the right player; sd1 or sd2 for a win by Sudden Death; both if
                both won at the same time and the game is not decided yet; void for a game that does
                not count.
            on: What was being played. What was in play when time was called; “nothing” between
                games. One of nothing, game, sudden-death.
            time: The point in the game when time was called. The turn in which time is called (turn
                0) is finished; then the turns after time begin. One of not-yet, in-turn,
                between-turns, between-games.
            last_turn_ended: The last turn after time is over. Tick this to see what the result is
                if the match ends now.
            prizes: Prize cards remaining. In the game being played, for the left player, then for
                the right player, such as 2-4. Prize cards decide only in a bracket, after the last
                turn.
            away: Late or away. Who was late, or away without permission. It counts only if a judge
                was told. One of nobody, 1, 2, both.
            judge_told: A judge was told before the match ended.
            initial: Prize cards at the start. Leave empty for the number of Prize cards in the
                event's format, or 6. From 1 to 6.
            decider: Decider. The player who won the match by Sudden Death. One of 1, 2.
            report: Report the result that follows. The result goes into the same entry.
            result: Result. A different result; the head judge has to override verdict-differs.
            reason: Reason. Why the recorded result was wrong, if you also correct it. It stays in
                the ledger and is shown on the players' pages: give no names.

        Errors: as the class says.

        >>> answer = desk.time_called("1", games="1", time="in-turn")
        """
        values: dict[str, object] = {
            "match": match,
            "games": games,
            "on": on,
            "time": time,
            "last_turn_ended": last_turn_ended,
            "prizes": prizes,
            "away": away,
            "judge_told": judge_told,
            "initial": initial,
            "decider": decider,
            "report": report,
            "result": result,
            "reason": reason,
        }
        return self._acting.do("time-called", values)

    def unregister(
        self,
        who: str,
        *,
        reason: str | None = None,
    ) -> Answer:
        """Withdraw a registration, before round 1 starts.

        For a player who should not have been registered. Before round 1 starts, the player leaves
        every list, the name and the deck lists are deleted, and a paired round is repaired. Players
        in a team, with a draft seat or with a seed cannot be removed: split the team, withdraw the
        seats, or drop them.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            who: Player.
            reason: Reason. The reason, without names; needed once the round is posted.

        Errors: as the class says.

        >>> answer = desk.unregister("p4", reason="twice")
        """
        values: dict[str, object] = {
            "who": who,
            "reason": reason,
        }
        return self._acting.do("unregister", values)

    def verdict(
        self,
        *,
        elimination: bool = False,
        single: bool = False,
        games: str | None = None,
        on: str | None = None,
        time: str | None = None,
        last_turn_ended: bool = False,
        prizes: str | None = None,
        away: str | None = None,
        judge_told: bool = False,
        initial: int | None = None,
        decider: str | None = None,
        edition: str | None = None,
    ) -> Answer:
        """Show how an unfinished match ends, given the situation at the table.

        A calculator for judges: it writes nothing. The left player is the upper one on the slip.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            elimination: A match in a bracket (TRF §9).
            single: A best-of-one match.
            games: Games so far. Who won each game, in order, such as 1,2. Enter 1 for the left
                player and 2 for the right player; sd1 or sd2 for a win by Sudden Death; both if
                both won at the same time and the game is not decided yet; void for a game that does
                not count.
            on: What was being played. What was in play when time was called; “nothing” between
                games. One of nothing, game, sudden-death.
            time: The point in the game when time was called. The turn in which time is called (turn
                0) is finished; then the turns after time begin. One of not-yet, in-turn,
                between-turns, between-games.
            last_turn_ended: The last turn after time is over. Tick this to see what the result is
                if the match ends now.
            prizes: Prize cards remaining. In the game being played, for the left player, then for
                the right player, such as 2-4. Prize cards decide only in a bracket, after the last
                turn.
            away: Late or away. Who was late, or away without permission. It counts only if a judge
                was told. One of nobody, 1, 2, both.
            judge_told: A judge was told before the match ended.
            initial: Prize cards at the start. Leave empty for the number of Prize cards in the
                event's format, or 6. From 1 to 6.
            decider: Decider. The player who won the match by Sudden Death. One of 1, 2.
            edition: Edition. Leave empty to use this event's rules and turns after time. One of
                play-2017, tom, dci-pod, dci-pod-literal, dci-mtr, top-2017-literal,
                play-2027-notes, tom-2027-notes.

        Errors: as the class says.

        >>> answer = desk.verdict(games="1", time="between-games")
        """
        values: dict[str, object] = {
            "elimination": elimination,
            "single": single,
            "games": games,
            "on": on,
            "time": time,
            "last_turn_ended": last_turn_ended,
            "prizes": prizes,
            "away": away,
            "judge_told": judge_told,
            "initial": initial,
            "decider": decider,
            "edition": edition,
        }
        return self._acting.do("verdict", values)

    def withdraw(
        self,
        what: str,
        reason: str,
        *,
        together: bool = False,
    ) -> Answer:
        """Withdraw a result, or a round that has not started.

        Withdraws a result, a 3rd-place match without a result, or a round that has not started.
        Results that the round locked stay locked.

        Rule: all rules of the edition and of the desk that concern its entry.

        Units:
            what: Match or round. A round that has not started, a 3rd-place match without a result,
                or a result that is not locked.
            together: Also undo what was done with this round. The rounds paired at the same time
                are withdrawn too, and players dropped for not checking in are reinstated.
            reason: Reason. The reason. It stays in the ledger, and players see why a result was
                withdrawn: give no names.

        Errors: as the class says.

        >>> answer = desk.withdraw("masters-1-1", "wrong table")
        """
        values: dict[str, object] = {
            "what": what,
            "together": together,
            "reason": reason,
        }
        return self._acting.do("withdraw", values)


def at(
    place: Source,
    *,
    as_: str = "organiser",
    role: str | None = None,
    station: str = "desk",
    accept_shorter: str | None = None,
) -> Desk:
    """Open a tournament to write to it, in somebody's name.

    Rule: who acts is in every entry, by number; the name stays in the names file (LED-9).
    Units: `as_` is a name as on the staff list, or a part of it; `role` one of organiser,
    head-judge, judge and scorekeeper, by default the role on the staff list; `station` a word;
    `accept_shorter` the reason for continuing a ledger that lost its end.
    Errors: Unreadable if there is no tournament, or it is damaged; Refused if the name is only
    similar to a known one; Misuse for an unknown role.

    >>> roundbook.at(folder, as_="Jo Park", role="judge").call("1").entries[0].hand.station
    'desk'
    """
    return Desk(
        opened_desk(place, as_=as_, role=role, station=station, accept_shorter=accept_shorter)
    )


def create(
    place: Source,
    name: str,
    *,
    style: str | None = None,
    start: Day | None = None,
    table: str | None = None,
    cards: str | None = None,
    pairing: str | None = None,
    premier: bool = False,
    sanction: str | None = None,
    edition: str | None = None,
    end: Day | None = None,
    match_format: str | None = None,
    championship_points: bool = False,
    region: str | None = None,
    rules: FileOf | None = None,
    as_: str = "organiser",
    station: str = "desk",
) -> Desk:
    """Begin a tournament in a new folder or database, and return the desk for it.

    Rule: TOP §3 knows three styles; all rules of the edition that the first entry names.

    Units:
        name: The tournament's name.
        style: Style. Rounds, the cut, flights, a 3rd-place match and prizes come later: they
            are announced once the players are registered. One of swiss, swiss-plus-cut,
            single-elimination, other.
        start: First day. Leave empty for today.
        table: Rounds table. Sets the proposed rounds and cut. Some editions have no rounds
            table. One of tcg-single-day, tcg-swiss-only, tcg-two-day, vg, vg-two-day.
        cards: Deck format. For a Prerelease: sealed, or a booster draft. One of standard,
            expanded, unlimited, sealed, booster-draft, rochester-draft, solomon-draft,
            30-card-constructed, 30-card-limited, 2-on-2-constructed, 2-on-2-limited,
            team-battle-constructed, team-battle-limited.
        pairing: How rounds are paired. Swiss mixes the tables of a draft. Pod sheet: each draft
            table plays on its own as a pod, best of three; the sheet is for tables of eight.
            One of swiss, pod-sheet.
        premier: This is a Premier Event.
        sanction: Sanction number. If the event is sanctioned.
        edition: Rules edition. The first edition in the list has the newest rules that were
            checked against the official documents. Those of season 2027 come from public notes,
            and have not been checked. One of play-2017, tom, dci-pod, dci-pod-literal, dci-mtr,
            top-2017-literal, play-2027-notes, tom-2027-notes.
        end: Last day. If empty: the day on which the event is closed.
        match_format: Games in a match. One of bo1, bo3.
        championship_points: The event awards Championship Points.
        region: Region. Decides the legal card languages. One of canada, europe, mexico, russia,
            south-america, united-states, asia-pacific, south-africa, latin-america, oceania,
            middle-east-and-south-africa.
        rules: A file with your own rules edition, which is copied into the folder.

    Errors: Unreadable if the folder is in use, Misuse if the settings do not fit together.

    >>> fresh = roundbook.create(f"{folder}-2", "Spring Cup", start="2026-03-07", premier=True)
    >>> fresh.register("Ana Lopez", birth_year=1990).entries[0].seq
    2
    """
    values: dict[str, object] = {
        "title": name,
        "style": style,
        "start": start,
        "table": table,
        "cards": cards,
        "pairing": pairing,
        "premier": premier,
        "sanction": sanction,
        "edition": edition,
        "end": end,
        "match_format": match_format,
        "championship_points": championship_points,
        "region": region,
    }
    return Desk(created(place, values, rules=rules, as_=as_, station=station))
