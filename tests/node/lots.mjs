// Draws the rounds of a ledger again, in another language, from docs/pairing.md and docs/format.md.
//
//   node lots.mjs ledger.jsonl
//
// One line of JSON per drawn round: whether its secret hashes to the one before, the digest of the
// facts, the key, the lot of every player, and, where lots alone decide the round, its pairings in
// table order. Flights that were drawn, and the flight of a late player, have a line each. It uses the standard library only, and nothing of the program that wrote the ledger.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const TAG = "roundbook draw v1";
const FEWEST = 17; // Smaller fields are drawn from a list of all the best rounds.

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const fromText = (text) => Buffer.from(text, "base64url");

/** Words, each led by its length in 4 bytes, the highest first. */
function joined(words) {
  const parts = words.flatMap((word) => {
    const bytes = Buffer.isBuffer(word) ? word : Buffer.from(word, "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts);
}

const digest = (words) => sha256(joined(words));

const number = (player) => Number(player.slice(1));
const lot = (key, label, player) => digest([key, label, player]);

/** The tournament as far as it bears on a draw. */
const t = {
  players: new Map(), pods: new Map(), awarded: new Map(), rounds: [], results: new Map(),
  planned: new Map(), tournament: "", commitment: "", draws: 0, entropy: [], flights: new Map(),
};

function poolOf(player) {
  if (player.pool || t.flights.has(player.division)) return player.pool;
  for (const [pool, divisions] of t.pods) if (divisions.includes(player.division)) return pool;
  return undefined;
}

/** What happened, event by event; events that bear on no draw are left out. */
function follow(event) {
  const player = t.players.get(event.player);
  switch (event.event) {
    case "tournament-opened":
      t.tournament = event.tournament;
      t.commitment = event.commitment;
      break;
    case "announcement-made":
      t.planned.set(undefined, event.rounds);
      break;
    case "rounds-set":
      t.planned.set(event.pool, event.rounds);
      break;
    case "secret-committed":
      t.commitment = event.commitment;
      break;
    case "entropy-added":
      t.entropy.push(event);
      break;
    case "player-registered":
    case "late-player-admitted":
      t.players.set(event.player, {
        id: event.player, division: event.division, losses: event.losses ?? 0,
        pool: event.pool, out: false,
      });
      reveal(event.drawn);
      break;
    case "player-dropped":
    case "player-disqualified":
      player.out = true;
      player.gone = event.after === 0; // Before any round: not there at the start.
      break;
    case "player-reinstated":
      player.out = player.gone = false;
      break;
    case "bye-awarded":
      t.awarded.set(event.player, [...(t.awarded.get(event.player) ?? []), event.round]);
      break;
    case "pods-formed":
      for (const division of [...t.flights.keys()]) land(division);
      t.pods = new Map(Object.entries(event.pods));
      break;
    case "flights-assigned":
      fly(event);
      reveal(event.drawn);
      break;
    case "round-paired":
    case "round-repaired":
      withdraw(event);
      t.rounds.push(event);
      reveal(event.drawn);
      break;
    case "round-withdrawn":
      withdraw(event);
      break;
    case "lot-drawn":
      reveal(event.drawn);
      break;
    case "result-reported":
    case "result-corrected":
      t.results.set(event.match.join(" "), event.result.verdict);
      break;
    case "result-withdrawn":
      t.results.delete(event.match.join(" "));
      break;
  }
}

/** The flights of a division stand in the place of its pod; without any it is one pod again. */
function fly({ division, flights }) {
  land(division);
  const pools = Object.keys(flights).sort();
  if (pools.length === 0) return;
  t.flights.set(division, pools);
  t.pods.delete(division.toLowerCase());
  for (const pool of pools) {
    t.pods.set(pool, [division]);
    for (const id of flights[pool]) t.players.get(id).pool = pool;
  }
}

function land(division) {
  for (const pool of t.flights.get(division) ?? []) {
    t.pods.delete(pool);
    t.pods.set(division.toLowerCase(), [division]);
    for (const player of t.players.values()) if (player.pool === pool) player.pool = undefined;
  }
  t.flights.delete(division);
}

/** The key of a draw that is of no round: `facts` are the words of its state. */
function keyOf(event, division, facts) {
  const { draw, number: count, secret } = event.drawn;
  const pool = division.toLowerCase();
  return digest([
    TAG, t.tournament, pool, "0", String(count), digest([draw, pool, ...facts]),
    fromText(secret), entropyOf(pool),
  ]);
}

const byLot = (key, label, names) =>
  [...names].sort((one, other) => Buffer.compare(lot(key, label, one), lot(key, label, other)));

/** Flights as their lots give them: parity first, then as equal as can be. */
function flightsOf(event) {
  const players = [...t.players.values()]
    .filter((player) => player.division === event.division && !player.out)
    .map((player) => player.id)
    .sort((one, other) => number(one) - number(other));
  const pools = Object.keys(event.flights).sort();
  const pairs = Math.ceil(players.length / 2);
  const more = pairs % pools.length;
  const sizes = pools.map((_, at) => 2 * (Math.floor(pairs / pools.length) + (at < more ? 1 : 0)));
  if (players.length % 2) sizes[(more || pools.length) - 1] -= 1;
  const key = keyOf(event, event.division, [String(pools.length), ...players]);
  const line = byLot(key, "flights-1", players);
  return Object.fromEntries(pools.map((pool, at) => [
    pool, line.splice(0, sizes[at]).sort((one, other) => number(one) - number(other)),
  ]));
}

/** The flight that a lot gives to a player who joins: of those that were smallest at the start. */
function flightFor(event) {
  const pools = t.flights.get(event.division);
  const size = (pool) => [...t.players.values()].filter(
    (player) => player.pool === pool && !player.losses && !player.gone).length;
  const least = Math.min(...pools.map(size));
  const smallest = pools.filter((pool) => size(pool) === least);
  const key = keyOf(event, event.division, [event.player, ...smallest]);
  return byLot(key, "late-flight-1", smallest)[0];
}

function withdraw({ pool, round }) {
  t.rounds = t.rounds.filter((each) => each.pool !== pool || each.round !== round);
}

function reveal(drawn) {
  if (!drawn) return;
  t.draws += 1;
  t.commitment = drawn.secret;
}

const verdictOf = (paired, at) =>
  t.results.get([paired.pool, paired.round, paired.tables[at]].join(" "));

/** The facts of a round of a pool: who is in, and every earlier round that one of them played in. */
function factsOf(pool, round) {
  const members = [...t.players.values()].filter((player) => poolOf(player) === pool);
  members.sort((one, other) => number(one.id) - number(other.id));
  const here = (player) => {
    if (player.out || player.losses >= round) return "out";
    return (t.awarded.get(player.id) ?? []).includes(round) ? "bye" : "in";
  };
  const known = new Set(members.map((player) => player.id));
  const before = t.rounds.filter(
    (each) =>
      (each.pool !== pool || each.round < round) &&
      [...each.pairings.flat(), ...(each.byes ?? []).map(([player]) => player)].some((player) =>
        known.has(player)),
  );
  const facts = members.map((player) => ["player", player.id, player.division, here(player)]);
  for (const each of before) {
    const where = [each.pool, String(each.round)];
    for (const [player, kind] of each.byes ?? []) facts.push(["bye", ...where, player, kind]);
    each.pairings.forEach((pair, at) => {
      const verdict = verdictOf(each, at);
      const outcome = { first: pair[0], second: pair[1] }[verdict] ?? verdict ?? "open";
      const [low, high] = [...pair].sort((one, other) => number(one) - number(other));
      facts.push(["match", ...where, low, high, outcome]);
    });
  }
  const hashes = facts.map(digest).sort(Buffer.compare);
  return { state: digest(hashes), before, players: members.filter((p) => here(p) === "in") };
}

/** Match points: three for a win or a bye, one for a tie (TOP §3.1), in the rounds before. */
function pointsOf(before, player) {
  let points = 0;
  for (const each of before) {
    if ((each.byes ?? []).some(([lucky]) => lucky === player)) points += 3;
    each.pairings.forEach(([first, second], at) => {
      const verdict = verdictOf(each, at);
      if (first === player) points += { first: 3, tie: 1 }[verdict] ?? 0;
      if (second === player) points += { second: 3, tie: 1 }[verdict] ?? 0;
    });
  }
  return points;
}

/** The round as lots alone give it: neighbours in each bracket; undefined if they do not. */
function neighbours(key, { players, before }, { pool, round }) {
  const divisions = new Set(players.map((player) => player.division));
  const planned = t.planned.get(pool) ?? t.planned.get(undefined) ?? 0;
  const ahead = 2 * planned > players.length && round < planned;
  if (players.length < FEWEST || divisions.size > 1 || ahead) return undefined;
  const met = new Set(before.flatMap((each) => each.pairings).flatMap(
    ([first, second]) => [`${first} ${second}`, `${second} ${first}`]));
  const hadBye = new Set(before.flatMap((each) => (each.byes ?? []).map(([player]) => player)));
  const brackets = new Map();
  for (const { id } of players) {
    const points = pointsOf(before, id);
    brackets.set(points, [...(brackets.get(points) ?? []), id]);
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
      return clash || (last && over !== undefined && hadBye.has(over)) ? undefined : { drawn, over };
    };
    let found;
    const most = bracket.length < 16 ? 40 : 100;
    for (let attempt = 0; attempt < most && !found; attempt += 1) found = draw(attempt);
    if (!found) return undefined; // Switches or a window settle this one.
    pairs.push(...found.drawn);
    left = found.over;
  }
  return { pairings: pairs, bye: left ?? null };
}

/** What the public threw before this draw, for all pools or for this one. */
function entropyOf(pool) {
  const mine = t.entropy.filter((each) => !each.pool || each.pool === pool);
  return joined(mine.map(({ text }) => text));
}

/** Four draws read the same lots, each from another byte on. */
function inOrderOfLots(key, attempt, players) {
  const label = String(Math.floor(attempt / 4));
  const from = 8 * (attempt % 4);
  const read = (bytes) => Buffer.concat([bytes.subarray(from), bytes.subarray(0, from)]);
  const lots = new Map(players.map((player) => [player, read(lot(key, label, player))]));
  return [...players].sort((one, other) => Buffer.compare(lots.get(one), lots.get(other)));
}

for (const line of readFileSync(process.argv[2], "utf8").trimEnd().split("\n")) {
  for (const event of JSON.parse(line).events) {
    if (event.event === "round-paired" && event.drawn) {
      withdraw(event);
      const secret = fromText(event.drawn.secret);
      const facts = factsOf(event.pool, event.round);
      const key = digest([
        TAG, t.tournament, event.pool, String(event.round), String(event.drawn.number),
        facts.state, secret, entropyOf(event.pool),
      ]);
      const lots = facts.players.map(({ id }) => [id, lot(key, "0", id).toString("hex")]);
      console.log(JSON.stringify({
        pool: event.pool,
        round: event.round,
        draw: t.draws + 1,
        follows: sha256(secret).toString("base64url") === t.commitment,
        state: facts.state.toString("hex"),
        key: key.toString("hex"),
        lots: Object.fromEntries(lots),
        drawn: neighbours(key, facts, event) ?? null,
      }));
    }
    if (event.event === "flights-assigned" && event.drawn) {
      console.log(JSON.stringify({ division: event.division, flights: flightsOf(event) }));
    }
    if (event.drawn?.draw === "late-flight-1") {
      console.log(JSON.stringify({ player: event.player, flight: flightFor(event) }));
    }
    follow(event);
  }
}
