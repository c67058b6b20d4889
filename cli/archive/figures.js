// What standings compare, as exact fractions: each player's rounds, and what they count for others,
// by the fields of the edition (TOP §3.1.4; `projections/standings`).

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
const [NOTHING, WHOLE_RATE] = [fraction(0n), fraction(1n)];
const higher = (one, other) => (compared(one, other) < 0 ? other : one);

function mean(rates, ofNone) {
  if (!rates.length) return ofNone;
  const total = rates.reduce(
    (sum, rate) => fraction(sum.top * rate.bottom + rate.top * sum.bottom, sum.bottom * rate.bottom),
    NOTHING);
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
const NO_GAMES = [0, 0, 0];

/** The match points for each way to end a round (TOP §3.1). */
const worthBy = ({ win_points: win, tie_points: tie, loss_points: loss }) => (
  { win, bye: win, awarded: win, tie, loss, double: loss, forced: loss, unplayed: 0 });

/** What every Swiss round was to every player in it. */
function playedRounds(t) {
  const worth = worthBy(t.rules);
  const played = new Map([...t.players.keys()].map((player) => [player, []]));
  const part = (round, pool, scored, opponent, games = NO_GAMES) => (
    { round, pool, scored, opponent, games, points: worth[scored] });
  const [byeWon, byeLost] = t.rules.bye_games;
  const pools = new Set([...t.rounds.values()].map((each) => each.pool));
  for (const pool of [...pools].filter((each) => !t.cuts.has(each))) {
    for (const { number, started, matches, byes, absent } of roundsOf(t, pool)) {
      const add = (player, ...about) => played.get(player)?.push(part(number, pool, ...about));
      let underWay = started || number < (t.latest.get(pool) ?? 0);
      for (const { match, first, second } of matches) {
        const result = t.results.get(match);
        if (!result) continue;
        underWay = true;
        const [one, other] = SIDES[result.verdict];
        const met = result.verdict !== "unplayed";
        const [won, lost, drawn = 0] = (met && result.games) || NO_GAMES;
        add(first, one, met ? second : undefined, [won, lost, drawn]);
        add(second, other, met ? first : undefined, [lost, won, drawn]);
      }
      if (!underWay) continue;
      for (const player of absent) add(player, "forced", undefined, [byeLost, byeWon, 0]);
      for (const [player, kind] of byes) {
        add(player, kind === "awarded" ? "awarded" : "bye", undefined, [byeWon, byeLost, 0]);
      }
    }
  }
  for (const player of t.players.values()) {
    const parts = played.get(player.id);
    const seated = new Set(parts.map((each) => each.round));
    const lost = new Set([...Array(player.losses).keys()].map((at) => at + 1).concat(player.missed));
    if (!lost.size) continue;
    const pool = parts[0]?.pool ?? player.pool ?? "late";
    const forced = [...lost].filter((round) => !seated.has(round)).map((round) => part(round, pool, "forced"));
    played.set(player.id, [...forced, ...parts].sort((one, other) => one.round - other.round));
  }
  return played;
}

/** What the figures of a tournament are reckoned from: records, drops, and the rounds they cover. */
function basisOf(t) {
  const played = playedRounds(t);
  const announced = Object.entries(t.announced?.cut ?? {}).filter(([, size]) => size).map(([division]) => division);
  const cut = new Set([...announced, ...[...t.cuts.values()].map(({ division }) => division)]);
  const ended = new Set([...t.pods.keys()].filter((pool) => hasEnded(t, pool)));
  const courses = new Map([...t.players.values()].map((player) =>
    [player.id, courseOf(t, player, played.get(player.id), ended)]));
  return { t, rules: t.rules, played, cut, courses };
}

/** The rounds that a player's figures cover, and how many the player was to play. */
function courseOf(t, player, parts, ended) {
  const pool = parts.length ? parts.at(-1).pool : poolOf(t, player);
  if (pool === undefined) return { span: { after: 0, upto: Infinity }, planned: 0 };
  const present = t.latest.get(pool) ?? 0;
  const cut = [...t.cuts.values()].some(({ division }) => division === player.division);
  const over = t.closed || cut || ended.has(pool);
  let planned = (over ? 0 : t.planned.get(pool) ?? t.planned.get(undefined)) || present;
  const taken = t.dayTwo.get(pool);
  let [after, upto] = [0, t.rules.freeze_dropped ? player.after ?? Infinity : Infinity];
  if (taken && !taken.players.includes(player.id)) {
    upto = Math.min(upto, taken.after);
    planned = taken.after;
  } else if (taken && t.rules.day_two === "day-two-only" && upto > taken.after) {
    after = taken.after;
  }
  return { span: { after, upto }, planned };
}

const within = (b, player, { after, upto }) =>
  b.played.get(player).filter(({ round }) => after < round && round <= upto);
const hasLeft = (b, player, { upto }) => b.t.players.get(player).after <= upto;

/** The win % of a player over some rounds, before floor and cap. */
function winRate(b, player, span) {
  const { rules } = b;
  const parts = within(b, player, span);
  const times = (kind) => parts.filter(({ scored }) => scored === kind).length;
  const awarded = times("awarded");
  const byes = awarded + times("bye");
  const rounds = parts.length - byes - times("unplayed");
  let counted = rules.awarded_bye === "opponent" ? awarded : 0;
  let [won, of, halves] = [times("win") + counted, rounds + counted, 1];
  if (rules.rate === "rounds-played") {
    [won, halves] = [2 * won + times("tie"), 2];
  } else if (rules.rate === "rounds-planned") {
    const { planned } = b.courses.get(player);
    const due = hasLeft(b, player, span) ? 0 : Math.min(planned, span.upto) - span.after;
    of = Math.max(rounds + byes, due);
  } else {
    if (rules.bye_in_rate) counted = byes;
    const points = parts.filter(({ scored }) => !["bye", "awarded"].includes(scored))
      .reduce((sum, each) => sum + each.points, 0);
    won = points + counted * rules.win_points;
    of = (rules.rate === "points-of-three" ? 3 : rounds + counted) * rules.win_points;
  }
  return of ? fraction(BigInt(won), BigInt(of * halves)) : NOTHING;
}

/** What a player counts as an opponent: the win %, at least the floor; capped (TOP §3.1.4.1, T2). */
function shareOf(b, player, span) {
  const rate = higher(b.rules.win_floor, winRate(b, player, span));
  const { after, division } = b.t.players.get(player);
  const early = after < b.courses.get(player).planned;
  const capped = hasLeft(b, player, span) &&
    { never: false, dropped: early || b.cut.has(division), "dropped-early": early }[b.rules.cap_applies];
  return capped && compared(rate, b.rules.win_cap) > 0 ? b.rules.win_cap : rate;
}

/** The game points that a player won, as a share of those possible (POD-12). */
function gameRate(b, player, span) {
  const [won, lost, drawn] = within(b, player, span).reduce(
    (sum, { games }) => sum.map((each, at) => each + games[at]), NO_GAMES);
  const games = won + lost + drawn;
  const { win_points: win, tie_points: tie } = b.rules;
  return games ? fraction(BigInt(win * won + tie * drawn), BigInt(win * games)) : NOTHING;
}

/** The percentages of every player, each over the rounds that it covers. */
function figuresOf(b) {
  const { rules } = b;
  const known = new Map();
  const once = (name, reckon) => {
    if (!known.has(name)) known.set(name, reckon());
    return known.get(name);
  };
  const about = (player, { after, upto }) => `${player} ${after} ${upto}`;
  // An opponent's figure covers the rounds of the player's own, or fewer if the opponent's is frozen.
  const met = (player, span) => once(`met ${about(player, span)}`, () => within(b, player, span)
    .filter(({ opponent }) => b.courses.has(opponent))
    .map(({ opponent }) => [opponent, { ...span, upto: Math.min(span.upto, b.courses.get(opponent).span.upto) }]));
  const awarded = (player, span, rate) => (rules.awarded_bye !== "opponent" || !rate ? []
    : within(b, player, span).filter(({ scored }) => scored === "awarded").map(() => rate));
  const nobody = rules.op_win_without_opponents;
  const share = (player, span) => once(`share ${about(player, span)}`, () => shareOf(b, player, span));
  const opWin = (player, span) => once(`op ${about(player, span)}`, () => mean(
    [...awarded(player, span, WHOLE_RATE), ...met(player, span).map(([one]) => share(one, span))], nobody));
  const games = rules.tiebreaks.some((name) => ["game-win", "op-game-win"].includes(name));
  return new Map([...b.courses].map(([player, { span }]) => [player, {
    opWin: opWin(player, span),
    opOpWin: mean([
      ...met(player, span).map((one) => opWin(...one)),
      ...awarded(player, span, rules.awarded_bye_op_op_win),
    ], nobody),
    ...(games && {
      gameWin: higher(rules.own_game_floor, gameRate(b, player, span)),
      opGameWin: mean(met(player, span).map(([one]) => higher(rules.win_floor, gameRate(b, one, span))), nobody),
    }),
  }]));
}
