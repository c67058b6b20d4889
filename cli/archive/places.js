// Places under the edition play-2017, reckoned anew from the events (TOP §3.1.4, §3.3.6).

/** The SHA-256 of the one edition that is reckoned here, byte for byte as it was released. */
const PLAY_2017 = "552eec765695a4fcba624e45c0779ab0a1290244584ba4aa4c209f6d802d6115";
const MOST_ROUNDS = 999;
const DIVISIONS = ["Masters", "Senior", "Junior", "Open"];

function greatest(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** An exact fraction, in lowest terms. */
function fraction(top, bottom = 1n) {
  const shared = greatest(top, bottom) || 1n;
  return { top: top / shared, bottom: bottom / shared };
}

const compared = (one, other) => {
  const left = one.top * other.bottom;
  const right = other.top * one.bottom;
  return left < right ? -1 : Number(left > right);
};
const shownFraction = ({ top, bottom }) => (bottom === 1n ? `${top}` : `${top}/${bottom}`);
const FLOOR = fraction(1n, 4n);
const CAP = fraction(3n, 4n);

function mean(rates, ofNone) {
  if (!rates.length) return ofNone;
  const total = rates.reduce(
    (sum, rate) => fraction(sum.top * rate.bottom + rate.top * sum.bottom, sum.bottom * rate.bottom),
    fraction(0n));
  return fraction(total.top, total.bottom * BigInt(rates.length));
}

/** A rate as it is printed: two decimals, half to even. */
function percent({ top, bottom }) {
  let hundredths = (top * 10000n) / bottom;
  const twice = 2n * ((top * 10000n) % bottom);
  if (twice > bottom || (twice === bottom && hundredths % 2n)) hundredths += 1n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;
}

const SIDES = {
  first: ["win", "loss"], second: ["loss", "win"], tie: ["tie", "tie"],
  "double-loss": ["double", "double"], unplayed: ["unplayed", "unplayed"],
};
const WORTH = { win: 3, bye: 3, tie: 1, loss: 0, double: 0, unplayed: 0 };

/** What every Swiss round was worth to every player in it. */
function playedRounds(t) {
  const played = new Map([...t.players.keys()].map((player) => [player, []]));
  const add = (player, part) => played.get(player)?.push(part);
  const pools = new Set([...t.rounds.values()].map((each) => each.pool));
  for (const pool of [...pools].filter((each) => !t.cuts.has(each))) {
    for (const paired of roundsOf(t, pool)) {
      let underWay = paired.started || paired.number < (t.latest.get(pool) ?? 0);
      for (const { match, first, second } of paired.matches) {
        const result = t.results.get(match);
        if (!result) continue;
        underWay = true;
        const [one, other] = SIDES[result.verdict];
        const met = result.verdict !== "unplayed";
        const { number } = paired;
        add(first, { round: number, pool, scored: one, opponent: met ? second : undefined });
        add(second, { round: number, pool, scored: other, opponent: met ? first : undefined });
      }
      for (const [player] of underWay ? paired.byes : []) {
        add(player, { round: paired.number, pool, scored: "bye", opponent: undefined });
      }
    }
  }
  for (const player of t.players.values()) {
    const parts = played.get(player.id);
    const seated = new Set(parts.map((part) => part.round));
    for (let round = player.losses; round >= 1; round -= 1) {
      if (!seated.has(round)) {
        parts.unshift({ round, pool: parts[0]?.pool ?? player.pool ?? "late", scored: "loss" });
      }
    }
    if (player.losses) parts.sort((one, other) => one.round - other.round);
  }
  return played;
}

/** Everything there is to compare about every player. */
function linesOf(t) {
  const played = playedRounds(t);
  const tally = (player, scored) => played.get(player).filter((p) => p.scored === scored).length;
  const share = new Map();
  for (const player of t.players.values()) {
    const parts = played.get(player.id);
    const rounds = parts.filter((p) => p.scored !== "bye" && p.scored !== "unplayed").length;
    const won = BigInt(2 * tally(player.id, "win") + tally(player.id, "tie"));
    let rate = rounds ? fraction(won, BigInt(2 * rounds)) : fraction(0n);
    if (compared(rate, FLOOR) < 0) rate = FLOOR;
    const pool = parts.length ? parts.at(-1).pool : poolOf(t, player);
    const present = t.latest.get(pool) ?? 0;
    const over = t.closed || [...t.cuts.values()].some((cut) => cut.division === player.division);
    const set = t.planned.get(pool) ?? t.planned.get(undefined);
    const planned = pool === undefined ? 0 : over ? present : set || present;
    const capped = player.after !== undefined && player.after <= planned;
    share.set(player.id, capped && compared(rate, CAP) > 0 ? CAP : rate);
  }
  const met = (player) => played.get(player)
    .map((part) => part.opponent).filter((opponent) => opponent && t.players.has(opponent));
  const opWin = new Map([...t.players.keys()].map(
    (player) => [player, mean(met(player).map((opponent) => share.get(opponent)), FLOOR)]));
  const cuts = DIVISIONS.map((each) => cutOf(t, each)).filter(Boolean);
  const far = new Map(cuts.flatMap((cut) => [...howFar(t, cut)]));
  const seeds = new Map(cuts.flatMap((cut) => cut.seeds.map((player, at) => [player, at + 1])));
  return new Map([...t.players.values()].map((player) => [player.id, {
    player: player.id, late: player.late, out: player.after !== undefined,
    disqualified: player.disqualified, division: player.division,
    points: played.get(player.id).reduce((sum, part) => sum + WORTH[part.scored], 0),
    wins: tally(player.id, "win") + tally(player.id, "bye"),
    losses: tally(player.id, "loss") + tally(player.id, "double"), ties: tally(player.id, "tie"),
    opWin: opWin.get(player.id),
    opOpWin: mean(met(player.id).map((opponent) => opWin.get(opponent)), FLOOR),
    unseen: player.after !== undefined && !played.get(player.id).length,
    played: played.get(player.id), last: lastMet(played.get(player.id)),
    seed: seeds.get(player.id), far: far.get(player.id) ?? [],
  }]));
}

const lastMet = (parts) => parts.map((part) => part.opponent).filter(Boolean).at(-1);
const cutOf = (t, division) =>
  [...t.cuts.values()].filter((cut) => cut.division === division).at(-1);

function losersOf(t, { match, first, second }) {
  const verdict = t.results.get(match)?.verdict;
  return { first: [second], second: [first], "double-loss": [first, second] }[verdict] ?? [];
}

/** How far each player of a bracket came, the less the further (TOP §3.3.6). */
function howFar(t, cut) {
  const out = new Map();
  const knock = (player, round) => { if (!out.has(player)) out.set(player, round); };
  for (const paired of roundsOf(t, cut.pool)) {
    for (const one of paired.matches) {
      for (const player of losersOf(t, one)) knock(player, paired.number);
    }
  }
  for (const seeded of cut.seeds) {
    const after = t.players.get(seeded)?.after;
    if (after !== undefined) knock(seeded, after + 1);
  }
  const playoff = t.playoffs.get(cut.pool);
  const lost = playoff ? losersOf(t, playoff) : [];
  return new Map(cut.seeds.map((player) => [
    player, out.has(player) ? [-out.get(player), Number(lost.includes(player))] : [-1000000]]));
}

/** Split players who are level by a key, the lowest first; keys are lists of numbers. */
const byKey = (key) => (level) => {
  const less = (one, other) => {
    for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
      if (at >= one.length || at >= other.length) return one.length - other.length;
      const order = one[at]?.top === undefined
        ? Number(one[at]) - Number(other[at]) : compared(one[at], other[at]);
      if (order) return order;
    }
    return 0;
  };
  const sorted = level.map((line, at) => ({ line, key: key(line), at }));
  sorted.sort((one, other) => less(one.key, other.key) || one.at - other.at);
  const parts = [];
  sorted.forEach((each, at) => {
    if (at && !less(sorted[at - 1].key, each.key)) parts.at(-1).push(each.line);
    else parts.push([each.line]);
  });
  return parts.length > 1 ? parts : [[...level]];
};

const high = ({ top, bottom }) => [{ top: -top, bottom }];
const POINTS = ["match-points", byKey((line) => [-line.points])];

function clausesOf(t, everybody, division) {
  const before = [
    ["cut", byKey((line) => [line.seed === undefined])],
    ["bracket", byKey((line) => line.far)],
    ["seed", byKey((line) => [line.seed ?? 0])],
    POINTS,
    ["never-played", byKey((line) => [line.unseen])],
  ];
  const figures = [
    ["late", byKey((line) => [line.late])],
    ["op-win", byKey((line) => high(line.opWin))],
    ["op-op-win", byKey((line) => high(line.opOpWin))],
  ];
  const mutual = ["head-to-head", headToHead];
  const opponents = [POINTS, ...figures, mutual];
  return [
    ...before, ...figures, mutual, ["last-opponent", lastOpponent(everybody, opponents)], mutual,
    ["lot", byLot(t.lots.get(division) ?? [])],
  ];
}

function headToHead(level) {
  if (level.length !== 2) return [[...level]];
  const [one, other] = level;
  const met = one.played.filter((part) => part.opponent === other.player);
  const won = met.filter((part) => part.scored === "win").length;
  const lost = met.filter((part) => part.scored === "loss").length;
  if (won === lost) return [[...level]];
  return won > lost ? [[one], [other]] : [[other], [one]];
}

const lastOpponent = (everybody, clauses) => (level) => {
  if (level.some((line) => !line.last || !everybody.has(line.last))) return [[...level]];
  const last = [...new Set(level.map((line) => line.last))].sort();
  const place = new Map(tiersOf(last.map((player) => everybody.get(player)), clauses).flatMap(
    (tier, number) => tier.level.map((line) => [line.player, number])));
  return byKey((line) => [place.get(line.last)])(level);
};

const byLot = (lots) => (level) =>
  level.every((line) => lots.includes(line.player))
    ? byKey((line) => [lots.indexOf(line.player)])(level) : [[...level]];

/** Players in order, each tier with the clause that parted it from the one above. */
function tiersOf(level, clauses, above = null, aside = new Set()) {
  if (level.length <= 1 || !clauses.length) {
    const here = level.filter((line) => !aside.has(line.player));
    return here.length ? [{ level: here, decidedBy: above }] : [];
  }
  const [[name, split], ...rest] = clauses;
  const found = [];
  for (const part of split(level)) {
    found.push(...tiersOf(part, rest, found.length ? name : above, aside));
  }
  return found;
}

/** Those in the cut, then all others as they stood after Swiss (TOP §3.3.6, A-44). */
function inOrder(level, clauses) {
  const cut = level.filter((line) => line.seed !== undefined);
  const top = tiersOf(cut.filter((line) => !line.disqualified), clauses);
  const swiss = level.filter((line) => line.seed !== undefined || !line.disqualified)
    .map((line) => ({ ...line, seed: undefined, far: [] }));
  const aside = new Set(cut.map((line) => line.player));
  const below = tiersOf(swiss, clauses, top.length ? "cut" : null, aside);
  const lots = clauses.filter(([name]) => name === "lot");
  return [...top, ...below.flatMap((tier) => tiersOf(tier.level, lots, tier.decidedBy))];
}

/** The lines of the file tables/standings.json, but for the names. */
function standingsOf(t) {
  const everybody = linesOf(t);
  return DIVISIONS.flatMap((division) => {
    const players = [...everybody.values()].filter((line) => line.division === division);
    const ordered = inOrder(players, clausesOf(t, everybody, division));
    if (ordered.length > 1) ordered[0].decidedBy = ordered[1].decidedBy;
    let place = 1;
    const found = ordered.flatMap(({ level, decidedBy }) => {
      place += level.length;
      return level.map((line) => standing(everybody.get(line.player), place - level.length, decidedBy));
    });
    const out = players.filter((line) => line.disqualified);
    return [...found, ...out.map((line) => standing(line, null, "disqualified"))];
  });
}

function standing(line, place, decidedBy) {
  return {
    division: line.division, place, player: line.player, match_points: line.points,
    wins: line.wins, losses: line.losses, ties: line.ties,
    op_win: shownFraction(line.opWin), op_win_percent: percent(line.opWin),
    op_op_win: shownFraction(line.opOpWin), op_op_win_percent: percent(line.opOpWin),
    decided_by: decidedBy, seed: line.seed ?? null, late: line.late,
    dropped: line.out && !line.disqualified, disqualified: line.disqualified,
  };
}

/** Whether a seed left after the bracket had begun (TOP §3.2). */
function leftBy(t, cut) {
  const first = Math.min(...roundsOf(t, cut.pool).map((paired) => paired.number));
  return cut.seeds.some((player) => (t.players.get(player)?.after ?? -1) >= first);
}

/** Why places are not reckoned here; undefined if they are. */
function notReckoned(t) {
  if (t.opened?.edition_sha256 !== PLAY_2017) return `the edition ${t.opened?.edition} is not known here`;
  if (t.unknown.size) return `this page does not know what ${[...t.unknown][0]} means`;
  if (t.dayTwo) return "a second day was played";
  if ([...t.players.values()].some((player) => player.losses > MOST_ROUNDS)) {
    return "a player came after more rounds than there can be";
  }
  if (t.opened.style === "single-elimination") return "all of it was single elimination";
  if ([...t.cuts.values()].some((cut) => leftBy(t, cut))) {
    return "somebody left a bracket, which loses a match whatever its result was";
  }
  return undefined;
}
