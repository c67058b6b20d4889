// The tournament as the ledger tells it, as far as places and draws hang on it.

const matchName = ([pool, round, table]) => `${pool} ${round} ${table}`;

function newTournament() {
  return {
    opened: undefined, closed: false, reopened: 0, players: new Map(), pods: new Map(), teams: new Map(),
    awarded: new Map(), planned: new Map(), rounds: new Map(), latest: new Map(),
    matches: new Map(), results: new Map(), cuts: new Map(), playoffs: new Map(), lots: new Map(),
    commitment: undefined, draws: 0, entropy: [], dayTwo: new Map(), unknown: new Set(),
  };
}

function register(t, event, late) {
  t.players.set(event.player, {
    id: event.player, division: event.division, commitment: event.commitment, late,
    losses: event.losses ?? 0, missed: [], pool: event.pool, after: undefined, disqualified: false,
  });
}

function withdraw(t, pool, number) {
  const name = `${pool} ${number}`;
  const paired = t.rounds.get(name);
  if (!paired) return;
  t.rounds.delete(name);
  for (const { match } of paired.matches) {
    t.matches.delete(match);
    t.results.delete(match);
  }
  const left = [...t.rounds.values()].filter((each) => each.pool === pool);
  t.latest.set(pool, Math.max(0, ...left.map((each) => each.number)));
}

function seat(t, event) {
  withdraw(t, event.pool, event.round);
  const many = Math.min(event.tables.length, event.pairings.length);
  const paired = {
    pool: event.pool, number: event.round, byes: event.byes ?? [], started: Boolean(event.told),
    pairings: event.pairings,
    matches: event.pairings.slice(0, many).map(([first, second], at) => ({
      match: matchName([event.pool, event.round, event.tables[at]]),
      table: event.tables[at], first, second,
    })),
  };
  t.rounds.set(`${event.pool} ${event.round}`, paired);
  for (const one of paired.matches) t.matches.set(one.match, one);
  t.latest.set(event.pool, Math.max(event.round, t.latest.get(event.pool) ?? 0));
  reveal(t, event.drawn);
}

/** The flights of a division stand in the place of its pod; none put the pod back. */
function assignFlights(t, { division, flights }) {
  const pods = [...t.pods].filter(([, divisions]) => !divisions.includes(division));
  const pools = Object.keys(flights).sort();
  const own = pools.length ? pools : [division.toLowerCase()];
  t.pods = new Map([...pods, ...own.map((pool) => [pool, [division]])]);
  for (const player of t.players.values()) {
    if (player.division === division) player.pool = undefined;
  }
  for (const pool of pools) {
    for (const id of flights[pool]) if (t.players.has(id)) t.players.get(id).pool = pool;
  }
}

/** The first player of a team stands for both; the other is neither paired nor placed. */
function formTeam(t, { players: [first, second], name }) {
  splitTeam(t, first);
  if (t.players.has(second)) t.teams.set(first, { name, partner: t.players.get(second) });
  t.players.delete(second);
}

function splitTeam(t, first) {
  const partner = t.teams.get(first)?.partner;
  if (partner) t.players.set(partner.id, partner);
  t.teams.delete(first);
}

/** Everybody who was registered, the second players of teams too. */
const registered = (t) =>
  new Map([...t.players, ...[...t.teams.values()].map(({ partner }) => [partner.id, partner])]);

/** The names, where the player who stands for a team has the name of the team. */
const withTeams = (t, names) => new Map([
  ...names,
  ...[...t.teams].map(([first, { name, partner }]) => {
    const both = [first, partner.id].map((id) => names.get(id) ?? id).join(" & ");
    return [first, `${name} (${both})`];
  }),
]);

/** Every table of a draft that names its pools plays as a pod. */
function seatPods(t, { pools = [], tables }) {
  if (pools.length) t.pods = new Map();
  for (const [at, pool] of pools.slice(0, tables.length).entries()) {
    const seated = tables[at].map((id) => t.players.get(id)).filter(Boolean);
    for (const player of seated) player.pool = pool;
    t.pods.set(pool, [...new Set(seated.map((player) => player.division))]);
  }
}

function reveal(t, drawn) {
  if (!drawn) return;
  t.draws += 1;
  t.commitment = drawn.secret;
}

/** Let one event have happened. */
function happen(t, event) {
  const player = t.players.get(event.player);
  const paired = t.rounds.get(`${event.pool} ${event.round}`);
  switch (event.event) {
    case "tournament-opened":
      t.opened = event;
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
      register(t, event, event.event === "late-player-admitted");
      reveal(t, event.drawn);
      break;
    case "draft-seated":
      seatPods(t, event);
      reveal(t, event.drawn);
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
      if (player) Object.assign(player, { commitment: event.commitment });
      if (player && event.division) player.division = event.division;
      break;
    case "late-tag-set":
    case "late-tag-cleared":
      if (player) player.late = event.event === "late-tag-set";
      break;
    case "player-dropped":
      if (player) Object.assign(player, { after: event.after, toldOut: Boolean(event.told) });
      break;
    case "registration-withdrawn":
      t.players.delete(event.player);
      t.awarded.delete(event.player);
      break;
    case "player-disqualified":
      if (player) {
        const toldOut = Boolean(event.told);
        Object.assign(player, { after: event.after, toldOut, disqualified: true });
      }
      break;
    case "player-reinstated":
      if (player) {
        const missed = [...player.missed, ...(event.missed ?? [])];
        Object.assign(player, { after: undefined, disqualified: false, missed });
      }
      break;
    case "bye-awarded":
      t.awarded.set(event.player, [...(t.awarded.get(event.player) ?? []), event.round]);
      break;
    case "pods-formed":
      t.pods = new Map(Object.keys(event.pods).sort().map((pool) => [pool, event.pods[pool]]));
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
      if (paired) paired.started = true;
      break;
    case "third-place-playoff-paired": {
      const match = matchName([event.pool, event.round, event.table]);
      const [first, second] = event.pairing;
      t.playoffs.set(event.pool, { match, round: event.round, table: event.table, first, second });
      t.matches.set(match, { match, table: event.table, first, second });
      break;
    }
    case "result-reported":
    case "result-corrected":
      if (t.matches.has(matchName(event.match))) {
        t.results.set(matchName(event.match), event.result);
      }
      break;
    case "result-withdrawn":
      t.results.delete(matchName(event.match));
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
    default:
      if (!EVENTS_APART.includes(event.event)) t.unknown.add(event.event);
  }
}

function poolOf(t, player) {
  if (player.pool) return player.pool;
  for (const [pool, divisions] of t.pods) if (divisions.includes(player.division)) return pool;
  return undefined;
}

const roundsOf = (t, pool) =>
  [...t.rounds.values()].filter((each) => each.pool === pool).sort((a, b) => a.number - b.number);
