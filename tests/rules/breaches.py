"""For every rule the smallest script that breaks it: lawful but for its last line."""

from roundbook.ledger.record import draws
from roundbook.ledger.rulesets import released
from tests.scripts import DRAWS, SEED, commitment

SOMEBODY = "A" * 43
KEY = "roundbook/cup+a1b2c3d4+" + "A" * 44
DIGEST = "0" * 64
FIRST_SECRET = draws.secret(SEED, DRAWS, 1)
SECOND_SECRET = draws.secret(SEED, DRAWS, 2)


def drawn(draw: str) -> str:
    """Return the JSON of a first draw by a procedure."""
    return f'{{"draw":"{draw}","number":1,"secret":"{FIRST_SECRET}"}}'


def flights(*pools: str, drawn: str = "") -> str:
    """Return the JSON of flights of 32 Masters each, in order of registration."""
    made = f'"drawn":{drawn}' if drawn else '"reason":"As the hall has room."'
    parts = [[f'"p{32 * part + n}"' for n in range(1, 33)] for part in range(len(pools))]
    each = [f'"{pool}":[{",".join(part)}]' for pool, part in zip(pools, parts, strict=True)]
    held = ",".join(each)
    return f'{{"event":"flights-assigned","division":"Masters","flights":{{{held}}},{made}}}'


BREACHES: dict[str, str] = {
    "name-in-text": """
        open
        register ana
        note Ana Archer has lost her deck list.
    """,
    "not-open": """
        unopened
        note The doors open at nine.
    """,
    "opened-twice": """
        open
        open
    """,
    "format-unsanctioned": """
        unopened
        event {"event":"tournament-opened","tournament":"spring-cup","name":"Spring Cup",\
"edition":"play-2017","edition_sha256":"EDITION","style":"swiss","start":"2018-03-04",\
"format":"2-on-2-limited","sanction":"18-03-000123"}
    """.replace("EDITION", released.digest("play-2017")),
    "tournament-closed": """
        open
        close ~ nothing-played
        register ana
    """,
    "reopen-not-closed": """
        open
        reopen
    """,
    "reopen-not-organiser": """
        open
        close ~ nothing-played
        hand judge
        reopen
    """,
    "key-unchanged": f"""
        open
        event {{"event":"key-rotated","reason":"lost","public_key":"{KEY}"}}
        event {{"event":"key-rotated","reason":"lost","public_key":"{KEY}"}}
    """,
    "style-not-sanctioned": """
        open other
    """,
    "style-kept": """
        open
        register ana ben
        seed ana ben
    """,
    "player-unknown": """
        open
        drop p7 0
    """,
    "match-unknown": """
        open
        report 1-14 2-0
    """,
    "pods-missing": """
        open
        register ana ben
        event {"event":"round-paired","pool":"masters","round":1,"pairings":[["p1","p2"]],\
"tables":[1],"reason":"As the script says."}
    """,
    "pool-unknown": """
        open
        register ana ben
        pods masters
        senior: rounds 3
    """,
    "pool-taken": """
        register ana ben cho dee
        round 1 ana>ben cho>dee
        rounds 1
        event {"event":"cut-made","division":"Masters","pool":"masters","seeds":["p1","p3"],\
"reason":"Two."}
    """,
    "player-twice": """
        open
        register ana
        register ana
    """,
    "player-number": f"""
        open
        register ana
        event {{"event":"player-registered","player":"p5","division":"Masters",\
"commitment":"{SOMEBODY}"}}
    """,
    "registration-stays": """
        register ana ben
        round 1 ana-ben
        event {"event":"registration-withdrawn","player":"p2"}
    """,
    "division-settled": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        rounds 1
        cut masters ana ben
        amend ana senior
    """,
    "nothing-left-to-play": """
        open
        announce 1
        register ana ben
        round 1 ana-ben
        late eva 1
    """,
    "registration-closed": """
        register ana ben
        round 1 ana-ben
        register cho
    """,
    "left-off-losses": """
        register ana ben
        round 1 ana-ben
        left-off cho 2
    """,
    "late-before-start": """
        register ana ben
        late cho 0
    """,
    "late-losses": """
        register ana ben
        round 1 ana-ben
        late cho 2
    """,
    "late-not-informed": """
        register ana ben
        round 1 ana-ben
        late cho 1 untold
    """,
    "late-entry-closed": """
        open points
        announce 3
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        round 2 ana-cho ben-dee
        late eva 2
    """,
    "late-tag-unchanged": """
        open
        register ana
        untag ana
    """,
    "team-apart": """
        open team-battle-constructed
        register ana ben
        event {"event":"team-formed","players":["p1","p2"],"name":"Rocket"}
        event {"event":"player-reinstated","player":"p2","reason":"back again"}
    """,
    "already-out": """
        open
        register ana
        drop ana
        drop ana
    """,
    "check-in-over": """
        register ana ben
        round 1 ana-ben
        check-in ana
    """,
    "checked-in-already": """
        open
        register ana
        check-in ana
        check-in ana
    """,
    "not-checked-in": """
        open
        register ana
        check-in-undone ana
    """,
    "not-out": """
        open
        register ana
        reinstate ana
    """,
    "no-pod-to-return-to": """
        register ana ben cho dee
        senior eva
        drop eva 0
        round 1 ana-ben cho-dee
        reinstate eva
    """,
    "rounds-missed-lost": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        drop dee
        round 2 ana-cho bye:ben
        reinstate dee 1
    """,
    "drop-round": """
        open
        register ana
        drop ana 1
    """,
    "bracket-over": """
        open single-elimination
        announce 1
        register ana ben
        seed ana ben
        bracket: round 1 ana-ben
        bracket: report 1-1 2-0
        drop ana 1
    """,
    "bracket-moved-on": """
        open single-elimination
        announce 2
        register ana ben cho dee
        seed ana ben cho dee
        bracket: round 1 ana-dee cho-ben
        bracket: report 1-1 2-0 1-2 2-0
        drop ana 1
        bracket: round 2 dee-cho
        reinstate ana
    """,
    "bye-award-too-late": """
        register ana ben cho
        pair 1 ana-ben bye:cho
        award ana 1
    """,
    "bye-awarded-twice": """
        open
        register ana
        award ana 1
        award ana 1
    """,
    "pods-frozen": """
        register ana ben
        pair 1 ana-ben
        pods masters
    """,
    "pods-wrong": """
        open
        register ana
        junior ben
        pods masters junior
    """,
    "pod-too-small": """
        open sanction:17
        register ana ben
        pods masters
        pair 1 ana-ben
    """,
    "team-wrong": """
        open team-battle-constructed
        register ana ben cho
        event {"event":"team-formed","players":["p1","p2"],"name":"Rocket"}
        event {"event":"team-formed","players":["p3","p2"],"name":"Plasma"}
    """,
    "team-too-late": """
        open team-battle-constructed
        announce 3
        register ana ben cho dee
        event {"event":"team-formed","players":["p1","p2"],"name":"Rocket"}
        event {"event":"team-formed","players":["p3","p4"],"name":"Plasma"}
        pods masters
        pair 1 ana-cho
        register eve
    """,
    "team-missing": """
        open team-battle-constructed
        announce 3
        register ana ben cho
        event {"event":"team-formed","players":["p1","p2"],"name":"Rocket"}
        pods masters
        pair 1 ana-cho
    """,
    "draft-too-late": f"""
        register ana ben
        round 1 ana-ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p2","p1"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "draft-under-way": f"""
        register ana ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p2","p1"]],\
"drawn":{drawn("seats-1")}}}
        event {{"event":"building-started"}}
        event {{"event":"draft-seated","draft":"booster","tables":[["p2","p1"]],\
"reason":"It was too loud.","drawn":{{"draw":"seats-1","number":2,"secret":"{SECOND_SECRET}"}}}}
    """,
    "redraft-unannounced": f"""
        register ana ben cho dee
        event {{"event":"draft-seated","draft":"solomon","tables":[["p4","p1"],["p3","p2"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
        round 1 ana-ben cho-dee
        event {{"event":"draft-seated","draft":"solomon","tables":[["p3","p4"],["p2","p1"]],\
"reason":"once more","drawn":{{"draw":"seats-1","number":2,"secret":"{SECOND_SECRET}"}}}}
    """,
    "draft-elsewhere": f"""
        open booster-draft
        register ana ben
        event {{"event":"draft-seated","draft":"rochester","tables":[["p2","p1"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "draft-seat-twice": f"""
        open
        register ana ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p1","p2","p1"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "draft-players": f"""
        open
        register ana ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p1"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "draft-tables": f"""
        open
        register ana ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p1"],["p2"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "draft-pods": f"""
        open
        register ana ben
        event {{"event":"draft-seated","tables":[["p1","p2"]],"pools":["pod-a"],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "building-too-late": """
        register ana ben
        event {"event":"building-started"}
        round 1 ana-ben
        event {"event":"building-started","reason":"once more"}
    """,
    "building-missing": """
        open sealed
        event {"event":"building-withdrawn","reason":"Not all have come."}
    """,
    "building-used": f"""
        open sealed
        register ana
        event {{"event":"building-started"}}
        event {{"event":"deck-registered","player":"p1","commitment":"{SOMEBODY}",\
"format":"sealed","cards":40}}
        event {{"event":"building-withdrawn","reason":"Not all have come."}}
    """,
    "seats-missing": """
        open booster-draft
        event {"event":"seats-withdrawn","reason":"Not all have come."}
    """,
    "seats-used": f"""
        open booster-draft
        register ana ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p2","p1"]],\
"drawn":{drawn("seats-1")}}}
        event {{"event":"building-started"}}
        event {{"event":"seats-withdrawn","reason":"Not all have come."}}
    """,
    "building-elsewhere": """
        open standard
        event {"event":"building-started"}
    """,
    "deck-frozen": f"""
        register ana ben
        event {{"event":"deck-registered","player":"p1","commitment":"{SOMEBODY}","cards":60,\
"format":"standard"}}
        round 1 ana-ben
        event {{"event":"deck-registered","player":"p1","commitment":"{SOMEBODY}","cards":60,\
"format":"standard"}}
    """,
    "deck-size": f"""
        open
        register ana
        event {{"event":"deck-registered","player":"p1","commitment":"{SOMEBODY}","cards":59,\
"format":"standard"}}
    """,
    "deck-not-legal": f"""
        open
        register ana
        event {{"event":"deck-registered","player":"p1","commitment":"{SOMEBODY}","cards":60,\
"format":"standard","breaches":2}}
    """,
    "flights-without-cut": """
        open swiss
        register ana ben
        pods masters
        flights masters 2 0
    """,
    "flights-mixed": """
        open
        register ana ben
        junior cho
        pods junior-masters
        flights masters 2 0
    """,
    "flights-frozen": """
        register ana ben
        pair 1 ana-ben
        flights masters 2 0
    """,
    "flights-number": """
        open
        crowd 6
        pods masters
        flights masters 2 2 2
    """,
    "flights-named": f"""
        open
        crowd 64
        pods masters
        event {flights("masters-1", "masters-2")}
    """,
    "flights-too-small": """
        open
        crowd 62
        pods masters
        flights masters 32 30
    """,
    "flights-players": """
        open
        crowd 65
        pods masters
        flights masters 32 32
    """,
    "flights-uneven": """
        open
        crowd 66
        pods masters
        flights masters 33 33
    """,
    "flight-missing": """
        open
        crowd 64
        pods masters
        flights masters 32 32
        register zoe
    """,
    "late-flight": f"""
        open
        crowd 66
        pods masters
        flights masters 34 32
        event {{"event":"player-registered","player":"p67","division":"Masters",\
"commitment":"{SOMEBODY}","pool":"masters-a"}}
    """,
    "round-not-paired": """
        register ana
        start 1
    """,
    "round-already-started": """
        register ana ben
        round 1 ana-ben
        withdraw 1
    """,
    "round-number": """
        open
        register ana ben
        pair 2 ana-ben
    """,
    "round-not-started": """
        open
        register ana ben
        pair 1 ana-ben
        report 1-1 2-0
    """,
    "results-missing": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0
        pair 2 ana-cho ben-dee
    """,
    "rounds-complete": """
        open
        announce 1
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        pair 2 ana-cho ben-dee
    """,
    "announcement-missing": """
        open
        register ana ben
        pair 1 ana-ben
        start 1
    """,
    "announcement-incomplete": """
        open
        announce 3 bare
        register ana ben
        pair 1 ana-ben
        start 1
    """,
    "flights-undrawn": f"""
        open
        crowd 64
        event {{"event":"announcement-made","rounds":5,"flights":{{"Masters":2}}}}
        pods masters
        pair 1 {" ".join(f"p{n}-p{n + 32}" for n in range(1, 33))}
    """,
    "flights-unannounced": f"""
        crowd 64
        pods masters
        flights masters 32 32
        masters-a: pair 1 {" ".join(f"p{n}-p{n + 16}" for n in range(1, 17))}
        masters-a: start 1
    """,
    "announcement-late": """
        register ana ben
        round 1 ana-ben
        announce 3
    """,
    "time-too-short": """
        open
        announce 3 time:30
    """,
    "turns-too-long": """
        open play-2027-notes
        event {"event":"announcement-made","rounds":3,"minutes":50,"turns_within":20}
    """,
    "cut-unfillable": """
        open
        register ana ben cho dee eva
        announce 3 masters=8
    """,
    "seats-changed": """
        register ana ben cho dee
        pair 1 ana-ben cho-dee
        drop dee
        start 1
    """,
    "slips-missing": """
        open premier
        announce 3
        register ana ben cho dee
        pods masters
        pair 1 ana-ben cho-dee
        start 1
    """,
    "clock-too-early": """
        register ana ben
        pair 1 ana-ben
        event {"event":"round-started","pool":"masters","round":1,\
"clock_at":"2018-03-04T10:00:00+01:00"}
    """,
    "extension-too-late": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        extend 1-1 3
    """,
    "extension-not-told": """
        register ana ben
        round 1 ana-ben
        extend 1-1 3 untold
    """,
    "extension-of-nothing": """
        register ana ben
        round 1 ana-ben
        extend 1-1 3 instead
    """,
    "extension-too-long": """
        register ana ben
        round 1 ana-ben
        extend 1-1 25
        extend 1-1 20
    """,
    "staff-not-organiser": f"""
        open
        hand scorekeeper
        event {{"event":"staff-named","hand":"h2","role":"head-judge","commitment":"{SOMEBODY}"}}
    """,
    "staff-named-twice": f"""
        open
        event {{"event":"staff-named","hand":"h2","role":"judge","commitment":"{SOMEBODY}"}}
        event {{"event":"staff-named","hand":"h2","role":"judge","commitment":"{SOMEBODY}"}}
    """,
    "seated-twice": """
        open
        register ana ben cho
        pair 1 ana-ben ana-cho
    """,
    "not-due": """
        open
        register ana ben cho
        drop cho
        pair 1 ana-ben bye:cho
    """,
    "not-seated": """
        open
        register ana ben cho dee
        pair 1 ana-ben
    """,
    "absent-untold": """
        open
        register ana ben cho
        event {"event":"pods-formed","pods":{"masters":["Masters"]}}
        event {"event":"round-paired","pool":"masters","round":1,"pairings":[["p1","p2"]],\
"tables":[1],"absent":["p3"],"reason":"She went home."}
    """,
    "tables-count": """
        open
        register ana ben
        pair 1 ana-ben at:1,2
    """,
    "table-twice": """
        open
        register ana ben cho dee
        pair 1 ana-ben cho-dee at:1,1
    """,
    "table-in-play": """
        register ana ben
        senior cho dee
        pods masters senior ~ pods-wrong
        round 1 ana-ben
        senior: pair 1 cho-dee at:1
    """,
    "table-changed": """
        register ana ben cho dee eva
        pair 1 ana-ben cho-dee bye:eva
        drop eva
        repair 1 ana-ben cho-dee at:2,1
    """,
    "bye-not-awarded": """
        open
        register ana ben cho
        pair 1 ana-ben awarded:cho
    """,
    "awarded-bye-missing": """
        open
        register ana ben cho
        award cho 1
        pair 1 ana-ben bye:cho
    """,
    "random-byes": """
        open
        register ana ben
        pair 1 bye:ana bye:ben
    """,
    "second-bye": """
        register ana ben cho dee eva
        round 1 ana-ben cho-dee bye:eva
        report 1-1 2-0 1-2 2-0
        pair 2 ana-cho ben-dee bye:eva
    """,
    "rematch": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        pair 2 ana-ben
    """,
    "nothing-repaired": """
        register ana ben
        pair 1 ana-ben
        repair 1 ana-ben
    """,
    "secret-wrong": f"""
        open
        register ana ben
        pods masters
        event {{"event":"round-paired","pool":"masters","round":1,"pairings":[["p1","p2"]],\
"tables":[1],"drawn":{{"draw":"draw-1","number":1,"secret":"{SOMEBODY}"}}}}
    """,
    "reason-missing": """
        open
        register ana ben
        pods masters
        event {"event":"round-paired","pool":"masters","round":1,"pairings":[["p1","p2"]],\
"tables":[1]}
    """,
    "already-reported": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        report 1-1 2-0
    """,
    "not-reported": """
        register ana ben
        round 1 ana-ben
        correct 1-1 2-0
    """,
    "result-locked": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        round 2 ana-cho ben-dee
        report 2-1 2-0 2-2 2-0
        pair 3 ana-dee ben-cho
        correct 1-1 0-2
    """,
    "seeding-frozen": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        rounds 1
        cut masters ana cho
        masters-cut: round 2 ana-cho
        correct 1-1 0-2
    """,
    "cut-result-final": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        rounds 1
        cut masters ana cho ben dee
        masters-cut: round 2 ana-dee cho-ben
        masters-cut: report 2-1 2-0 2-2 2-0
        masters-cut: round 3 ana-cho
        masters-cut: correct 2-1 0-2
    """,
    "same-result": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        correct 1-1 2-0
    """,
    "tie-in-cut": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        rounds 1
        cut masters ana ben
        masters-cut: round 2 ana-ben
        masters-cut: report 2-1 1-1
    """,
    "no-show-result": """
        register ana ben
        round 1 ana-ben
        event {"event":"result-reported","match":["masters",1,1],\
"result":{"verdict":"first","no_show":"first"}}
    """,
    "score-impossible": """
        register ana ben
        round 1 ana-ben
        report 1-1 3-0
    """,
    "bracket-without-winner": """
        open single-elimination
        announce 1
        register ana ben
        seed ana ben
        bracket: round 1 ana-ben
        bracket: report 1-1 double-loss
    """,
    "facts-impossible": """
        register ana ben
        round 1 ana-ben
        event {"event":"match-ended","match":["masters",1,1],"facts":{"time":"in-turn"}}
    """,
    "facts-elsewhere": """
        register ana ben
        round 1 ana-ben
        event {"event":"match-ended","match":["masters",1,1],"facts":{"match_format":"bo1"}}
    """,
    "game-not-started": """
        register ana ben
        round 1 ana-ben
        event {"event":"match-ended","match":["masters",1,1],\
"facts":{"games":["first"],"under_way":"game","time":"in-turn"}}
        report 1-1 1-1-1
    """,
    "verdict-differs": """
        register ana ben
        round 1 ana-ben
        event {"event":"match-ended","match":["masters",1,1],\
"facts":{"games":["first"],"time":"between-games"}}
        report 1-1 tie
    """,
    "tie-agreed": """
        register ana ben
        round 1 ana-ben
        event {"event":"result-reported","match":["masters",1,1],\
"result":{"verdict":"first","agreed":true}}
    """,
    "seeds-settled": """
        open single-elimination
        register ana ben
        seed ana ben
        seed ben ana
    """,
    "seeds-everybody": """
        open single-elimination
        register ana ben cho
        seed ana ben
    """,
    "call-again": """
        register ana ben
        pair 1 ana-ben
        call 1-1
        call 1-1 ana
    """,
    "call-too-late": """
        register ana ben cho dee
        round 1 ana>ben cho>dee
        round 2 ana-cho ben-dee
        call 1-1
    """,
    "caller-elsewhere": """
        register ana ben cho
        pair 1 ana-ben bye:cho
        call 1-1 cho
    """,
    "call-missing": """
        register ana ben
        pair 1 ana-ben
        take 1-1
    """,
    "call-taken-already": """
        register ana ben
        pair 1 ana-ben
        call 1-1
        take 1-1
        take 1-1
    """,
    "message-gone": """
        open
        tell Lunch until 13:00.
        tell-no-more 1
    """,
    "contradiction-gone": """
        open
        decide 1
    """,
    "ruling-not-head-judge": """
        open
        hand judge
        event {"event":"note-made","text":"The card counts as printed.","ruling":true}
    """,
    "penalty-elsewhere": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        event {"event":"penalty-issued","player":"p3","penalty":"warning",\
"infraction":"Played too slowly.","match":["masters",1,1]}
    """,
    "penalty-not-in-edition": """
        open
        register ana
        event {"event":"penalty-issued","player":"p1","penalty":"quadruple-prize",\
"infraction":"Took a card back."}
    """,
    "penalty-unknown": """
        open
        register ana
        event {"event":"penalty-withdrawn","player":"p1","entry":2,"reason":"It was another."}
    """,
    "proxy-not-judge": """
        open
        register ana
        hand scorekeeper
        event {"event":"proxy-made","player":"p1","card":"Pikachu XY 42","reason":"Bent.",\
"kept":true}
    """,
    "damaged-card-not-kept": """
        open
        register ana
        event {"event":"proxy-made","player":"p1","card":"Pikachu XY 42","reason":"Bent."}
    """,
    "deck-check-incomplete": """
        open
        register ana
        event {"event":"deck-checked","player":"p1","items":{"sleeves":"ok"}}
    """,
    "deck-check-outcome": """
        open
        register ana
        event {"event":"deck-checked","player":"p1","counted":60,"items":{"cards":"ok",\
"contents":"ok","legibility":"ok","references":"ok","sleeves":"Two are worn."}}
    """,
    "deck-checks-missing": """
        open premier
        announce 1
        register ana ben
        pods masters
        pair 1 ana-ben
        slips 1
        start 1
        report 1-1 2-0
        close
    """,
    "cut-twice": """
        register ana ben
        round 1 ana-ben
        report 1-1 1-1
        rounds 1
        cut masters ana ben
        masters-cut: round 2 ana-ben
        cut masters ben ana
    """,
    "cut-too-early": """
        register ana ben
        round 1 ana-ben
        rounds 1
        cut masters ana ben
    """,
    "cut-player": """
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        drop cho
        rounds 1
        cut masters ana cho
    """,
    "cut-size": """
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        rounds 1
        cut masters ana cho ben
    """,
    "cut-of-single-games": """
        open play-2027-notes bo1 points
        announce 1 masters=2
        crowd 8
        round 1 1>5 2>6 3>7 4>8
        cut masters 1 2
    """,
    "cut-unannounced": """
        open
        announce 1 masters=2
        crowd 8
        round 1 1>5 2>6 3>7 4>8
        event {"event":"cut-made","division":"Masters","pool":"masters-cut",\
"seeds":["p1","p2","p3","p4"]}
    """,
    "cut-flights": f"""
        open
        announce 1
        event {{"event":"player-registered","player":"p1","division":"Masters",\
"commitment":"{commitment("ana")}","pool":"masters-a"}}
        event {{"event":"player-registered","player":"p2","division":"Masters",\
"commitment":"{commitment("ben")}","pool":"masters-a"}}
        event {{"event":"player-registered","player":"p3","division":"Masters",\
"commitment":"{commitment("cho")}","pool":"masters-b"}}
        event {{"event":"player-registered","player":"p4","division":"Masters",\
"commitment":"{commitment("dee")}","pool":"masters-b"}}
        event {{"event":"pods-formed","pods":{{"masters-a":["Masters"],"masters-b":["Masters"]}}}}
        masters-a: round 1 p1-p2
        masters-a: report 1-1 2-0
        masters-b: round 1 p3-p4
        masters-b: report 1-1 2-0
        cut masters p1 p3
    """,
    "playoff-unannounced": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        rounds 1
        cut masters ana cho ben dee
        masters-cut: round 2 ana-dee cho-ben
        masters-cut: report 2-1 2-0 2-2 2-0
        masters-cut: playoff 3 dee-ben 2
    """,
    "playoff-missing": """
        register ana ben
        round 1 ana-ben
        event {"event":"third-place-playoff-withdrawn","match":["masters",1,1],"reason":"No."}
    """,
    "playoff-played": """
        register ana ben cho dee
        announce 1 third
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana cho ben dee
        masters-cut: round 2 ana-dee cho-ben
        masters-cut: report 2-1 2-0 2-2 2-0
        masters-cut: playoff 3 dee-ben 2
        masters-cut: report 3-2 2-0
        event {"event":"third-place-playoff-withdrawn","match":["masters-cut",3,2],\
"reason":"Too early."}
    """,
    "day-two-too-late": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        rounds 1
        day-two 1 ana ben
        day-two 1 ben ana
    """,
    "day-two-too-early": """
        register ana ben
        rounds 1
        round 1 ana-ben
        day-two 1 ana ben
    """,
    "day-two-player": """
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        rounds 1
        drop ben
        day-two 1 ana cho ben
    """,
    "request-number": """
        open
        event {"event":"request-recorded","number":2,"source":"the sanctioning body"}
    """,
    "request-unknown": f"""
        open
        event {{"event":"request-answered","number":1,"sha256":"{DIGEST}","size":9}}
    """,
    "request-answered": f"""
        open
        event {{"event":"request-recorded","number":1,"source":"the sanctioning body"}}
        event {{"event":"request-answered","number":1,"sha256":"{DIGEST}","size":9}}
        event {{"event":"request-answered","number":1,"sha256":"{DIGEST}","size":9}}
    """,
    "nobody-erased": """
        open
        event {"event":"people-erased","reason":"the season is over"}
    """,
    "erased-already": """
        open
        register ana
        event {"event":"people-erased","players":["p1"],"reason":"the parents asked"}
        amend ana masters
    """,
    "retention-running": """
        open
        register ana ben
        close ~ nothing-played
        event {"event":"people-erased","everybody":true,"reason":"the season is over"}
    """,
    "draw-differs": f"""
        open
        register ana ben cho dee
        pods masters
        event {{"event":"round-paired","pool":"masters","round":1,\
"pairings":[["p1","p2"],["p3","p4"]],"tables":[1,2],\
"drawn":{{"draw":"draw-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "repair-differs": f"""
        register ana ben cho dee
        pair 1 ana-ben cho-dee
        drop dee
        event {{"event":"round-repaired","pool":"masters","round":1,\
"pairings":[["p1","p3"]],"tables":[1],"byes":[["p2","random"]],\
"drawn":{{"draw":"repair-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "repair-too-wide": """
        register ana ben cho dee eva fay
        pair 1 ana-ben cho-dee eva-fay
        drop fay
        repair 1 ana-cho ben-dee bye:eva
    """,
    "bracket-differs": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        rounds 1
        cut masters ana cho ben dee
        masters-cut: pair 2 ana-cho ben-dee
    """,
    "seeds-differ": f"""
        open single-elimination
        register ana ben cho
        event {{"event":"seeds-drawn","pool":"bracket","seeds":["p1","p2","p3"],\
"drawn":{{"draw":"seeds-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "lots-differ": f"""
        register ana ben
        round 1 ana-ben
        report 1-1 1-1
        event {{"event":"lot-drawn","division":"Masters","lots":["p2","p1"],\
"drawn":{{"draw":"lots-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "rounds-differ": """
        open tcg-single-day
        register ana ben cho dee eva fay gil hal
        announce 5
    """,
    "flights-differ": f"""
        open
        crowd 64
        pods masters
        event {flights("masters-a", "masters-b", drawn=drawn("flights-1"))}
    """,
    "late-flight-differs": f"""
        open
        crowd 64
        pods masters
        flights masters 32 32
        event {{"event":"player-registered","player":"p65","division":"Masters",\
"commitment":"{SOMEBODY}","pool":"masters-b","drawn":{drawn("late-flight-1")}}}
    """,
    "swiss-unfinished": """
        open
        announce 2
        register ana ben cho dee
        round 1 ana>ben cho>dee
        cut masters ana cho
    """,
    "deck-checks-differ": f"""
        open
        register ana ben
        event {{"event":"deck-check-drawn","players":["p1","p2"],"asked":1,\
"drawn":{{"draw":"deck-checks-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "cut-differs": """
        register ana ben cho dee
        round 1 ana>ben cho>dee
        rounds 1
        cut masters ana ben
    """,
    "cut-too-large": """
        open tcg-single-day
        crowd 14
        announce 5 masters=8
    """,
    "cut-shares": f"""
        open tcg-single-day
        crowd 33
        senior {" ".join(f"s{n}" for n in range(21))}
        announce 5 masters=8 senior=2
    """,
    "seeds-outdated": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        rounds 1
        cut masters ana cho
        correct 1-1 0-2
        masters-cut: pair 2 ana-cho
    """,
    "day-two-differs": """
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        rounds 1
        day-two 1 ana ben
    """,
    "day-two-outdated": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        rounds 1
        drop dee
        day-two 1 ana ben cho
        reinstate dee
        rounds 2
        pair 2 ana-cho bye:ben
    """,
    "seats-differ": f"""
        open
        register ana ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p1","p2"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "sheet-left": f"""
        open pod-sheet
        announce 3
        register ana ben cho dee eva fay gus hal
        pods masters
        event {{"event":"draft-seated","tables":[["p6","p3","p2","p5","p8","p1","p4","p7"]],\
"drawn":{{"draw":"seats-1","number":1,"secret":"{FIRST_SECRET}"}}}}
        event {{"event":"round-paired","pool":"masters","round":1,"pairings":[["p7","p3"],\
["p8","p2"],["p6","p1"],["p4","p5"]],"tables":[1,2,3,4],\
"drawn":{{"draw":"draw-1","number":2,"secret":"{SECOND_SECRET}"}}}}
    """,
    "round-unfinished": """
        open
        announce 1
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0
        close
    """,
    "rounds-unplayed": """
        open
        announce 3
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        close
    """,
    "cut-unmade": """
        open
        announce 1 masters=2
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        close
    """,
    "bracket-unfinished": """
        open
        announce 1 masters=2
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        cut masters ana ben
        close
    """,
    "third-place-unplayed": """
        open single-elimination
        announce 2 third
        register ana ben cho dee
        seed ana ben cho dee
        bracket: round 1 ana-dee ben-cho
        bracket: report 1-1 2-0 1-2 2-0
        bracket: round 2 ana-ben
        bracket: report 2-1 2-0
        close
    """,
    "nothing-played": """
        open
        register ana ben
        close
    """,
}
"""In order of precedence, as in `IN_FORCE`."""
