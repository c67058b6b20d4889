// Whether a pool has another legal round: nobody meets again or has a second bye (TOP §3.1, A-78).

/** Whether a pool has played its last round, as no other is announced or legal. */
function hasEnded(t, pool) {
  const paired = roundsOf(t, pool).at(-1);
  if (!paired?.started || paired.matches.some(({ match }) => !t.results.has(match))) return false;
  const announced = t.planned.get(pool) ?? t.planned.get(undefined) ?? 0;
  return paired.number >= announced || !isLegal(t, pool, paired.number + 1);
}

/** Whether those who are due in a round, or were before they dropped in it, can all be seated. */
function isLegal(t, pool, round) {
  const taken = t.dayTwo.get(pool);
  const due = [...t.players.values()].filter((player) => poolOf(t, player) === pool &&
    (player.after >= round || (player.after === undefined && player.losses < round &&
      (!taken || round <= taken.after || taken.players.includes(player.id)))));
  if (due.length < 2 || due.length > 2 * round + 2) return due.length > 1;
  const seated = due.map(({ id }) => id).filter((id) => !(t.awarded.get(id) ?? []).includes(round));
  const before = [...t.rounds.values()].filter(
    (each) => !t.cuts.has(each.pool) && (each.pool !== pool || each.number < round));
  const barred = seated.map(() => new Set());
  const bar = (one, other) => {
    if (one < 0 || other < 0) return;
    barred[one].add(other);
    barred[other].add(one);
  };
  if (seated.length % 2) barred.push(new Set());
  for (const { pairings, byes } of before) {
    for (const [first, second] of pairings) bar(seated.indexOf(first), seated.indexOf(second));
    if (seated.length % 2) for (const [player] of byes) bar(seated.indexOf(player), seated.length);
  }
  return canBePaired(barred);
}

/** Whether all can be paired: each who is still alone finds a path, through odd circles (Edmonds 1965). */
function canBePaired(barred) {
  const mate = barred.map(() => -1);
  const grow = (root) => {
    const parent = mate.map(() => -1);
    const base = mate.map((_, at) => at);
    const queue = [root];
    const meeting = (one, other) => {
      const passed = new Set();
      for (let at = base[one]; ; at = base[parent[mate[at]]]) {
        passed.add(at);
        if (mate[at] < 0) break;
      }
      let at = base[other];
      while (!passed.has(at)) at = base[parent[mate[at]]];
      return at;
    };
    const mark = (from, top, next, inside) => {
      for (let [at, child] = [from, next]; base[at] !== top; at = parent[child]) {
        inside.add(base[at]).add(base[mate[at]]);
        parent[at] = child;
        child = mate[at];
      }
    };
    for (const at of queue) {
      for (let to = 0; to < mate.length; to += 1) {
        if (to === at || barred[at].has(to) || base[at] === base[to] || mate[at] === to) continue;
        if (queue.includes(to)) {
          const top = meeting(at, to);
          const inside = new Set();
          mark(at, top, to, inside);
          mark(to, top, at, inside);
          for (let one = 0; one < mate.length; one += 1) {
            if (!inside.has(base[one])) continue;
            base[one] = top;
            if (!queue.includes(one)) queue.push(one);
          }
        } else if (parent[to] < 0) {
          parent[to] = at;
          if (mate[to] >= 0) queue.push(mate[to]);
          else return turn(parent, to);
        }
      }
    }
    return false;
  };
  const turn = (parent, free) => {
    for (let end = free; end >= 0;) {
      const before = parent[end];
      const following = mate[before];
      [mate[end], mate[before]] = [before, end];
      end = following;
    }
    return true;
  };
  return barred.every((_, one) => mate[one] >= 0 || grow(one));
}
