// Places under the edition play-2017, reckoned anew from the events (TOP §3.1.4, §3.3.6).

/** The SHA-256 of the one edition that is reckoned here, byte for byte as it was released. */
const PLAY_2017 = RELEASED["play-2017"];
const MOST_ROUNDS = 999;

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

/** A rate as it is printed: two decimals, half up. */
function percent({ top, bottom }) {
  const hundredths = (top * 20000n + bottom) / (bottom * 2n);
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
    const lost = new Set([...Array(player.losses).keys()].map((at) => at + 1).concat(player.missed));
    for (const round of lost) {
      if (!seated.has(round)) {
        parts.unshift({ round, pool: parts[0]?.pool ?? player.pool ?? "late", scored: "loss" });
      }
    }
    if (lost.size) parts.sort((one, other) => one.round - other.round);
  }
  return played;
}

/** What an opponent counts, looked at up to a round: the win %, no less than the floor; capped. */
function shareOf(parts, upto, left, planned) {
  const seen = parts.filter((part) => part.round <= upto);
  const scored = (kind) => seen.filter((part) => part.scored === kind).length;
  const rounds = seen.length - scored("bye") - scored("unplayed");
  const won = BigInt(2 * scored("win") + scored("tie"));
  let rate = rounds ? fraction(won, BigInt(2 * rounds)) : fraction(0n);
  if (compared(rate, FLOOR) < 0) rate = FLOOR;
  const capped = left !== undefined && left <= upto && left < planned;
  return capped && compared(rate, CAP) > 0 ? CAP : rate;
}

/** Op Win % and Op Op Win % of every player, each over the rounds that it looks at. */
function figuresOf(t, played) {
  const upto = new Map();
  const planned = new Map();
  for (const player of t.players.values()) {
    const parts = played.get(player.id);
    const pool = parts.length ? parts.at(-1).pool : poolOf(t, player);
    const present = t.latest.get(pool) ?? 0;
    const over = t.closed || [...t.cuts.values()].some((cut) => cut.division === player.division);
    const set = t.planned.get(pool) ?? t.planned.get(undefined);
    const last = lastRoundOf(t, player.id, pool);
    upto.set(player.id, last);
    const due = over ? present : set || present;
    planned.set(player.id, pool === undefined ? 0 : last < Infinity ? last : due);
  }
  const met = (player, last) => played.get(player)
    .filter((part) => part.round <= last && part.opponent && t.players.has(part.opponent))
    .map((part) => [part.opponent, Math.min(last, upto.get(part.opponent))]);
  const known = new Map();
  const once = (name, reckon) => {
    if (!known.has(name)) known.set(name, reckon());
    return known.get(name);
  };
  const share = (player, last) => once(`${player} ${last}`, () =>
    shareOf(played.get(player), last, t.players.get(player).after, planned.get(player)));
  const opWin = (player, last) => once(`op ${player} ${last}`, () =>
    mean(met(player, last).map(([opponent]) => share(opponent, last)), FLOOR));
  const opOpWin = (player, last) => mean(met(player, last).map((one) => opWin(...one)), FLOOR);
  return new Map([...t.players.keys()].map((player) => {
    const last = upto.get(player);
    return [player, { opWin: opWin(player, last), opOpWin: opOpWin(player, last) }];
  }));
}

/** Everything there is to compare about every player. */
function linesOf(t) {
  const played = playedRounds(t);
  const tally = (player, scored) => played.get(player).filter((p) => p.scored === scored).length;
  const figures = figuresOf(t, played);
  const cuts = bracketsOf(t);
  const far = new Map(cuts.flatMap((cut) => [...howFar(t, cut)]));
  const seeds = new Map(cuts.flatMap((cut) => cut.seeds.map((player, at) => [player, at + 1])));
  const second = dayTwoPlayers(t);
  return new Map([...t.players.values()].map((player) => [player.id, {
    player: player.id, late: player.late, out: player.after !== undefined,
    disqualified: player.disqualified, division: player.division,
    points: played.get(player.id).reduce((sum, part) => sum + WORTH[part.scored], 0),
    wins: tally(player.id, "win") + tally(player.id, "bye"),
    losses: tally(player.id, "loss") + tally(player.id, "double"), ties: tally(player.id, "tie"),
    ...figures.get(player.id), dayTwo: second.has(player.id),
    unseen: player.after !== undefined && !played.get(player.id).length,
    played: played.get(player.id), last: lastMet(played.get(player.id)),
    seed: seeds.get(player.id), far: far.get(player.id) ?? [],
  }]));
}

const lastMet = (parts) => parts.map((part) => part.opponent).filter(Boolean).at(-1);

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
    ["day-two", byKey((line) => [!line.dayTwo])],
    POINTS,
    ["never-played", byKey((line) => [line.unseen])],
  ];
  const figures = [
    ["late", byKey((line) => [line.late])],
    ["op-win", byKey((line) => high(line.opWin))],
    ["op-op-win", byKey((line) => high(line.opOpWin))],
  ];
  const ranks = ranksOf(everybody, [POINTS, ...figures, ["head-to-head", headToHead()]]);
  return [
    ...before, ...figures, ["head-to-head", headToHead(ranks)], ["lot", byLot(t.lots.get(division) ?? [])],
  ];
}

/** Who of some players beat each of them, but for those who beat each other in a circle. */
function beatenBy(level) {
  const here = new Map(level.map((line) => [line.player, new Map()]));
  for (const line of level) {
    for (const part of line.played.filter((each) => here.has(each.opponent))) {
      const won = { win: 1, loss: -1 }[part.scored] ?? 0;
      const sum = here.get(line.player);
      sum.set(part.opponent, (sum.get(part.opponent) ?? 0) + won);
    }
  }
  const beaten = new Map([...here].map(([player, sum]) =>
    [player, new Set([...sum].filter(([, won]) => won < 0).map(([one]) => one))]));
  const above = new Map([...beaten.keys()].map((player) => {
    const seen = new Set();
    const waiting = [player];
    while (waiting.length) {
      for (const one of beaten.get(waiting.pop())) {
        if (!seen.has(one)) waiting.push(one);
        seen.add(one);
      }
    }
    return [player, seen];
  }));
  return new Map([...beaten].map(([player, won]) =>
    [player, new Set([...won].filter((one) => !above.get(one).has(player)))]));
}

/** Head-to-head among all who are level, and between those in front the last opponent. */
const headToHead = (ranks) => (level) => {
  const beaten = beatenBy(level);
  const rank = ranks ? ranks(level) : new Map();
  const parts = [];
  let left = [...level];
  let above = new Set();
  let second = new Set();
  while (left.length) {
    const front = left.filter((line) => !left.some((one) => beaten.get(line.player).has(one.player)));
    let best = front;
    if (front.every((line) => rank.has(line.player))) {
      const top = Math.min(...front.map((line) => rank.get(line.player)));
      best = front.filter((line) => rank.get(line.player) === top);
    }
    const again = best.length < level.length ? beatenBy(best) : undefined;
    const placed = again ? best.filter((line) => !again.get(line.player).size) : best;
    const mutual = placed.every((line) => second.has(line)
      || [...beaten.get(line.player)].some((one) => above.has(one)));
    parts.push(Object.assign([...placed], { by: mutual ? "head-to-head" : "last-opponent" }));
    above = new Set(placed.map((line) => line.player));
    second = new Set(best.filter((line) => !placed.includes(line)));
    left = left.filter((line) => !placed.includes(line));
  }
  return parts;
};

/** How high the last opponents of players stand; whoever never had one is left out. */
const ranksOf = (everybody, clauses) => (level) => {
  const met = level.filter((line) => everybody.has(line.last));
  const last = [...new Set(met.map((line) => line.last))].sort();
  const place = new Map(tiersOf(last.map((player) => everybody.get(player)), clauses).flatMap(
    (tier, number) => tier.level.map((line) => [line.player, number])));
  return new Map(met.map((line) => [line.player, place.get(line.last)]));
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
    found.push(...tiersOf(part, rest, found.length ? part.by ?? name : above, aside));
  }
  return found;
}

/** The cut, the second day, then all others as they stood after Swiss (TOP §3.3.6, A-20, A-44). */
function inOrder(t, everybody, level, division) {
  const clauses = clausesOf(t, everybody, division);
  const cut = level.filter((line) => line.seed !== undefined);
  const top = asOneTier(
    tiersOf(cut.filter((line) => !line.disqualified), clauses), lostLast(t, level));
  const swiss = level.filter((line) => line.seed !== undefined || !line.disqualified)
    .map((line) => ({ ...line, seed: undefined, far: [] }));
  const aside = new Set(cut.map((line) => line.player));
  const above = top.length ? "cut" : null;
  let below;
  if (swiss.some((line) => t.dayTwo.has(poolOf(t, t.players.get(line.player))))) {
    below = tiersOf(swiss.filter((line) => line.dayTwo), clauses, above, aside);
    below.push(...stayed(t, level, division, below.length ? "day-two" : above));
  } else {
    below = tiersOf(swiss, clauses, above, aside);
  }
  const lots = clauses.filter(([name]) => name === "lot");
  return [...top, ...below.flatMap((tier) => tiersOf(tier.level, lots, tier.decidedBy))];
}

/** The tiers of a cut, with the players who lost its last match as the first of them. */
function asOneTier(top, lost) {
  const tied = top.flatMap((tier) => tier.level).filter((line) => lost.has(line.player));
  const below = top.filter((tier) => !tier.level.some((line) => lost.has(line.player)));
  return tied.length ? [{ level: tied, decidedBy: top[0].decidedBy }, ...below] : top;
}

/** Those who do not play the second day, as they stood after the first. */
function stayed(t, level, division, above) {
  const before = firstDay(t);
  const earlier = linesOf(before);
  const aside = new Set(level.filter((line) => line.dayTwo || line.seed !== undefined)
    .map((line) => line.player));
  const those = level.filter((line) => aside.has(line.player) || !line.disqualified)
    .map((line) => (aside.has(line.player) ? earlier.get(line.player) : line));
  return tiersOf(those, clausesOf(before, earlier, division), above, aside);
}

/** The tournament with the Swiss rounds that its standings count: the complete ones. */
function settled(t) {
  if (t.closed) return t;
  const ends = new Map([...t.pods.keys()].map((pool) => [pool, lastComplete(t, pool)]));
  const counts = ({ pool, number }) => number <= (ends.get(pool) ?? number);
  const cut = new Set([...t.rounds.values()].filter((one) => !counts(one)).map(({ pool }) => pool));
  const lostBy = (player, last) => (last === undefined ? player : {
    ...player, losses: Math.min(player.losses, last),
    missed: player.missed.filter((number) => number <= last),
  });
  return {
    ...t,
    rounds: new Map([...t.rounds].filter(([, one]) => counts(one))),
    latest: new Map([...t.latest].map(([pool, last]) => [pool, Math.min(last, ends.get(pool) ?? last)])),
    players: new Map([...t.players].map(([id, player]) => {
      const pool = poolOf(t, player);
      return [id, lostBy(player, cut.has(pool) ? ends.get(pool) : undefined)];
    })),
  };
}

/** The last Swiss round of a pool that is complete, with every round before it. */
function lastComplete(t, pool) {
  let last = 0;
  for (const paired of roundsOf(t, pool)) {
    if (!paired.started || paired.matches.some(({ match }) => !t.results.has(match))) break;
    last = paired.number;
  }
  return last;
}

/** The lines of the file tables/standings.json, but for the names. */
function standingsOf(t) {
  const everybody = linesOf(t);
  return DIVISIONS.flatMap((division) => {
    const players = [...everybody.values()].filter((line) => line.division === division);
    const ordered = inOrder(t, everybody, players, division);
    if (ordered.length > 1) ordered[0].decidedBy = ordered[1].decidedBy;
    const lost = lostLast(t, players);
    let place = 1;
    let empty = lost.size ? 1 : 0;
    const found = ordered.flatMap(({ level, decidedBy }) => {
      const here = place + empty;
      place += level.length;
      if (level.filter((line) => lost.has(line.player)).length > 1) empty = 0;
      return level.map((line) => standing(everybody.get(line.player), here, decidedBy));
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

/** Why places are not reckoned here; undefined if they are. */
function notReckoned(t) {
  if (t.opened?.edition_sha256 !== PLAY_2017) return `the edition ${t.opened?.edition} is not known to this page`;
  if (t.unknown.size) return `this page does not know what ${[...t.unknown][0]} means`;
  if ([...t.players.values()].some((player) => player.losses > MOST_ROUNDS)) {
    return "a player was added after more rounds than a tournament can have";
  }
  return undefined;
}
