"""The rules in force, in order of precedence: people hear the first that an event breaks."""

from typing import get_args

from ledger.events import catalogue as ev
from ledger.events.catalogue import AnyEvent
from ledger.events.event import Event
from ledger.terms import Role
from ledger.validators import (
    cut,
    decks,
    draws,
    elimination,
    flights,
    judging,
    late_entry,
    lock,
    opening,
    pods,
    results,
    retention,
    roster,
    rounds,
    seating,
)
from ledger.validators.checks import Check

_EVERY: tuple[type[Event], ...] = get_args(AnyEvent)
_JOINS = (ev.PlayerRegistered, ev.LatePlayerAdmitted)
_LEAVES = (ev.PlayerDropped, ev.PlayerDisqualified)
_NAMES = (
    ev.PlayerAmended,
    ev.LateTagSet,
    ev.LateTagCleared,
    ev.PlayerDropped,
    ev.PlayerReinstated,
    ev.PlayerDisqualified,
    ev.ByeAwarded,
    ev.DeckRegistered,
    ev.RoundPaired,
    ev.RoundRepaired,
    ev.ThirdPlacePlayoffPaired,
    ev.CutMade,
    ev.SeedsDrawn,
    ev.DayTwoMade,
    ev.LotDrawn,
    ev.DraftSeated,
    ev.FlightsAssigned,
    ev.PeopleErased,
    ev.NoteMade,
    ev.PenaltyIssued,
    ev.PenaltyWithdrawn,
    ev.ProxyMade,
    ev.DeckCheckDrawn,
    ev.DeckChecked,
)
_POOLS = (
    ev.RoundPaired,
    ev.DayTwoMade,
    ev.ThirdPlacePlayoffPaired,
    ev.PlayerRegistered,
    ev.LatePlayerAdmitted,
    ev.RoundsSet,
    ev.EntropyAdded,
)
_OF_A_STYLE = (
    ev.SeedsDrawn,
    ev.RoundPaired,
    ev.AnnouncementMade,
    ev.PodsFormed,
    ev.RoundsSet,
    ev.ByeAwarded,
    ev.DayTwoMade,
    ev.CutMade,
    ev.LateTagSet,
    ev.LateTagCleared,
)
_SEATINGS = (ev.RoundPaired, ev.RoundRepaired)
_DRAWN = (*_SEATINGS, ev.DraftSeated, ev.FlightsAssigned, ev.SeedsDrawn)
_SEATS = (*_SEATINGS, ev.ThirdPlacePlayoffPaired)
_WAITING = (ev.RoundRepaired, ev.RoundWithdrawn)
_RESULTS = (ev.ResultReported, ev.ResultCorrected)
_MATCHES = (*_RESULTS, ev.ResultWithdrawn, ev.MatchEnded, ev.TimeExtended)
_AT_TABLES = (ev.ResultReported, ev.MatchEnded, ev.TimeExtended)
_CHANGES = (ev.ResultCorrected, ev.ResultWithdrawn)

VALIDATORS: tuple[Check, ...] = (
    # Is there a tournament to act on?
    Check(opening.not_open, _EVERY),
    Check(opening.opened_twice, (ev.TournamentOpened,)),
    Check(opening.format_unsanctioned, (ev.TournamentOpened,)),
    Check(opening.tournament_closed, _EVERY),
    Check(opening.reopen_not_closed, (ev.TournamentReopened,)),
    Check(opening.reopen_not_organiser, (ev.TournamentReopened,)),
    Check(opening.key_unchanged, (ev.KeyRotated,)),
    Check(opening.style_not_sanctioned, (ev.TournamentOpened,), should=True),
    Check(opening.style_kept, _OF_A_STYLE),
    # Is what it names there?
    Check(roster.player_unknown, _NAMES),
    Check(results.match_unknown, (*_MATCHES, ev.NoteMade, ev.PenaltyIssued)),
    Check(pods.pods_missing, (ev.RoundPaired,)),
    Check(pods.pool_unknown, _POOLS),
    Check(pods.pool_taken, (ev.CutMade,)),
    # Who joins, and on which terms.
    Check(roster.player_twice, _JOINS),
    Check(roster.player_number, _JOINS),
    Check(roster.division_settled, (ev.PlayerAmended,)),
    Check(late_entry.registration_closed, _JOINS),
    Check(late_entry.left_off_losses, (ev.PlayerRegistered,)),
    Check(late_entry.late_before_start, (ev.LatePlayerAdmitted,)),
    Check(late_entry.late_losses, (ev.LatePlayerAdmitted,)),
    Check(late_entry.late_not_informed, (ev.LatePlayerAdmitted,)),
    Check(late_entry.late_entry_closed, (ev.LatePlayerAdmitted,), should=True),
    Check(late_entry.late_tag_unchanged, (ev.LateTagSet, ev.LateTagCleared)),
    # Who leaves, who comes back, who has a bye in advance.
    Check(roster.already_out, _LEAVES),
    Check(roster.not_out, (ev.PlayerReinstated,)),
    Check(roster.drop_round, _LEAVES),
    Check(elimination.bracket_over, (ev.PlayerDropped,)),
    Check(elimination.bracket_moved_on, (ev.PlayerReinstated,), should=True),
    Check(roster.bye_award_too_late, (ev.ByeAwarded,)),
    Check(roster.bye_awarded_twice, (ev.ByeAwarded,)),
    # Which divisions play together.
    Check(pods.pods_frozen, (ev.PodsFormed,)),
    Check(pods.pods_wrong, (ev.PodsFormed,), should=True),
    # Who sits where at a draft.
    Check(decks.draft_too_late, (ev.DraftSeated,), should=True),
    Check(decks.draft_seat_twice, (ev.DraftSeated,)),
    Check(decks.draft_players, (ev.DraftSeated,)),
    Check(decks.draft_tables, (ev.DraftSeated,)),
    # What they play with.
    Check(decks.deck_frozen, (ev.DeckRegistered,)),
    Check(decks.deck_size, (ev.DeckRegistered,)),
    Check(decks.deck_not_legal, (ev.DeckRegistered,), should=True),
    # A large division may play in flights.
    Check(flights.flights_without_cut, (ev.FlightsAssigned,)),
    Check(flights.flights_mixed, (ev.FlightsAssigned,)),
    Check(flights.flights_frozen, (ev.FlightsAssigned,)),
    Check(flights.flights_number, (ev.FlightsAssigned,)),
    Check(flights.flights_named, (ev.FlightsAssigned,)),
    Check(flights.flights_too_small, (ev.FlightsAssigned,)),
    Check(flights.flights_players, (ev.FlightsAssigned,)),
    Check(flights.flights_uneven, (ev.FlightsAssigned,), should=True),
    Check(flights.flight_missing, _JOINS),
    Check(flights.late_flight, _JOINS, should=True),
    # Is it time for it?
    Check(rounds.round_not_paired, (*_WAITING, ev.RoundPosted, ev.RoundStarted)),
    Check(rounds.round_already_started, (*_WAITING, ev.RoundPaired, ev.RoundStarted)),
    Check(rounds.round_number, (ev.RoundPaired,)),
    Check(rounds.round_not_started, (ev.RoundPaired, *_AT_TABLES)),
    Check(rounds.results_missing, (*_SEATINGS, ev.TournamentClosed)),
    Check(rounds.rounds_complete, (ev.RoundPaired,), should=True),
    Check(opening.announcement_missing, (ev.RoundStarted,), should=True),
    Check(opening.announcement_incomplete, (ev.RoundStarted,), should=True),
    Check(flights.flights_unannounced, (ev.RoundStarted,), should=True),
    Check(opening.announcement_late, (ev.AnnouncementMade,), should=True),
    Check(opening.time_too_short, (ev.AnnouncementMade,)),
    Check(rounds.seats_changed, (ev.RoundStarted,)),
    # The clock, and more time for a match; the staff.
    Check(judging.clock_too_early, (ev.RoundStarted,), should=True),
    Check(judging.extension_too_late, (ev.TimeExtended,)),
    Check(judging.extension_not_told, (ev.TimeExtended,)),
    Check(judging.extension_too_long, (ev.TimeExtended,), should=True),
    Check(roster.staff_named_twice, (ev.StaffNamed,)),
    # Is everybody seated as they should be?
    Check(seating.seated_twice, _SEATS),
    Check(seating.not_due, _SEATS),
    Check(seating.not_seated, _SEATINGS),
    Check(seating.tables_count, _SEATINGS),
    Check(seating.table_twice, _SEATS),
    Check(seating.table_in_play, _SEATS),
    Check(rounds.table_changed, (ev.RoundRepaired,), should=True),
    Check(seating.bye_not_awarded, _SEATINGS),
    Check(seating.awarded_bye_missing, _SEATINGS),
    Check(seating.random_byes, _SEATINGS),
    Check(seating.second_bye, _SEATINGS, should=True),
    Check(seating.rematch, _SEATINGS, should=True),
    Check(rounds.nothing_repaired, (ev.RoundRepaired,)),
    Check(draws.secret_wrong, (*_DRAWN, ev.LotDrawn, ev.DeckCheckDrawn, *_JOINS)),
    Check(draws.reason_missing, (*_DRAWN, ev.PlayerRegistered)),
    # Results, and when they can no longer be altered.
    Check(results.already_reported, (ev.ResultReported,)),
    Check(results.not_reported, _CHANGES),
    Check(lock.result_locked, (*_CHANGES, ev.MatchEnded)),
    Check(lock.seeding_frozen, _CHANGES, should=True),
    Check(lock.cut_result_final, _CHANGES, should=True),
    Check(results.same_result, (ev.ResultCorrected,)),
    Check(results.tie_in_cut, _RESULTS),
    Check(results.no_show_result, _RESULTS),
    Check(results.score_impossible, _RESULTS),
    # How a match ended.
    Check(results.facts_impossible, (ev.MatchEnded,)),
    Check(results.facts_elsewhere, (ev.MatchEnded,)),
    Check(results.game_not_started, (ev.ResultReported,)),
    Check(results.verdict_differs, (ev.ResultReported,), should=True, by=Role.HEAD_JUDGE),
    Check(results.tie_agreed, _RESULTS),
    # The seeds of a single elimination.
    Check(elimination.seeds_settled, (ev.SeedsDrawn,)),
    Check(elimination.seeds_everybody, (ev.SeedsDrawn,)),
    Check(elimination.bracket_unfinished, (ev.TournamentClosed,), should=True),
    # What judges record.
    Check(judging.ruling_not_head_judge, (ev.NoteMade,)),
    Check(judging.penalty_elsewhere, (ev.PenaltyIssued,)),
    Check(judging.penalty_unknown, (ev.PenaltyWithdrawn,)),
    Check(judging.damaged_card_not_kept, (ev.ProxyMade,)),
    Check(judging.deck_check_incomplete, (ev.DeckChecked,), should=True),
    Check(judging.deck_check_outcome, (ev.DeckChecked,)),
    Check(judging.deck_checks_missing, (ev.TournamentClosed,), should=True),
    # The cut.
    Check(cut.cut_twice, (ev.CutMade,)),
    Check(cut.cut_too_early, (ev.CutMade,)),
    Check(cut.cut_player, (ev.CutMade,)),
    Check(cut.cut_size, (ev.CutMade,)),
    Check(cut.cut_unannounced, (ev.CutMade,)),
    Check(cut.cut_flights, (ev.CutMade,)),
    Check(cut.playoff_unannounced, (ev.ThirdPlacePlayoffPaired,), should=True),
    # The second day.
    Check(cut.day_two_too_late, (ev.DayTwoMade,)),
    Check(cut.day_two_too_early, (ev.DayTwoMade,)),
    Check(cut.day_two_player, (ev.DayTwoMade,)),
    # What is kept, asked for, and erased.
    Check(retention.request_number, (ev.RequestRecorded,)),
    Check(retention.request_unknown, (ev.RequestAnswered,)),
    Check(retention.request_answered, (ev.RequestAnswered,)),
    Check(retention.nobody_erased, (ev.PeopleErased,)),
    Check(retention.erased_already, (ev.PeopleErased, ev.PlayerAmended)),
    Check(retention.retention_running, (ev.PeopleErased,)),
)
