"""For every rule the smallest script that breaks it: lawful but for its last line."""

from ledger import chance
from tests.scripts import DRAWS, SEED

SOMEBODY = "A" * 43
KEY = "roundbook/cup+a1b2c3d4+" + "A" * 44
DIGEST = "0" * 64
FIRST_SECRET = chance.secret(SEED, DRAWS, 1)
SECOND_SECRET = chance.secret(SEED, DRAWS, 2)

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
    "tournament-closed": """
        open
        close
        register ana
    """,
    "reopen-not-closed": """
        open
        reopen
    """,
    "reopen-not-organiser": """
        open
        close
        hand judge
        reopen
    """,
    "key-unchanged": f"""
        open
        event {{"event":"key-rotated","reason":"lost","public_key":"{KEY}"}}
        event {{"event":"key-rotated","reason":"lost","public_key":"{KEY}"}}
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
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        event {"event":"cut-made","division":"Masters","pool":"masters","seeds":["p1","p2"]}
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
    "division-settled": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        cut masters ana ben
        amend ana senior
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
    "already-out": """
        open
        register ana
        drop ana
        drop ana
    """,
    "not-out": """
        open
        register ana
        reinstate ana
    """,
    "drop-round": """
        open
        register ana
        drop ana 1
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
    "draft-too-late": f"""
        register ana ben
        round 1 ana-ben
        event {{"event":"draft-seated","draft":"booster","tables":[["p2","p1"]],\
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
    "announcement-late": """
        register ana ben
        round 1 ana-ben
        announce 3
    """,
    "seats-changed": """
        register ana ben cho dee
        pair 1 ana-ben cho-dee
        drop dee
        start 1
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
"tables":[1],"drawn":{{"draw":"search-1","number":1,"secret":"{SOMEBODY}"}}}}
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
        cut masters ana cho
        masters-cut: round 2 ana-cho
        correct 1-1 0-2
    """,
    "cut-result-final": """
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
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
        cut masters ana ben
        masters-cut: round 2 ana-ben
        masters-cut: report 2-1 1-1
    """,
    "score-impossible": """
        register ana ben
        round 1 ana-ben
        report 1-1 3-0
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
    "cut-twice": """
        register ana ben
        round 1 ana-ben
        report 1-1 1-1
        cut masters ana ben
        masters-cut: round 2 ana-ben
        cut masters ben ana
    """,
    "cut-too-early": """
        register ana ben
        round 1 ana-ben
        cut masters ana ben
    """,
    "cut-player": """
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        drop cho
        cut masters ana cho
    """,
    "cut-size": """
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        cut masters ana cho ben
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
        close
        event {"event":"people-erased","everybody":true,"reason":"the season is over"}
    """,
    "draw-differs": f"""
        open
        register ana ben cho dee
        pods masters
        event {{"event":"round-paired","pool":"masters","round":1,\
"pairings":[["p1","p2"],["p3","p4"]],"tables":[1,2],\
"drawn":{{"draw":"search-1","number":1,"secret":"{FIRST_SECRET}"}}}}
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
        cut masters ana cho ben dee
        masters-cut: pair 2 ana-cho ben-dee
    """,
    "lots-differ": f"""
        register ana ben
        round 1 ana-ben
        report 1-1 1-1
        event {{"event":"lot-drawn","division":"Masters","lots":["p2","p1"],\
"drawn":{{"draw":"lots-1","number":1,"secret":"{FIRST_SECRET}"}}}}
    """,
    "cut-differs": """
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        cut masters ben ana
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
"drawn":{{"draw":"search-1","number":2,"secret":"{SECOND_SECRET}"}}}}
    """,
}
"""In order of precedence, as in `IN_FORCE`."""
