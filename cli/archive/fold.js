// The tournament as the ledger tells it, as far as places and draws hang on it.

const matchName = ([pool, round, table]) => `${pool} ${round} ${table}`;

function newTournament() {
  return {
    seq: 0, by: undefined, opened: undefined, announced: undefined, closed: false, reopened: 0, players: new Map(),
    pods: new Map(), undrafted: new Map(), flights: new Map(), drafts: [], teams: new Map(), awarded: new Map(), planned: new Map(),
    rounds: new Map(), latest: new Map(), everPaired: new Map(), matches: new Map(), results: new Map(),
    cuts: new Map(), playoffs: new Map(), lots: new Map(), commitment: undefined, draws: 0, entropy: [],
    dayTwo: new Map(), changed: new Map(), shortened: [], held: new Map(),
    corrections: new Map(),
  };
}

/** Divisions from the youngest on. */
const AGES = ["Junior", "Senior", "Masters", "Open"];
const youngest = (ages) => Math.min(...ages.map((age) => AGES.indexOf(age)));
const byCode = (one, other) => (one < other ? -1 : Number(one > other));

/** Players are replaced, never changed, so that a copy of the tournament keeps its own. */
function change(t, id, changes) {
  const player = t.players.get(id);
  if (player) t.players.set(id, { ...player, ...changes });
}

function register(t, event, late) {
  t.players.set(event.player, {
    id: event.player, division: event.division, commitment: event.commitment, late,
    losses: event.losses ?? 0, missed: [], pool: event.pool, after: undefined, disqualified: false,
    unplaced: false,
  });
}

/** What was recorded about a match goes with it, and that it was for third place. */
function forget(t, match) {
  t.matches.delete(match);
  t.results.delete(match);
  t.held.delete(match);
  t.corrections.delete(match);
  for (const [pool, one] of t.playoffs) if (one === match) t.playoffs.delete(pool);
}

function noteCorrection(t, match, how) {
  const name = matchName(match);
  t.corrections.set(name, [...(t.corrections.get(name) ?? []), { how, seq: t.seq, by: t.by }]);
}

function withdraw(t, pool, number) {
  const name = `${pool} ${number}`;
  const paired = t.rounds.get(name);
  if (!paired) return;
  t.rounds.delete(name);
  for (const { match } of paired.matches) forget(t, match);
  const left = [...t.rounds.values()].filter((each) => each.pool === pool);
  t.latest.set(pool, Math.max(0, ...left.map((each) => each.number)));
}

function seat(t, event) {
  withdraw(t, event.pool, event.round);
  const many = Math.min(event.tables.length, event.pairings.length);
  const paired = {
    pool: event.pool, number: event.round, byes: event.byes ?? [], absent: event.absent ?? [],
    started: Boolean(event.told), pairings: event.pairings, seq: t.seq,
    matches: event.pairings.slice(0, many).map(([first, second], at) => ({
      match: matchName([event.pool, event.round, event.tables[at]]),
      pool: event.pool, number: event.round, table: event.tables[at], first, second,
    })),
  };
  t.rounds.set(`${event.pool} ${event.round}`, paired);
  for (const one of paired.matches) t.matches.set(one.match, one);
  const highest = (map) => map.set(event.pool, Math.max(event.round, map.get(event.pool) ?? 0));
  highest(t.latest);
  if (event.event === "round-paired") highest(t.everPaired); // A repair locks nothing more.
  reveal(t, event.drawn);
}

/** The flights of a division stand in the place of its pod; none put the pod back. */
function assignFlights(t, { division, flights }) {
  land(t, division);
  const pools = Object.keys(flights).sort(byCode);
  if (!pools.length) return;
  t.flights.set(division, pools);
  const ages = t.pods;
  const parts = [...ages].flatMap(([pool, own]) => (own.length === 1 && own[0] === division ? pools : [pool]));
  t.pods = new Map(parts.map((pool) => [pool, ages.get(pool) ?? [division]]));
  for (const pool of pools) for (const id of flights[pool]) change(t, id, { pool });
}

function land(t, division) {
  const pools = t.flights.get(division) ?? [];
  t.flights.delete(division);
  t.pods = new Map([...t.pods].map(([pool, ages]) => [pools.includes(pool) ? division.toLowerCase() : pool, ages]));
  for (const { id, pool } of [...t.players.values()]) if (pools.includes(pool)) change(t, id, { pool: undefined });
}

/** Whose division was corrected plays in its smallest flight, if it has flights. */
function changeFlight(t, id) {
  const player = t.players.get(id);
  const there = (player && t.flights.get(player.division)) ?? [];
  if (!player || there.includes(player.pool)) return;
  const many = (pool) => [...t.players.values()].filter((each) => each.pool === pool).length;
  if (there.length) {
    const pool = [...there].reverse().reduce((least, each) => (many(each) < many(least) ? each : least));
    change(t, id, { pool });
  } else if ([...t.flights.values()].flat().includes(player.pool)) change(t, id, { pool: undefined });
}

/** The first player of a team stands for both; the other is neither paired nor placed. */
function formTeam(t, { players: [first, second], name }) {
  splitTeam(t, first);
  t.teams.set(first, { name, players: [first, second] });
  change(t, second, { after: 0, unplaced: true });
}

function splitTeam(t, first) {
  for (const id of t.teams.get(first)?.players ?? []) change(t, id, { after: undefined, unplaced: false });
  t.teams.delete(first);
}

/** The names, where the player who stands for a team has the name of the team. */
const withTeams = (t, names) => new Map([
  ...names,
  ...[...t.teams].map(([first, { name, players }]) => {
    const both = players.map((id) => names.get(id) ?? id).join(" & ");
    return [first, `${name} (${both})`];
  }),
]);

/** Every table of a draft that names its pools plays as a pod. */
function seatPods(t, event) {
  const { pools = [] } = event;
  if (pools.length && !t.drafts.some((one) => arePods(t, one))) t.undrafted = t.pods;
  t.drafts.push(event);
  tablesArePods(t, event);
}

const arePods = (t, { pools = [] }) => pools.some((pool) => t.pods.has(pool));

function tablesArePods(t, { pools = [], tables }) {
  if (pools.length) t.pods = new Map();
  for (const [at, pool] of pools.slice(0, tables.length).entries()) {
    for (const id of tables[at]) change(t, id, { pool });
    const ages = new Set(tables[at].map((id) => t.players.get(id)?.division).filter(Boolean));
    t.pods.set(pool, [...ages].sort((one, other) => AGES.indexOf(one) - AGES.indexOf(other)));
  }
}

/** The latest seats were drawn by mistake: the pods are those of before. */
function unseat(t) {
  const latest = t.drafts.pop();
  if (!latest || !arePods(t, latest)) return;
  for (const { id, pool } of [...t.players.values()]) {
    if (latest.pools.includes(pool)) change(t, id, { pool: undefined });
  }
  t.pods = t.undrafted;
  const before = t.drafts.filter((one) => one.pools?.length).pop();
  if (before) tablesArePods(t, before);
}

function reveal(t, drawn) {
  if (!drawn) return;
  t.draws += 1;
  t.commitment = drawn.secret;
}

/** The events that change one player; a cut asks who has come back since. */
const OF_A_PLAYER = [
  "player-registered", "player-amended", "late-player-admitted", "late-tag-set", "late-tag-cleared",
  "player-dropped", "player-reinstated", "player-disqualified", "bye-awarded", "deck-registered", "team-split",
];

/** Let one event have happened. */
function happen(t, event) {
  const touched = OF_A_PLAYER.includes(event.event) ? [event.player] : [];
  for (const id of event.event === "team-formed" ? event.players : touched) t.changed.set(id, t.seq);
  const paired = t.rounds.get(`${event.pool} ${event.round}`);
  switch (event.event) {
    case "tournament-opened":
      t.opened = event;
      t.commitment = event.commitment;
      break;
    case "announcement-made":
      t.announced = event;
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
      register(t, event, event.event === "late-player-admitted");
      reveal(t, event.drawn);
      break;
    case "draft-seated":
      seatPods(t, event);
      reveal(t, event.drawn);
      break;
    case "seats-withdrawn":
      unseat(t);
      break;
    case "deck-check-drawn":
      reveal(t, event.drawn);
      break;
    case "team-formed":
      formTeam(t, event);
      break;
    case "team-split":
      splitTeam(t, event.player);
      break;
    case "flights-assigned":
      assignFlights(t, event);
      reveal(t, event.drawn);
      break;
    case "player-amended":
      change(t, event.player, { commitment: event.commitment, ...(event.division && { division: event.division }) });
      changeFlight(t, event.player);
      break;
    case "late-tag-set":
    case "late-tag-cleared":
      change(t, event.player, { late: event.event === "late-tag-set" });
      break;
    case "player-dropped":
      change(t, event.player, { after: event.after, toldOut: Boolean(event.told), unplaced: event.unplaced ?? false });
      break;
    case "registration-withdrawn":
      t.players.delete(event.player);
      t.awarded.delete(event.player);
      break;
    case "player-disqualified":
      change(t, event.player, { after: event.after, toldOut: Boolean(event.told), disqualified: true });
      break;
    case "player-reinstated":
      change(t, event.player, {
        after: undefined, disqualified: false, unplaced: false,
        missed: [...(t.players.get(event.player)?.missed ?? []), ...(event.missed ?? [])],
      });
      break;
    case "bye-awarded":
      t.awarded.set(event.player, [...(t.awarded.get(event.player) ?? []), event.round]);
      break;
    case "pods-formed":
      for (const division of [...t.flights.keys()]) land(t, division);
      t.pods = new Map(Object.entries(event.pods).sort(([one, ages], [other, others]) =>
        youngest(ages) - youngest(others) || byCode(one, other)));
      break;
    case "round-paired":
    case "round-repaired":
      seat(t, event);
      break;
    case "round-withdrawn":
      withdraw(t, event.pool, event.round);
      break;
    case "round-posted":
      break;
    case "round-started":
      if (paired) t.rounds.set(`${event.pool} ${event.round}`, { ...paired, started: true });
      break;
    case "third-place-playoff-paired": {
      const match = matchName([event.pool, event.round, event.table]);
      const [first, second] = event.pairing;
      const one = { match, pool: event.pool, number: event.round, table: event.table, first, second };
      t.playoffs.set(event.pool, match);
      t.matches.set(match, one);
      break;
    }
    case "third-place-playoff-withdrawn": {
      const match = matchName(event.match);
      if (t.playoffs.get(event.match[0]) === match) forget(t, match);
      break;
    }
    case "result-reported":
    case "result-corrected":
      if (t.matches.has(matchName(event.match))) {
        t.results.set(matchName(event.match), event.result);
      }
      if (event.event === "result-corrected") noteCorrection(t, event.match, "corrected");
      break;
    case "result-withdrawn":
      noteCorrection(t, event.match, "withdrawn");
      t.results.delete(matchName(event.match));
      t.held.delete(matchName(event.match));
      break;
    case "lot-drawn":
      t.lots.set(event.division, event.lots);
      reveal(t, event.drawn);
      break;
    case "day-two-made":
      if (event.players.length) t.dayTwo.set(event.pool, event);
      else t.dayTwo.delete(event.pool);
      break;
    case "cut-made":
    case "seeds-drawn":
      t.cuts.set(event.pool, event);
      reveal(t, event.drawn);
      break;
    case "tournament-closed":
      t.closed = true;
      break;
    case "tournament-reopened":
      t.closed = false;
      t.reopened += 1;
      break;
    case "history-shortened":
      t.shortened.push({ ...event, seq: t.seq });
      for (const match of t.results.keys()) t.held.set(match, t.shortened.length);
  }
}

function poolOf(t, player) {
  if (player.pool || t.flights.has(player.division)) return player.pool;
  for (const [pool, divisions] of t.pods) if (divisions.includes(player.division)) return pool;
  return undefined;
}

const roundsOf = (t, pool) =>
  [...t.rounds.values()].filter((each) => each.pool === pool).sort((a, b) => a.number - b.number);
