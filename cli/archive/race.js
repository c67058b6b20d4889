// The race of places: where everybody was after each Swiss round, by all results as they are now.
// The marks are those of `projections/reports/charts`.

/** How many Swiss rounds the divisions have completed, each in all of its pools; those without one are left out. */
function completedBy(t) {
  const there = new Set([...t.players.values()].map(({ division }) => division));
  return new Map(DIVISIONS.filter((division) => there.has(division)).map((division) => {
    const pools = [...t.pods].filter(([, ages]) => ages.includes(division)).map(([pool]) => lastComplete(t, pool));
    return [division, pools.length ? Math.min(...pools) : 0];
  }).filter(([, rounds]) => rounds));
}

/** The places of some divisions, as a map of players, after each round that they have completed. */
function racesOf(t, ends = completedBy(t)) {
  const races = new Map([...ends].map(([division]) => [division, []]));
  for (let number = 1; number <= Math.max(0, ...ends.values()); number += 1) {
    const placed = standingsOf(settled(t, number), true);
    for (const [division, rounds] of races) {
      if (number > ends.get(division)) continue;
      const own = placed.filter((one) => one.division === division);
      rounds.push(new Map(own.map(({ player, place }) => [player, place])));
    }
  }
  return races;
}

/** The divisions that raced, with their rounds: two rounds at least, and two players with a place. */
function racing(t) {
  const placed = [...t.players.values()].filter((player) => !player.disqualified && !player.unplaced);
  return new Map([...completedBy(t)].filter(([division, rounds]) =>
    rounds > 1 && placed.filter((player) => player.division === division).length > 1));
}

const RUNNERS = 10;

/** What is drawn of each race: the first players, in order, and where each was. */
function drawnRaces(t, nameOf) {
  return [...racesOf(t, racing(t))].map(([division, rounds]) => {
    const last = [...rounds.at(-1)].filter(([, place]) => place).sort(([, one], [, other]) => one - other);
    const runners = last.slice(0, RUNNERS).map(([player]) => (
      { player, name: nameOf(player), places: rounds.map((after) => after.get(player) ?? null) }));
    const cut = cutOf(t, division)?.seeds.length ?? t.announced?.cut?.[division] ?? 0;
    return { division, runners, rounds: rounds.length, cut: cut < RUNNERS ? cut : 0 };
  });
}

const [WIDE, MARGIN, ABOVE, BELOW, NAMES, STEP] = [640, 60, 18, 34, 200, 26];

/** The marks of a race: lines, dots and labels, the last of which is on top. */
function raceMarks({ runners, rounds, cut }) {
  const lowest = Math.max(...runners.flatMap(({ places }) => places));
  const near = Math.max(runners.length, 2);
  const deep = lowest > near ? 4 * STEP : 0;
  const [right, floor] = [WIDE - NAMES, ABOVE + (near - 1) * STEP];
  const foot = floor + deep;
  const every = Array.from({ length: rounds }, (_, at) => MARGIN + Math.floor(((right - MARGIN) * at) / (rounds - 1)));
  const y = (place) => (place <= near ? ABOVE + (place - 1) * STEP
    : floor + Math.floor((deep * (place - near)) / (lowest - near)));
  const pointsOf = ({ places }) => places.flatMap((place, at) => (place ? [[every[at], y(place)]] : []));
  const level = cut && y(cut) + STEP / 2;
  const [mine, ...others] = runners;
  const line = (points, kind) => ["polyline", { points: points.join(" "), class: kind }];
  const label = (x, at, text, kind, end) => ["text", { x, y: at, "text-anchor": end, class: kind }, text];
  return { height: foot + BELOW, marks: [
    ...every.map((x) => line([[x, ABOVE], [x, foot]], "round")),
    ...(cut ? [line([[MARGIN, level], [WIDE, level]], "cut")] : []),
    ...others.reverse().map((one) => line(pointsOf(one), "other")),
    line(pointsOf(mine), "mine"),
    ...pointsOf(mine).map(([cx, cy]) => ["circle", { cx, cy, r: 5 }]),
    ...every.map((x, at) => label(x, foot + 24, `${at + 1}`, "soft", "middle")),
    ...[...new Set([1, near, lowest])].map((place) => label(MARGIN - 14, y(place) + 5, `${place}`, "soft", "end")),
    ...runners.map(({ name }, at) => label(right + 14, y(at + 1) + 5, shortened(name), at ? "" : "mine", "start")),
  ] };
}

const LONGEST = 18;

/** A name as it fits in the picture. */
function shortened(name) {
  const letters = [...name];
  return letters.length <= LONGEST ? name : `${letters.slice(0, LONGEST - 1).join("")}…`;
}

const OF_AGE = 18;

/** Whether every page would show this name in full: nobody asked for less, and a grown-up's it is. */
function isShownInFull(t, { division }, { person, display }) {
  if (display) return display === "full";
  const young = person.birth_year && Number(t.opened.start.slice(0, 4)) - person.birth_year <= OF_AGE;
  return !young && !["Junior", "Senior"].includes(division);
}
