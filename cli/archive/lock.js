// The lock: a match record locks when the second subsequent round has been paired (TOP §4), or the
// one that the edition names; and the close locks the last results.

const CORRECTIONS = ["result-corrected", "result-withdrawn"];

/** The pools whose pairings lock a match: its own, and the brackets of its players. */
function poolsThatLock(t, { pool, first, second }) {
  if (t.cuts.has(pool)) return [pool];
  const ages = [first, second].map((id) => t.players.get(id)?.division).filter(Boolean);
  return [pool, ...[...t.cuts.values()].filter(({ division }) => ages.includes(division)).map((cut) => cut.pool)];
}

/** The entry after which a match is locked as it was in a longer ledger, if any. */
function lockedBefore(t, { match, pool, first, second }, lock) {
  const ages = t.cuts.has(pool) ? [] : [first, second].map((id) => t.players.get(id)?.division).filter(Boolean);
  const pools = [pool, ...ages.map((age) => `${age.toLowerCase()}-cut`)];
  return t.shortened.slice(0, t.held.get(match) ?? 0)
    .find(({ paired = {} }) => pools.some((each) => (paired[each] ?? 0) >= lock))?.seq;
}

/** How an event changes a result that is locked; undefined if it does not. */
function lockBroken(t, { event, match }) {
  const isReport = event === "result-reported";
  if (!isReport && !CORRECTIONS.includes(event)) return undefined;
  if (t.closed) return "the tournament is closed: its results are locked.";
  const known = t.matches.get(matchName(match));
  if (!known || (isReport && !t.results.has(known.match))) return undefined;
  const lock = known.number + t.rules.rounds_until_lock;
  const pool = poolsThatLock(t, known).find((each) => (t.everPaired.get(each) ?? 0) >= lock);
  const before = pool ? undefined : lockedBefore(t, known, lock);
  if (before) return `match ${match.join("-")} is locked: it was played before entry ${before}, which continues from an older copy.`;
  if (!pool) return undefined;
  const where = t.cuts.has(pool) ? `a later round of ${pool}` : `round ${lock}`;
  return `match ${match.join("-")} is locked: ${where} ` +
    (t.rounds.has(`${pool} ${lock}`) ? "has been paired." : "was paired, and withdrawing it does not unlock anything.");
}
