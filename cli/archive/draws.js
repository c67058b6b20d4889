// What came from recorded chance, drawn again as far as lots alone decide it (docs/pairing.md).

const DRAW_TAG = "roundbook draw v1";
const FEWEST = 17; // Smaller fields are drawn from a list of all the best rounds.

/** Words, each led by its length in 4 bytes, the highest first. */
function ledByLength(words) {
  return joinedAll(words.flatMap((word) => {
    const bytes = typeof word === "string" ? toBytes(word) : word;
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    return [length, bytes];
  }));
}

const digestOf = (words) => sha256(ledByLength(words));
const lotOf = (key, label, player) => digestOf([key, label, player]);
const numberOf = (player) => Number(player.slice(1));

function orderOfBytes(one, other) {
  const at = one.findIndex((byte, i) => byte !== other[i]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** What the public threw before this draw, for all pools or for this one. */
const entropyFor = (t, pool) => ledByLength(
  t.entropy.filter((each) => !each.pool || each.pool === pool).map(({ text }) => text));

const keyOf = (t, pool, round, drawn, state) => digestOf([
  DRAW_TAG, t.opened.tournament, pool, String(round), String(drawn.number), state,
  fromBase64url(drawn.secret), entropyFor(t, pool),
]);

function follows(t, drawn) {
  const secret = fromBase64url(drawn.secret);
  return secret?.length === 32 && base64url(sha256(secret)) === t.commitment;
}

/**
 * The facts of a round: who is in, and every earlier round that one of them played in. By a
 * procedure that spares them, also who awaits an awarded bye, and had none so far.
 */
function factsOf(t, pool, round) {
  const members = [...t.players.values()].filter((player) => poolOf(t, player) === pool);
  members.sort((one, other) => numberOf(one.id) - numberOf(other.id));
  const here = (player) => {
    if (player.after !== undefined || player.losses >= round) return "out";
    return (t.awarded.get(player.id) ?? []).includes(round) ? "bye" : "in";
  };
  const known = new Set(members.map((player) => player.id));
  const before = [...t.rounds.values()].filter((each) =>
    !t.cuts.has(each.pool) && (each.pool !== pool || each.number < round) &&
    [...each.pairings.flat(), ...each.byes.map(([player]) => player)].some((p) => known.has(p)));
  const facts = members.map((player) => ["player", player.id, player.division, here(player)]);
  for (const each of before) {
    const where = [each.pool, String(each.number)];
    for (const [player, kind] of each.byes) facts.push(["bye", ...where, player, kind]);
    for (const { match, first, second } of each.matches) {
      const verdict = t.results.get(match)?.verdict;
      const outcome = { first, second }[verdict] ?? verdict ?? "open";
      const pair = [first, second].sort((one, other) => numberOf(one) - numberOf(other));
      facts.push(["match", ...where, ...pair, outcome]);
    }
  }
  const players = members.filter((player) => here(player) === "in");
  const hadBye = new Set(before.flatMap((each) => each.byes.map(([player]) => player)));
  const spared = new Set();
  for (const { id } of players.length % 2 ? players : []) {
    if (hadBye.has(id)) continue;
    for (const later of (t.awarded.get(id) ?? []).filter((number) => number > round)) {
      facts.push(["award", id, String(later)]);
      spared.add(id);
    }
  }
  const state = digestOf(facts.map(digestOf).sort(orderOfBytes));
  return { state, before, players, noBye: new Set([...hadBye, ...spared]) };
}

/** Match points in the rounds before (TOP §3.1). */
const pointsBefore = (t, number) => new Map([...playedRounds(t)].map(([player, parts]) =>
  [player, parts.filter(({ round }) => round < number).reduce((sum, { points }) => sum + points, 0)]));

/** Four draws read the same lots, each from another byte on. */
function inOrderOfLots(key, attempt, players) {
  const label = String(Math.floor(attempt / 4));
  const from = 8 * (attempt % 4);
  const turned = (lot) => joinedBytes(lot.subarray(from), lot.subarray(0, from));
  const lots = new Map(players.map((player) => [player, turned(lotOf(key, label, player))]));
  return [...players].sort((one, other) => orderOfBytes(lots.get(one), lots.get(other)));
}

/** The pairs and the bye as lots alone give them; undefined where more than lots decides. */
function roundByLots(t, key, { players, before, noBye }, pool, round) {
  const divisions = new Set(players.map((player) => player.division));
  const planned = t.planned.get(pool) ?? t.planned.get(undefined) ?? 0;
  const ahead = 2 * planned > players.length && round < planned;
  if (players.length < FEWEST || divisions.size > 1 || ahead || t.dayTwo.size) return undefined;
  const met = new Set(before.flatMap((each) => each.pairings).flatMap(
    ([first, second]) => [`${first} ${second}`, `${second} ${first}`]));
  const points = pointsBefore(t, round);
  const brackets = new Map();
  for (const { id } of players) {
    const own = points.get(id) ?? 0;
    brackets.set(own, [...(brackets.get(own) ?? []), id]);
  }
  const levels = [...brackets.keys()].sort((one, other) => other - one);
  const pairs = [];
  let left;
  for (const level of levels) {
    const bracket = brackets.get(level);
    const last = level === levels.at(-1);
    const draw = (attempt) => {
      const line = inOrderOfLots(key, attempt, bracket);
      if (left !== undefined) line.unshift(left);
      const over = line.length % 2 ? line.pop() : undefined;
      const drawn = [];
      for (let at = 0; at < line.length; at += 2) drawn.push([line[at], line[at + 1]]);
      const clash = drawn.some((pair) => met.has(pair.join(" ")));
      return clash || (last && over !== undefined && noBye.has(over)) ? undefined : { drawn, over };
    };
    let found;
    const most = bracket.length < 16 ? 40 : 100;
    for (let attempt = 0; attempt < most && !found; attempt += 1) found = draw(attempt);
    if (!found) return undefined; // Switches or a window settle this one.
    pairs.push(...found.drawn);
    left = found.over;
  }
  return { pairs, bye: left };
}

/**
 * Whether a drawn round is the one that its secret gives; undefined where that is not decided. Where
 * nobody can be spared a bye, lots do not decide the round either.
 */
function roundHolds(t, event) {
  if (event.drawn.draw !== "draw-1" || notReckoned(t)) return undefined;
  const facts = factsOf(t, event.pool, event.round);
  const key = keyOf(t, event.pool, event.round, event.drawn, facts.state);
  const found = roundByLots(t, key, facts, event.pool, event.round);
  if (!found) return undefined;
  const random = (event.byes ?? []).find(([, kind]) => kind === "random");
  const listed = (pairs) => pairs.map((pair) => pair.join(" ")).sort().join(", ");
  return found.bye === random?.[0] && listed(found.pairs) === listed(event.pairings);
}

/** Whether lots that were drawn are those that their secret gives. */
function lotsHold(now, event) {
  if (event.drawn.draw !== "lots-1" || notReckoned(now)) return undefined;
  // A cut that has not started separates nobody: it may be made again.
  const begun = ([pool]) => roundsOf(now, pool).some(({ started }) => started);
  const t = { ...now, cuts: new Map([...now.cuts].filter(begun)) };
  const registered = [...t.players.keys()];
  const levels = new Map();
  for (const line of standingsOf(t)) {
    if (line.division !== event.division || line.place === null) continue;
    levels.set(line.place, [...(levels.get(line.place) ?? []), line.player]);
  }
  const lost = new Set(bracketsOf(t).flatMap((cut) => allLost(t, cut)));
  const groups = [...levels.values()]
    .filter((group) => group.length > 1 && !group.some((player) => lost.has(player)));
  groups.forEach((group) => group.sort((a, b) => registered.indexOf(a) - registered.indexOf(b)));
  const pool = event.division.toLowerCase();
  const state = digestOf(["lots-1", pool, ...groups.map((group) => group.join(" "))]);
  const key = keyOf(t, pool, 0, event.drawn, state);
  const drawn = groups.flatMap((group) => {
    const lots = new Map(group.map((player) => [player, lotOf(key, "lots-1", player)]));
    return [...group].sort((one, other) => orderOfBytes(lots.get(one), lots.get(other)));
  });
  const earlier = (t.lots.get(event.division) ?? []).filter((player) => !drawn.includes(player));
  return [...earlier, ...drawn].join(" ") === event.lots.join(" ");
}

/**
 * Replay everything by the rules of an edition, if there are any; say of every draw whether its
 * secret follows and whether it is repeated, and of every event whether it broke the lock.
 */
function replayed(entries, rules) {
  const t = newTournament();
  t.rules = rules;
  const draws = [];
  const locks = [];
  for (const entry of entries) {
    for (const event of entry.events) {
      if (event.drawn) {
        if (event.event === "round-paired") withdraw(t, event.pool, event.round);
        const good = follows(t, event.drawn);
        const again = { "round-paired": roundHolds, "lot-drawn": lotsHold }[event.event];
        draws.push({
          seq: entry.seq, event: event.event, procedure: event.drawn.draw, follows: good,
          numbered: event.drawn.number === t.draws + 1,
          holds: good && again ? again(t, event) : undefined,
        });
      }
      const broken = rules && lockBroken(t, event);
      if (broken) locks.push(`entry ${entry.seq}: ${broken}`);
      t.seq = entry.seq;
      t.by = entry.hand;
      happen(t, event);
    }
  }
  return { t, draws, locks };
}
