// How far everybody came in a bracket, whatever was reported of who left (TOP §3.2, §3.3.6).

const STILL_IN = -1000000;

/** The seeds of a bracket by position: 1,4,3,2 for four; `size` is a power of two. */
function bracketOrder(size) {
  let seeds = [1];
  while (seeds.length < size) {
    const total = 2 * seeds.length + 1;
    seeds = seeds.flatMap((better, position) =>
      position % 2 ? [total - better, better] : [better, total - better]);
  }
  return seeds;
}

/** The players of a bracket by position; undefined faces those who have a bye. */
function positionsOf(seeds) {
  let size = 1;
  while (size < seeds.length) size *= 2;
  return bracketOrder(size).map((seed) => seeds[seed - 1]);
}

const roundOf = (t, pool, number) => t.rounds.get(`${pool} ${number}`);
const playersOf = (paired) =>
  [...paired.pairings.flat(), ...paired.byes.map(([player]) => player), ...paired.absent];

/** How a match of a bracket counts: who left in its round or before it has lost it (TOP §3.2). */
function decisionOf(t, { match, number, first, second }) {
  const reported = t.results.get(match)?.verdict;
  if (reported === "double-loss") return reported;
  const left = (id) => {
    const known = t.players.get(id);
    if (!known || known.after === undefined || known.after > number) return false;
    return !(known.toldOut && reported);
  };
  const [one, other] = [left(first), left(second)];
  if (one && other) return "double-loss";
  if (one) return "second";
  return other ? "first" : reported;
}

/** Who goes no further after a match of a bracket; both in a double loss. */
function beatenIn(t, one) {
  const pair = [one.first, one.second];
  const following = roundOf(t, one.pool, one.number + 1);
  if (following?.started) {
    const seated = new Set(playersOf(following));
    if (pair.some((id) => seated.has(id))) return pair.filter((id) => !seated.has(id));
  }
  const decided = decisionOf(t, one);
  return { first: [one.second], second: [one.first], "double-loss": pair }[decided] ?? [];
}

/** Whether seeds of a cut left before it started, and others can move up. */
function isToReplace(t, cut) {
  const own = roundsOf(t, cut.pool);
  if (cut.event !== "cut-made" || isPure(t) || t.closed || own.some(({ started }) => started)) return false;
  const waits = own.find(({ number }) => number === t.latest.get(cut.pool));
  const back = ({ id, division, after }) => division === cut.division && after === undefined
    && !cut.seeds.includes(id) && t.changed.get(id) > waits.seq;
  const there = waits && ![...t.players.values()].some(back)
    ? cut.seeds.filter((id) => playersOf(waits).includes(id)) : cut.seeds;
  const left = there.some((id) => t.players.get(id) && t.players.get(id).after !== undefined);
  const swiss = [...t.pods].filter(([, ages]) => ages.includes(cut.division)).map(([pool]) => pool);
  const flights = swiss.length > 1 ? swiss : [undefined];
  const each = cut.seeds.length / flights.length;
  if (!left || (flights.length > 1 && (!Number.isInteger(each) || each < 2))) return false;
  return flights.every((flight) => [...t.players.values()].filter((player) =>
    player.division === cut.division && player.after === undefined
    && (!flight || poolOf(t, player) === flight)).length >= each);
}

/** The round in which each player of a bracket was knocked out, and by whom, if by one. */
function fallsOf(t, cut) {
  const out = new Map();
  const by = new Map();
  const waits = isToReplace(t, cut); // Nobody is out yet: the cut is made again.
  const knock = (player, number) => { if (!out.has(player)) out.set(player, number); };
  for (const paired of roundsOf(t, cut.pool)) {
    for (const one of paired.matches) {
      const lost = beatenIn(t, one);
      for (const player of waits ? [] : lost) knock(player, paired.number);
      if (lost.length === 1 && !by.has(lost[0])) {
        by.set(lost[0], lost[0] === one.second ? one.first : one.second);
      }
    }
    const there = new Set(playersOf(paired));
    for (const seeded of paired.started && !waits ? cut.seeds : []) {
      if (!there.has(seeded)) knock(seeded, paired.number);
    }
  }
  for (const seeded of waits ? [] : cut.seeds) {
    const after = t.players.get(seeded)?.after;
    if (after !== undefined) knock(seeded, after + 1);
  }
  return { out, by };
}

/** Who went on from the part of a bracket in which somebody was lost to nobody. */
function heirOf(t, cut, out, player) {
  const places = positionsOf(cut.seeds);
  const first = roundsOf(t, cut.pool)[0]?.number ?? out.get(player);
  const at = places.indexOf(player);
  for (let number = out.get(player); ; number += 1) {
    const size = 2 ** Math.max(number - first + 1, 0);
    if (size > places.length) return undefined;
    const begin = at - (at % size);
    const still = places.slice(begin, begin + size)
      .filter((each) => each && (out.get(each) ?? number + 1) > number);
    if (still.length === 1) return still[0];
  }
}

/** The players of the last round of a bracket, if they all lost in it: it has no winner. */
function allLost(t, cut) {
  const last = roundsOf(t, cut.pool).filter((each) => each.started).at(-1);
  if (!last) return [];
  const out = new Set(last.matches.flatMap((one) => beatenIn(t, one)));
  const there = new Set(playersOf(last));
  return cut.seeds.some((id) => there.has(id) && !out.has(id)) ? [] : [...there];
}

/** Which of some players lost the last match of a bracket to each other. */
function lostLast(t, players) {
  const last = new Set(bracketsOf(t).flatMap((cut) => allLost(t, cut)));
  const here = new Set(players.map((line) => line.player).filter((player) => last.has(player)));
  return here.size > 1 ? here : new Set();
}

const isPure = (t) => t.opened?.style === "single-elimination";

/** How far each player of a bracket came, the less the further (TOP §3.2.3, §3.3.6). */
function howFar(t, cut) {
  const { out, by } = fallsOf(t, cut);
  const playoff = t.matches.get(t.playoffs.get(cut.pool));
  const lost = new Set(playoff ? beatenIn(t, playoff) : []);
  const seeds = new Map(cut.seeds.map((player, at) => [player, at + 1]));
  const far = new Map();
  const latestFirst = [...seeds.keys()].sort((one, other) =>
    (out.get(other) ?? -STILL_IN) - (out.get(one) ?? -STILL_IN));
  for (const player of latestFirst) {
    if (!out.has(player)) {
      far.set(player, [STILL_IN]);
      continue;
    }
    const came = [-out.get(player), Number(lost.has(player))];
    if (isPure(t)) {
      // They stand as those do who beat them; where nobody went on, below all others of the round.
      const above = by.get(player) ?? heirOf(t, cut, out, player);
      came.push(...(far.has(above) ? [...far.get(above), seeds.get(above)] : [1]));
    }
    far.set(player, came);
  }
  return far;
}

const cutOf = (t, division) =>
  [...t.cuts.values()].filter((cut) => cut.division === division).at(-1);

/** The brackets that give places: the last cut of each division, or the drawn seeds. */
const bracketsOf = (t) => [
  ...AGES.map((each) => cutOf(t, each)).filter(Boolean),
  ...[...t.cuts.values()].filter((cut) => !cut.division),
];
