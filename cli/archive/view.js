// Shows what was found. Nothing of the archive is ever taken for anything but text.

const WORDS = { holds: "Passed", wrong: "Failed", open: "Not checked here", note: "Note" };

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function verdictOf({ checks, verdict, evidence, own }) {
  const wrong = checks.filter((check) => check.state === WRONG).length;
  const sentence = own ? `${verdict.sentence} It was played by ${own.said}.` : verdict.sentence;
  if (wrong) {
    const warning = verdict.level === "wrong" ? "" : "Do not rely on this archive. ";
    return [WRONG, `${sentence} ${warning}${counted(wrong, "check")} failed.`];
  }
  const limits = ["unsigned", "partly"].includes(verdict.level) || evidence.unchecked.length > 0;
  return [limits ? OPEN : HOLDS,
    `${sentence} All checks that this page can make were passed. Only \`roundbook verify\` checks ` +
    "whether every entry followed the rules."];
}

/** The verdict in a few words, then what was not checked as a list, the rest, and what has to be known at once. */
function showVerdict([state, verdict], unchecked, checks) {
  const box = element("div", undefined, { class: `verdict ${state}` });
  const [first, ...rest] = verdict.split(/(?<=\.) (?=[A-Z])/u);
  const [lead, left] = first.split(/, (?:but|and) not checked here: /u);
  box.append(element("strong", left ? `${lead}.` : first), " ");
  if (left) box.append(element("span", "Not checked here: "), listOf(unchecked?.length ? unchecked : [left]));
  box.append(element("span", rest.join(" ")));
  const notes = checks.filter((check) => check.state === NOTE && AT_ONCE.includes(check.name));
  box.append(...notes.flatMap(({ said }) => said).map((text) =>
    element("p", `${WORDS.note}: ${text[0].toLowerCase()}${text.slice(1)}`)));
  return box;
}

function showChecks(checks) {
  const list = element("ul", undefined, { class: "checks" });
  const failed = checks.filter((check) => check.state === WRONG);
  for (const { name, state, said } of [...failed, ...checks.filter((c) => c.state !== WRONG)]) {
    const item = element("li", undefined, { class: state });
    const head = element("h3");
    head.append(element("span", WORDS[state], { class: "state" }), " ", element("span", name));
    item.append(head, ...said.map((text) => element("p", text)));
    list.append(item);
  }
  return list;
}

/** A table that can be wider than the page; each column is its title, and what it says of a row. */
function table(caption, label, columns, rows, kind = "places") {
  const head = element("tr");
  head.append(...columns.map(([title]) => element("th", title, { scope: "col" })));
  const top = element("thead");
  top.append(head);
  const body = element("tbody");
  for (const one of rows) {
    const row = element("tr");
    row.append(...columns.map(([, value]) => {
      const cell = element("td");
      cell.append(value(one));
      return cell;
    }));
    body.append(row);
  }
  const made = element("table", undefined, { class: kind });
  made.append(element("caption", caption), top, body);
  const wide = element("div", undefined, { class: "wide", tabindex: "0", role: "region", "aria-label": label });
  wide.append(made);
  return wide;
}

/** A player, whose matches are listed once somebody opens the name. */
function playerToOpen({ name, player }, matchesOf) {
  const made = element("details");
  made.append(element("summary", name ?? player));
  const fill = () => {
    const matches = matchesOf(player);
    made.append(matches.length ? listOf(matches) : element("p", "No matches."));
  };
  made.addEventListener("toggle", fill, { once: true });
  return made;
}

function showPlaces(places, matchesOf) {
  const columns = [
    ["Place", (one) => one.place ?? "–"], ["Player", (one) => playerToOpen(one, matchesOf)],
    ["Points", (one) => one.match_points],
    ["Record", (one) => `${one.wins}-${one.losses}-${one.ties}`],
    ["Op Win %", (one) => one.op_win_percent], ["Op Op Win %", (one) => one.op_op_win_percent],
    ...(places.some((one) => one.game_win_percent) ? [
      ["Game Win %", (one) => one.game_win_percent], ["Op Game Win %", (one) => one.op_game_win_percent],
    ] : []),
  ];
  return [...new Set(places.map((one) => one.division))].map((division) =>
    table(division, `Places, ${division}`, columns, places.filter((one) => one.division === division)));
}

function drawn(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const asPlace = (place) => place ?? "–";

/** A race as a picture, and the same as a table. `names` are all that the archive has. */
function showRace(race, names) {
  const { division, runners, rounds, cut } = race;
  const title = `Places after each round: ${division}`;
  const id = `race-${division}`;
  const { height, marks } = raceMarks(race);
  const [first] = runners;
  const chart = drawn("svg", {
    class: "chart", role: "img", viewBox: `0 0 ${WIDE} ${height}`, "aria-labelledby": `${id}-t ${id}-d` });
  chart.append(
    drawn("title", { id: `${id}-t` }, title),
    drawn("desc", { id: `${id}-d` }, `${first.name} is first; places after each round: ${first.places.map(asPlace).join(", ")}.`),
    ...marks.map((mark) => drawn(...mark)));
  const said = [
    `The first ${counted(runners.length, "player")}, with every correction so far.`,
    ...(cut ? [`The dashed line is the cut: the top ${cut} advance to single elimination.`] : []),
    ...(runners.some(({ name, player }) => name === player && names.has(player))
      ? ["Players who may be under 18, or who asked not to be shown by full name, appear by number."] : []),
  ];
  const columns = Array.from({ length: rounds }, (_, at) => [`Round ${at + 1}`, ({ places }) => asPlace(places[at])]);
  const rows = element("details");
  rows.append(element("summary", "As a table"), table(title, `${title}, as a table`, [["Player", ({ name }) => name], ...columns], runners, "race"));
  return [element("h3", title), chart, element("p", said.join(" ")), rows];
}

/** The races, which are calculated once somebody asks for them. */
function racesOnRequest({ races, names }, title) {
  const made = element("details", undefined, { id: "races" });
  const waiting = element("p", "Calculating …");
  made.append(element("summary", title), waiting);
  const fill = () => waiting.replaceWith(...races().flatMap((race) => showRace(race, names)));
  made.addEventListener("toggle", () => setTimeout(fill), { once: true });
  return made;
}

function listOf(texts) {
  const list = element("ul");
  list.append(...texts.map((text) => element("li", text)));
  return list;
}

/** A list that opens on request. */
function folded(title, texts) {
  const made = element("details");
  made.append(element("summary", title), listOf(texts));
  return made;
}

function show(place, found, fileName) {
  const verdict = verdictOf(found);
  const [state] = verdict;
  const facts = element("dl");
  for (const [name, value] of [["File", fileName], ...found.facts]) {
    facts.append(element("dt", name), element("dd", value));
  }
  const claimed = found.evidence.unchecked?.includes("the places");
  const unsure = claimed ? "Places as the archive claims, not calculated here" : "Places according to this file";
  const places = state === WRONG || claimed ? unsure : "Places";
  const parts = [
    showVerdict(verdict, found.evidence.unchecked, found.checks),
    ...found.verdict.unproved.map((text) => element("p", text)),
    ...(found.title ? [element("h2", found.title)] : []),
    facts,
    ...(found.own?.fields.length ? [folded("Where the own rules differ", found.own.fields)] : []),
    element("h2", "Checks"),
    showChecks(found.checks),
    ...(found.places.length ? [
      element("h2", places), element("p", `${found.after} Open a player to see the matches.`.trim()), ...showPlaces(found.places, found.matchesOf)] : []),
    ...(found.races ? [racesOnRequest(found, `Places round by round${state === WRONG ? ", according to this file" : ""}`)] : []),
  ];
  place.replaceChildren(...parts);
}

function listen() {
  const [file, given, place] = ["file", "given", "found"].map((id) => document.getElementById(id));
  let [chosen, typing] = [];
  const look = async () => {
    if (!chosen) return;
    place.replaceChildren(element("p", "Checking …"));
    await new Promise((done) => { setTimeout(done); });
    try {
      insist(chosen.size <= LARGEST, "it is too large for this page");
      const data = await withoutGzip(new Uint8Array(await chosen.arrayBuffer()));
      show(place, review(data, given.value), chosen.name);
    } catch (error) {
      const text = error instanceof Mistyped ? error.message : `This file cannot be checked: ${error.message}.`;
      const state = error instanceof OtherVersion || error instanceof Mistyped ? OPEN : WRONG;
      place.replaceChildren(element("p", text, { class: `verdict ${state}` }));
    }
    place.focus();
  };
  const take = (files) => {
    if (files.length) [chosen] = files;
    look();
  };
  file.addEventListener("change", () => take(file.files));
  // A pasted key counts at once: a page that goes on saying "no key was given" would not be believed.
  given.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(look, 400);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  });
}

if (typeof document !== "undefined") listen();
