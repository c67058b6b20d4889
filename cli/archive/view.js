// Shows what was found. Nothing of the archive is ever taken for anything but text.

const WORDS = { holds: "Passed", wrong: "Failed", open: "Not checked here", note: "To know" };

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
    return [WRONG, `${sentence} Do not rely on this archive: ${counted(wrong, "check")} failed.`];
  }
  const limits = ["unsigned", "partly"].includes(verdict.level) || evidence.unchecked.length > 0;
  return [limits ? OPEN : HOLDS,
    `${sentence} All checks that this page can make were passed. Only \`roundbook verify\` checks ` +
    "whether every entry followed the rules."];
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

function showPlaces(places) {
  const columns = [
    ["Place", (one) => one.place ?? "–"], ["Player", (one) => one.name ?? one.player],
    ["Points", (one) => one.match_points],
    ["Record", (one) => `${one.wins}-${one.losses}-${one.ties}`],
    ["Op Win %", (one) => one.op_win_percent], ["Op Op Win %", (one) => one.op_op_win_percent],
    ...(places.some((one) => one.game_win_percent) ? [
      ["Game Win %", (one) => one.game_win_percent], ["Op Game Win %", (one) => one.op_game_win_percent],
    ] : []),
  ];
  const made = [];
  for (const division of new Set(places.map((one) => one.division))) {
    const table = element("table");
    table.append(element("caption", division));
    const head = element("tr");
    head.append(...columns.map(([title]) => element("th", title, { scope: "col" })));
    const body = element("tbody");
    for (const one of places.filter((each) => each.division === division)) {
      const row = element("tr");
      row.append(...columns.map(([, value]) => element("td", String(value(one)))));
      body.append(row);
    }
    const top = element("thead");
    top.append(head);
    table.append(top, body);
    const wide = element("div", undefined, { class: "wide", tabindex: "0", role: "region", "aria-label": `Places, ${division}` });
    wide.append(table);
    made.push(wide);
  }
  return made;
}

/** A list that opens on request. */
function folded(title, texts) {
  const list = element("ul");
  list.append(...texts.map((text) => element("li", text)));
  const made = element("details");
  made.append(element("summary", title), list);
  return made;
}

function show(place, found, fileName) {
  const [state, verdict] = verdictOf(found);
  const facts = element("dl");
  for (const [name, value] of [["File", fileName], ...found.facts]) {
    facts.append(element("dt", name), element("dd", value));
  }
  const claimed = found.evidence.unchecked?.includes("the places");
  const unsure = claimed ? "Places as the archive claims, not calculated here" : "Places according to this file";
  const places = state === WRONG || claimed ? unsure : "Places";
  const parts = [
    element("p", verdict, { class: `verdict ${state}` }),
    ...found.verdict.unproved.map((text) => element("p", text)),
    ...(found.title ? [element("h2", found.title)] : []),
    facts,
    ...(found.own?.fields.length ? [folded("Where the own rules differ", found.own.fields)] : []),
    element("h2", "Checks"),
    showChecks(found.checks),
    ...(found.places.length ? [element("h2", places), ...showPlaces(found.places)] : []),
  ];
  place.replaceChildren(...parts);
}

function listen() {
  const [file, given, place] = ["file", "given", "found"].map((id) => document.getElementById(id));
  let chosen;
  const look = async () => {
    if (!chosen) return;
    place.replaceChildren(element("p", "Checking …"));
    await new Promise((done) => { setTimeout(done); });
    try {
      insist(chosen.size <= LARGEST, "it is too large for this page");
      const data = await withoutGzip(new Uint8Array(await chosen.arrayBuffer()));
      show(place, review(data, given.value), chosen.name);
    } catch (error) {
      const text = `This file cannot be checked: ${error.message}.`;
      const state = error instanceof OtherVersion ? OPEN : WRONG;
      place.replaceChildren(element("p", text, { class: `verdict ${state}` }));
    }
    place.focus();
  };
  const take = (files) => {
    if (files.length) [chosen] = files;
    look();
  };
  file.addEventListener("change", () => take(file.files));
  given.addEventListener("change", look);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  });
}

if (typeof document !== "undefined") listen();
