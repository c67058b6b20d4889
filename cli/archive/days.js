// What the second day leaves to those who do not play it: the places of the first.

/** The tournament at the end of the first day: what came later has not happened. */
function firstDay(t) {
  const ends = new Map([...t.dayTwo].map(([pool, made]) => [pool, made.after]));
  const last = Math.max(0, ...ends.values());
  return {
    ...t,
    rounds: new Map([...t.rounds].filter(([, { pool, number }]) =>
      number <= (ends.get(pool) ?? number) && !t.cuts.has(pool))),
    latest: new Map([...t.latest].map(
      ([pool, number]) => [pool, Math.min(number, ends.get(pool) ?? number)])),
    planned: new Map([...t.planned, ...ends]), dayTwo: new Map(), cuts: new Map(),
    players: new Map([...t.players].map(([id, player]) =>
      [id, player.after > last ? { ...player, after: undefined } : player])),
  };
}

/** Who plays the second day. */
const dayTwoPlayers = (t) => new Set([...t.dayTwo.values()].flatMap((made) => made.players));

