// Places by the clauses of the edition, reckoned anew from the events (TOP §3.1.4, §3.3.6).

const DIVISIONS = ["Masters", "Senior", "Junior", "Open"];

/** Everything there is to compare about every player; without brackets if `swissOnly`. */
function linesOf(b, swissOnly = false) {
  const { t, played } = b;
  const tally = (player, ...kinds) => played.get(player).filter(({ scored }) => kinds.includes(scored)).length;
  const figures = figuresOf(b);
  const cuts = swissOnly ? [] : bracketsOf(t);
  const far = new Map(cuts.flatMap((cut) => [...howFar(t, cut)]));
  const seeds = new Map(cuts.flatMap((cut) => cut.seeds.map((player, at) => [player, at + 1])));
  const second = dayTwoPlayers(t);
  return new Map([...t.players.values()].map((player, order) => [player.id, {
    player: player.id, order, late: player.late, out: player.after !== undefined,
    disqualified: player.disqualified, division: player.division,
    points: played.get(player.id).reduce((sum, part) => sum + part.points, 0),
    wins: tally(player.id, "win", "bye", "awarded"),
    losses: tally(player.id, "loss", "double", "forced"), ties: tally(player.id, "tie"),
    ...figures.get(player.id), dayTwo: second.has(player.id),
    unseen: player.after !== undefined && !played.get(player.id).length,
    seed: seeds.get(player.id), far: far.get(player.id) ?? [],
  }]));
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

const high = (figure) => byKey((line) => {
  const { top, bottom } = line[figure] ?? NOTHING;
  return [{ top: -top, bottom }];
});
const POINTS = ["match-points", byKey((line) => [-line.points])];
const BEFORE_TIEBREAKS = [
  ["cut", byKey((line) => [line.seed === undefined])],
  ["bracket", byKey((line) => line.far)],
  ["seed", byKey((line) => [line.seed ?? 0])],
  ["day-two", byKey((line) => [!line.dayTwo])],
  POINTS,
  ["never-played", byKey((line) => [line.unseen])],
];
const FIGURES = { "op-win": "opWin", "op-op-win": "opOpWin", "game-win": "gameWin", "op-game-win": "opGameWin" };

/** The clauses of the edition in order, after those of every edition. */
function clausesOf({ t, rules, played }, everybody, division) {
  const chain = [];
  const alternate = rules.head_to_head === "acyclic" && rules.tiebreaks.includes("head-to-head");
  const mutual = ["head-to-head", betweenTwo(played)];
  const ranks = (...more) => ranksOf(played, everybody, [POINTS, ...chain, ...more]);
  for (const name of rules.tiebreaks) {
    if (name === "head-to-head" && alternate) {
      chain.push([name, headToHead(played, ranks([name, headToHead(played)]))]);
    } else if (name === "head-to-head") {
      chain.push(mutual);
    } else if (name === "last-opponent" && !alternate) {
      chain.push([name, byLastOpponent(ranks())], ...(chain.includes(mutual) ? [mutual] : []));
    } else if (name !== "last-opponent") {
      chain.push([name, {
        late: byKey((line) => [line.late]), lot: byLot(t.lots.get(division) ?? []),
        "file-order": byKey((line) => [line.order]),
      }[name] ?? high(FIGURES[name])]);
    }
  }
  return [...BEFORE_TIEBREAKS, ...chain];
}

/** Who of some players beat each of them: who won more of the Swiss matches between the two. */
function beatenBy(played, level) {
  const here = new Map(level.map((line) => [line.player, new Map()]));
  for (const [player, sum] of here) {
    for (const { scored, opponent } of played.get(player)) {
      if (scored === "loss" && here.has(opponent)) sum.set(opponent, (sum.get(opponent) ?? 0) + 1);
    }
  }
  return new Map([...here].map(([player, lost]) => [player, new Set(
    [...lost].filter(([one, times]) => times > (here.get(one).get(player) ?? 0)).map(([one]) => one))]));
}

/** Put the one above who beat the other, if exactly two are tied (T4, A-21). */
const betweenTwo = (played) => (level) => {
  const beaten = level.length === 2 ? beatenBy(played, level) : new Map();
  const first = level.filter((line) => beaten.get(line.player)?.size === 0);
  return first.length === 1 ? [first, level.filter((line) => !first.includes(line))] : [[...level]];
};

/** The same, but for those who beat each other in a circle. */
function beatenInLine(played, level) {
  const beaten = beatenBy(played, level);
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
const headToHead = (played, ranks) => (level) => {
  const beaten = beatenInLine(played, level);
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
    const again = best.length < level.length ? beatenInLine(played, best) : undefined;
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
const ranksOf = (played, everybody, clauses) => (level) => {
  const last = new Map(level.map(({ player }) =>
    [player, played.get(player).map(({ opponent }) => opponent).filter(Boolean).at(-1)])
    .filter(([, one]) => everybody.has(one)));
  const those = [...new Set(last.values())].sort().map((player) => everybody.get(player));
  const place = new Map(tiersOf(those, clauses).flatMap(
    (tier, number) => tier.level.map((line) => [line.player, number])));
  return new Map([...last].map(([player, one]) => [player, place.get(one)]));
};

/** Put players with a higher last opponent above, if all had one (T5, GTB-11). */
const byLastOpponent = (ranks) => (level) => {
  const rank = ranks(level);
  return rank.size < level.length ? [[...level]] : byKey((line) => [rank.get(line.player)])(level);
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
function inOrder(b, everybody, level, division) {
  const { t } = b;
  const clauses = clausesOf(b, everybody, division);
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
  const then = basisOf(before);
  const earlier = linesOf(then);
  const aside = new Set(level.filter((line) => line.dayTwo || line.seed !== undefined)
    .map((line) => line.player));
  const those = level.filter((line) => aside.has(line.player) || !line.disqualified)
    .map((line) => (aside.has(line.player) ? earlier.get(line.player) : line));
  return tiersOf(those, clausesOf(then, earlier, division), above, aside);
}

/** The tournament with the Swiss rounds that its standings count: the complete ones, up to `after`. */
function settled(t, after = MOST_ROUNDS) {
  const ends = new Map([...t.pods.keys()].map((pool) => [pool, Math.min(lastComplete(t, pool), after)]));
  const counts = ({ pool, number }) => number <= (ends.get(pool) ?? number);
  const cut = new Set([...t.rounds.values()].filter((one) => !counts(one)).map(({ pool }) => pool));
  const lostBy = (player, last) => (last === undefined ? player : {
    ...player, losses: Math.min(player.losses, last),
    missed: player.missed.filter((number) => number <= last),
  });
  return {
    ...t,
    rounds: new Map([...t.rounds].filter(([, one]) => counts(one))),
    dayTwo: new Map([...t.dayTwo].filter(([, made]) => made.after < after)),
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
    if (!t.closed && (!paired.started || paired.matches.some(({ match }) => !t.results.has(match)))) break;
    last = paired.number;
  }
  return last;
}

/** The lines of the file tables/standings.json, but for the names; the places after Swiss if `swissOnly`. */
function standingsOf(t, swissOnly = false) {
  const b = basisOf(t);
  const everybody = linesOf(b, swissOnly);
  return DIVISIONS.flatMap((division) => {
    const players = [...everybody.values()].filter(
      (line) => line.division === division && !t.players.get(line.player).unplaced);
    const ordered = inOrder(b, everybody, players, division);
    if (ordered.length > 1) ordered[0].decidedBy = ordered[1].decidedBy;
    const lost = swissOnly ? new Set() : lostLast(t, players);
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

const RATES = { op_win: "opWin", op_op_win: "opOpWin", game_win: "gameWin", op_game_win: "opGameWin" };

function standing(line, place, decidedBy) {
  const rates = Object.entries(RATES).filter(([, figure]) => line[figure]).flatMap(([name, figure]) =>
    [[name, shownFraction(line[figure])], [`${name}_percent`, percent(line[figure])]]);
  return {
    division: line.division, place, player: line.player, match_points: line.points,
    wins: line.wins, losses: line.losses, ties: line.ties, ...Object.fromEntries(rates),
    decided_by: decidedBy, seed: line.seed ?? null, late: line.late,
    dropped: line.out && !line.disqualified, disqualified: line.disqualified,
  };
}

/** Why places are not reckoned here; undefined if they are. */
function notReckoned(t) {
  if (!t.rules) return "the rules cannot be read";
  const unread = unreadField(t.rules);
  if (unread) return `this page does not know the field ${unread} of the edition`;
  if ([...t.players.values()].some((player) => player.losses > MOST_ROUNDS)) {
    return "a player was added after more rounds than a tournament can have";
  }
  return undefined;
}
