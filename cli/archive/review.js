// Everything that this page looks at in an archive, and what it finds, in words.

const HOLDS = "holds";
const WRONG = "wrong";
const OPEN = "open";
const NOTE = "note";

const counted = (number, one, many) => `${number} ${number === 1 ? one : many ?? `${one}s`}`;

/** Review an archive. `given` is what the reviewer has from elsewhere: keys, or a signed head. Throws Mistyped. */
function review(data, given = "") {
  const found = { title: "", facts: [], checks: [], places: [], after: "", races: undefined, names: new Map(), inFull: new Map(), stated: new Map(), staff: new Map(), matchesOf: undefined, evidence: {} };
  // What a check leaves `unchecked` begins the verdict.
  const check = (name, faults, holds, state = HOLDS, unchecked = []) => {
    const wrong = faults.length > 0;
    found.checks.push({ name, state: wrong ? WRONG : state, said: wrong ? faults : [holds].flat(), unchecked });
    return !wrong;
  };
  reviewAll(found, check, data, given);
  const wrong = found.checks.filter(({ state }) => state === WRONG).map(({ name }) => name);
  const contradicted = wrong.some((name) => !APART.includes(name));
  const { later, doubtful } = found.evidence;
  const unlike = wrong.includes("Your signed head") && !(later || doubtful);
  const unchecked = found.checks.flatMap((each) => each.unchecked);
  found.evidence = { ...found.evidence, contradicted, unlike, unchecked };
  found.verdict = verdictOn(found.evidence);
  return found;
}

/** What people have to know before they read on, as `verify` notes it too. */
const AT_ONCE = ["The end", "The key", "The history"];

/** The checks that fail where a rule was broken or something is missing: no contradiction. */
const APART = [
  "The names", "Your keys", "Your signed head", "How much is signed", "The lock", "The secrets", "The pairings",
  "The lots",
];

function reviewAll(found, check, data, given) {
  let members;
  try {
    members = unzipped(data);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const how = fault instanceof Damage ? "damaged" : "this is not an archive from roundbook";
    check("The file", [`${how}: ${fault.message}.`], "");
    return;
  }
  const sound = check(
    "The file", sumFaults(members),
    `The archive is well formed: ${counted(members.size, "file")}, each with the right checksum.`);
  if (!members.has("ledger.jsonl") || !members.has("head")) return;
  const record = readRecord(members.get("ledger.jsonl"), members.get("head"));
  const { entries } = record;
  const whole = check(
    "The ledger", record.faults.length ? record.faults : entryFaults(entries),
    `${counted(entries.length, "line")}, each in canonical form, and each with the hash of the line before it.`);
  if (!whole) return;
  try {
    reviewRecord(found, check, members, record, given, sound);
  } catch (fault) {
    if (fault instanceof Mistyped) throw fault;
    check("The events", [
      "an event is not as roundbook writes it, so no more can be checked here; " +
        "`roundbook verify` shows which event.",
    ], "");
  }
}

function reviewRecord(found, check, members, record, given, sound) {
  const { entries, lines, leaves } = record;
  const opened = entries[0].events.find((event) => event.event === "tournament-opened");
  if (!check("The opening", opened ? [] : [
    "entry 1 does not open a tournament, so it is not known which rules apply.",
  ], `The first line opens ${opened?.name}.`)) return;
  found.title = opened.name;
  const rows = treeRows(leaves);
  const heads = headsOf(members);
  const last = heads.heads.at(-1);
  const key = keyNamed(entries, entries.length);
  const policy = new TextDecoder().decode(members.get("keys.policy") ?? new Uint8Array());
  const edition = rulesOf(members.get("edition.toml"), opened);
  const { t, draws, locks } = replayed(entries, edition.rules);
  found.evidence = reviewHeads(check, heads, rows, entries, opened, [key, policy], t, given);
  const covered = last && last.where === "checkpoint" ? last.size : lines.length;
  check("The log for other tools",
    sound && covered <= lines.length ? tileFaults(members, lines, leaves, covered) : [],
    `tile/ and the ledger agree on ${counted(covered, "line")}.`);
  found.own = edition.own;
  check("The rules", edition.faults, `edition.toml contains ${opened.edition}, exactly as the ledger names it.` +
    (edition.own ? ` These are ${edition.own.said}.` : ""));
  reviewEnd(check, members, t);
  reviewHistory(check, t);
  reviewNames(found, check, members, t, entries);
  reviewPlaces(found, check, members, t);
  check("The lock", locks, edition.rules
    ? `No result was changed after it had locked: ${whenLocked(edition.rules)}.`
    : "It was not checked, because the rules cannot be read.", edition.rules ? HOLDS : OPEN,
  edition.rules ? [] : ["the lock"]);
  const decisions = [...decidedIn(entries, t), ...(edition.rules ? rematchesIn(t, edition.rules) : [])];
  check("What officials decided", [], decisions.length ? decisions
    : "No rule was overridden, no round was paired by hand, and the tournament was not reopened.");
  reviewCorrections(check, t, found.staff);
  reviewDraws(check, draws);
  reviewImports(check, entries);
  reviewFacts(check, entries);
  check("What only roundbook can check", [],
    "Whether every entry followed the rules when it was made, cuts and brackets too; and whether README.txt and " +
      "verify.html in the archive are as roundbook wrote them. `roundbook verify` checks this.", OPEN);
  found.facts = [
    ["Tournament", opened.tournament], ["Rules", opened.edition],
    ["Lines", String(entries.length)], ["Root", base64(rootOf(rows, entries.length))],
    ["Key", key ?? "none"],
  ];
}

/** Each round paired by hand, each override and each reopening, with its reason, as tables show it. */
function decidedIn(entries, t) {
  const remarked = ({ event, drawn, told, pool, round, reason, override }) => [
    ...(["round-paired", "round-repaired"].includes(event) && !drawn && !told && !t.cuts.has(pool)
      ? [`round ${round} of ${pool} was paired by hand: ${reason ?? "None"}`] : []),
    ...(event === "tournament-reopened" ? [`the tournament was reopened: ${reason}`] : []),
    ...(override ? [`the ${override.official} overrode ${joinedBy([override.rule, ...(override.also ?? [])])}: ${override.reason}`] : []),
  ];
  return entries.flatMap(({ seq, events }) =>
    [...new Set(events.flatMap(remarked))].map((said) => `entry ${seq}: ${said}`));
}

/** The results that were corrected or withdrawn before they locked, which the rules allow. */
function reviewCorrections(check, t, staff) {
  const said = [...t.corrections].map(([match, changes]) => `${match.replaceAll(" ", "-")} ${changes.map(correctedBy(staff)).join(", ")}`);
  if (said.length) {
    check("The corrections", [], `Results were changed after they had been entered: ${said.join("; ")}. ` +
      "Open a player below to see the matches.", NOTE);
  }
}

/** The Swiss rounds with a rematch by which the edition calls the event invalid, as `verify` says it. */
function rematchesIn(t, { edition, rematch_invalidates_until: until }) {
  return [...t.pods.keys()].flatMap((pool) => {
    const met = new Set();
    return roundsOf(t, pool).flatMap(({ number, pairings }) => {
      const pairs = pairings.map((pair) => [...pair].sort().join("-"));
      const again = number <= until && pairs.some((pair) => met.has(pair));
      for (const pair of pairs) met.add(pair);
      return again ? [`Round ${number} of ${pool} has a rematch: by ${edition}, a rematch up to round ${until} ` +
        "makes the event invalid."] : [];
    });
  });
}

const joinedBy = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");

/** The rules of an archive, what is wrong with them, and how they differ if they are somebody's own. */
function rulesOf(text, { edition, edition_sha256: digest }) {
  const faults = [];
  let rules;
  try {
    rules = readEdition(text);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    faults.push(`${fault.message}.`);
  }
  if (hex(sha256(text)) !== digest) faults.unshift("edition.toml is not the text of the edition that the ledger names.");
  const taken = Object.keys(RELEASED).filter((name) => [edition, rules?.edition].includes(name) && RELEASED[name] !== digest);
  faults.unshift(...taken.map((name) => `edition: the name ${name} belongs to a released edition.`));
  const released = Object.values(RELEASED).includes(digest);
  return { rules: faults.length ? undefined : rules, faults, own: rules && !released ? ownRules(rules) : undefined };
}

/** Every signed head, those that were witnessed first; and what cannot be read. */
function headsOf(members) {
  const heads = [];
  const faults = [];
  const names = [...members.keys()].filter((name) => name.startsWith("witnessed/"));
  for (const name of [...names, "checkpoint"]) {
    if (!members.has(name)) continue;
    try {
      heads.push(readCheckpoint(members.get(name), name));
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      faults.push(fault.message);
    }
  }
  return { heads, faults };
}

/** Whether keys.policy names the keys that the ledger names, in order, and no others. */
function policyFaults(entries, text) {
  const wanted = [...new Set(keysNamed(entries))].map((key) => `log ${key}\n`);
  return text === (wanted.length ? FROM_ARCHIVE : "") + wanted.join("")
    ? [] : ["keys.policy does not name the keys that the ledger names."];
}

/** The numbers of the entries that changed the signing key, if there was one. */
const keyChanges = (entries) => entries.filter((entry, at) =>
  at && keysNamed([entry]).some((key) => ![undefined, key].includes(keyNamed(entries, at))))
  .map(({ seq }) => seq);

function reviewHeads(check, { heads, faults }, rows, entries, opened, keys, t, given) {
  const [key, keysText] = keys;
  const wrong = heads.map((head) => headFault(head, rows, entries, opened.tournament));
  const all = [...faults, ...wrong.filter(Boolean)];
  if (key && !heads.some(({ where }) => where === "checkpoint") && !faults.length) {
    all.push("checkpoint is missing, though the ledger names a signing key.");
  }
  all.push(...policyFaults(entries, keysText));
  check("The signature", all, heads.length
    ? "Every signed head is of this ledger, and is signed by the key that the ledger named at the time."
    : "This ledger names no key, so it is not signed.", heads.length ? HOLDS : OPEN);
  const changed = keyChanges(entries);
  if (changed.length) {
    check("The key", [], changed.map((seq) => `Entry ${seq} changed the key that signs this ledger: ` +
      "ask the organiser whether they did this.").join(" "), NOTE);
  }
  const text = given.trim();
  const isHead = /\n— |^roundbook\/\S+\s\d+(\s|$)/.test(text);
  const policy = isHead ? undefined : policyOf(text, keysNamed(entries));
  const evidence = evidenceOf(entries, heads, all.length > 0, t.closed, policy);
  if (isHead) {
    const { faults: unlike, unknown, ...shown } = comparedWith(text, rows, entries, opened.tournament);
    Object.assign(evidence, shown);
    check("Your signed head", unlike, "It belongs to this ledger, or to an earlier state of it" +
      (unknown ? ", but is signed with a key that the ledger does not name." : "."), unknown ? OPEN : HOLDS);
  }
  if (!isHead) reviewKeys(check, policy, evidence);
  const { level, sentence } = verdictOn(evidence);
  check("How much is signed", level === "wanting" ? [sentence] : [], sentence,
    ["proved", "signed"].includes(level) ? HOLDS : OPEN);
  if (evidence.witnesses.length) {
    check("Witnesses", [],
      `${evidence.witnesses.join(", ")} also signed. To check this, enter the key of the ` +
        "witness above, from another source than this archive.", OPEN);
  }
  return evidence;
}

/** How the ledger differs from a signed head that the reviewer kept; the rest as in the evidence. Throws Mistyped. */
function comparedWith(text, rows, entries, tournament) {
  let head;
  try {
    head = readCheckpoint(toBytes(`${text}\n`), "the text you entered");
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    throw new Mistyped("This is not a whole signed head. Enter it as you kept it: all of its lines, and nothing else.");
  }
  const fault = headUnlike(head, rows, entries.length, tournament);
  const keys = keysNamed(entries).map(readKey).filter(Boolean);
  const worth = keys.map((key) => vouches(head, key));
  if (!fault && (worth.includes("good") || !worth.includes("forged"))) {
    return { faults: [], unknown: !worth.includes("good") };
  }
  if (worth.includes("good")) return { faults: [fault], later: head.size > entries.length ? head.size : 0 };
  if (worth.includes("forged")) {
    throw new Mistyped("The signature of the head that you entered is forged or damaged, so the head proves nothing. " +
      "Enter it again as you kept it.");
  }
  return { faults: [fault], doubtful: true };
}

/** How the lines differ from those that a head covers; undefined if they do not. */
function headUnlike(head, rows, held, tournament) {
  if (head.origin !== `roundbook/${tournament}`) return "your head is of another tournament's ledger.";
  if (head.size > held) {
    return `your head covers ${head.size} lines, but the ledger has only ${held}: this archive ` +
      "is an older copy or another branch.";
  }
  return sameBytes(rootOf(rows, head.size), head.root) ? undefined
    : "your head does not match this ledger: the ledger was changed, or continued elsewhere.";
}

function reviewKeys(check, policy, { trusted }) {
  const name = "Your keys";
  if (!policy) {
    check(name, [],
      "No key was given. Anyone who rewrites a whole ledger can sign it with a key of their own: only a " +
        "key, its code or a signed head from another source shows that.", OPEN);
    return;
  }
  check(name, [
    ...[...policy.logs, ...policy.bare].filter((key) => !trusted.includes(short(key)))
      .map((key) => `${key.name} did not sign this archive with the key that you gave.`),
  ], `${trusted.join(", ")} signed this archive.`);
}

function tileFaults(members, lines, leaves, covered) {
  const wanted = tilesOf(lines.slice(0, covered), leaves.slice(0, covered));
  const held = [...members.keys()].filter((name) => name.startsWith("tile/"));
  const names = [...new Set([...wanted.keys(), ...held])].sort();
  return names.flatMap((name) => {
    if (!members.has(name)) return [`${name} is missing from the archive.`];
    if (!wanted.has(name)) return [`${name} does not belong to this ledger.`];
    return sameBytes(members.get(name), wanted.get(name))
      ? [] : [`${name} does not match the ledger.`];
  });
}

function reviewEnd(check, members, t) {
  const open = members.has("UNFINISHED.txt");
  const faults = [];
  if (!t.closed && !open) {
    faults.push("the tournament is not closed, and the archive does not say why it was sealed: " +
      "it may be an older copy.");
  }
  if (t.closed && open) faults.push("UNFINISHED.txt is in the archive, though the tournament is closed.");
  const why = open ? new TextDecoder().decode(members.get("UNFINISHED.txt")).trim() : "";
  const again = t.reopened ? ` It was reopened ${t.reopened === 1 ? "once" : `${t.reopened} times`}.` : "";
  check("The end", faults,
    open ? `It was sealed before the tournament was closed: ${why}` : `The tournament is closed.${again}`,
    open ? NOTE : HOLDS);
}

/** Every entry from which the ledger goes on from an older copy: it says so for good (A-74). */
function reviewHistory(check, t) {
  for (const { seq, lines, reason } of t.shortened) {
    check("The history", [], `The ledger continues from an older copy: ${counted(lines, "line")} had been written ` +
      `before. Entry ${seq} says why: ${reason.replace(/\.$/, "")}.`, NOTE);
  }
}

function reviewNames(found, check, members, t, entries) {
  if (!members.has("people.json")) {
    check("The names", [], `people.json is left out: players appear by number. ${STAYS}`, OPEN);
    return;
  }
  let book = { players: {} };
  try {
    book = readBook(members.get("people.json"));
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    check("The names file", [`the names file people.json cannot be read: ${fault.message}.`], "");
  }
  const players = Object.entries(book.players);
  const unlike = [];
  const everybody = t.players;
  for (const [id, known] of players) {
    const player = everybody.get(id);
    found.stated.set(id, known.person.name);
    if (player && boundTo(known) !== player.commitment) unlike.push(id);
    else if (player) {
      found.names.set(id, known.person.name);
      if (isShownInFull(t, player, known)) found.inFull.set(id, known.person.name);
    }
  }
  const strangers = handStrangers(entries, book);
  unlike.push(...strangers);
  for (const hand of handsBound(entries).keys()) {
    if (book.staff?.[hand] && book.hands?.[hand] && !strangers.includes(hand)) found.staff.set(hand, book.hands[hand]);
  }
  const invented = inventedIn(book, entries);
  if (invented.length) check("The names file", invented, "");
  found.evidence.names = unlike.length;
  const erased = new Set(entries.flatMap(({ events }) => events)
    .filter(({ event }) => event === "people-erased").flatMap(({ players: gone, everybody: all }) => (all ? [...everybody.keys()] : gone ?? [])));
  const without = [...everybody.keys()].filter((id) => !found.stated.has(id) && !erased.has(id));
  const unknown = players.map(([id]) => id).filter((id) => !everybody.has(id));
  const more = [
    ...without.map((id) => ` ${id} has no name in people.json, and no entry says that it was erased.`),
    ...unknown.map((id) => ` ${id} has a name in people.json, but was never registered.`),
  ];
  check("The names",
    unlike.map((id) => `${id}: what people.json says about this person does not match the ledger.`),
    `${counted(found.names.size, "name")} of players and ${found.staff.size} of staff checked against the ` +
      `commitments in the ledger, for ${counted(everybody.size, "player")}.${more.join("")}`);
}

function reviewDraws(check, draws) {
  // Neither genuine nor forged, as far as this page can tell: it does not know how they are made.
  const isNewer = ({ event, procedure }) => !PROCEDURES[event].includes(procedure);
  const newer = draws.filter(isNewer);
  if (newer.length) {
    check("The procedures", [], newer.map(({ seq, procedure }) => `entry ${seq} was written by a newer roundbook: this ` +
      `version does not recognise the draw ${procedure} and cannot check it. Install a newer version.`), OPEN,
    [counted(newer.length, "draw by a newer roundbook", "draws by a newer roundbook")]);
  }
  const faults = draws.flatMap(({ seq, follows: good, numbered }) => [
    ...(good ? [] : [`entry ${seq} reveals a secret whose hash is not the one committed to before.`]),
    ...(numbered ? [] : [`entry ${seq} gives its draw the wrong number.`]),
  ]);
  check("The secrets", faults,
    draws.length ? `${counted(draws.length, "draw")}: the hash of each secret is the one committed to before the ` +
      "draw." : "Nothing was drawn with recorded chance.",
    draws.length ? HOLDS : OPEN);
  for (const [name, one, many, ...events] of DRAWS) {
    const own = draws.filter((draw) => events.includes(draw.event) && !isNewer(draw));
    if (!own.length) continue;
    const again = own.filter((draw) => draw.holds !== undefined);
    const left = own.length - again.length;
    check(name,
      again.filter((draw) => !draw.holds)
        .map(({ seq }) => `entry ${seq} does not match the draw that its secret gives.`),
      again.length
        ? `${again.length} of ${counted(own.length, one, many)} ${again.length === 1 ? "was" : "were"} calculated ` +
          `again from the secret, with the same outcome${left ? OTHERS[name] ?? "; only roundbook can check the others" : ""}.`
        : `Only roundbook can check ${counted(own.length, one, many)}.`,
      left ? OPEN : HOLDS, left ? [(again.length ? `${left} of ` : "") + counted(own.length, one, many)] : []);
  }
}

/** What other programs added: shown under their names, and used by no check. */
function reviewFacts(check, entries) {
  const facts = entries.flatMap(({ events }) => events.filter(({ event }) => event === "fact-added"));
  if (!facts.length) return;
  const many = new Map();
  for (const { spec } of facts) many.set(spec, (many.get(spec) ?? 0) + 1);
  const said = [...many].map(([spec, number]) => (number === 1 ? `a fact by ${spec}` : `${number} facts by ${spec}`));
  check("Facts of other programs", [], `The ledger also contains ${said.join(", ")}. No rule uses them.`);
}

/** Why some draws of a kind are not calculated again here. */
const OTHERS = { "The pairings": "; lots alone do not decide the others, so only roundbook can check them" };

/** Each kind of draw: its check, one of it, several, and the events that reveal it. */
const DRAWS = [
  ["The pairings", "round paired at random", "rounds paired at random", "round-paired"],
  ["The lots", "draw of lots", "draws of lots", "lot-drawn"],
  ["The repaired rounds", "repaired round", "repaired rounds", "round-repaired"],
  ["The seats", "draft seated at random", "drafts seated at random", "draft-seated"],
  ["The flights", "draw of flights", "draws of flights", "flights-assigned", "player-registered", "late-player-admitted"],
  ["The seeds", "draw of seeds", "draws of seeds", "seeds-drawn"],
  ["The deck checks", "draw of deck checks", "draws of deck checks", "deck-check-drawn"],
];

/** Entries that claim to come from a file, though no file can have contained them: rules pass them over. */
function importFaults(entries) {
  const followed = Boolean(entries[0].events[0]?.told);
  let atDesk;
  return entries.flatMap(({ seq, events }) => {
    const told = events.every((event) => event.told);
    const before = atDesk;
    if (!told) atDesk ??= seq;
    if (!told && events.some((event) => event.told)) return [`entry ${seq} comes only in part from an imported file.`];
    return told && events.length && before && !followed
      ? [`entry ${seq} claims to come from an imported file, but the earlier entry ${before} was made at the desk.`] : [];
  });
}

/** The entries that came from a file, which no archive contains. */
function reviewImports(check, entries) {
  const told = entries.filter(({ events }) => events.some((event) => event.told)).length;
  if (!told) return;
  check("The imported file", importFaults(entries),
    `It is not in the archive, so ${counted(told, "entry", "entries")} cannot be compared with it.`,
    OPEN, [counted(told, "imported entry", "imported entries")]);
}

/** The places, reckoned again where this page can, and all tables. */
function reviewPlaces(found, check, members, t) {
  const why = notReckoned(t);
  const stored = why ? storedRows(members) : undefined;
  const named = (names) => standingsOf(settled(t)).map(({ division, place, player, ...rest }) => (
    { division, place, player, name: names.get(player) ?? null, ...rest }));
  // Without a names file, the tables have numbers alone, and no names of teams either.
  const shown = (names) => (members.has("people.json") ? withTeams(t, names) : names);
  found.places = stored ?? named(shown(found.names));
  const known = shown(found.names);
  found.matchesOf = (player) => matchesOf(t, known, found.staff, player);
  const inRace = (id) => (members.has("people.json") ? t.teams.get(id)?.name : undefined) ?? found.inFull.get(id) ?? id;
  if (!why && racing(t).size) found.races = () => drawnRaces(t, inRace); // Every round anew takes a while.
  const places = tableFaults(members, "standings", found.title, stored ?? named(shown(found.stated)));
  const rounds = tableFaults(members, "rounds", found.title, matchRows(t, shown(found.stated)));
  found.after = why ? "" : afterWhich(t);
  check("The places", places, why
    ? `They were not calculated again here (${why}); \`roundbook verify\` does that. The places ` +
      "below are those in the archive."
    : `${counted(found.places.length, "place")} calculated again from the results, with the same outcome.` +
      found.after,
  why ? OPEN : HOLDS, why ? ["the places"] : []);
  check("The rounds", rounds, `${counted(t.rounds.size, "round")} rebuilt from the ledger, with the same outcome.`);
}

/** Which round the places are after, in pools where one is still being played (A-92). */
function afterWhich(t) {
  const running = t.closed ? [] : [...t.pods.keys()].filter(
    (pool) => (t.latest.get(pool) ?? 0) > lastComplete(t, pool));
  return running.map((pool) => ` ${pool}: after round ${lastComplete(t, pool)}.`).join("");
}

/** The places as the archive gives them; none where they make no sense. */
function storedRows(members) {
  const isRow = (row) => row && typeof row === "object" && typeof row.division === "string";
  try {
    const rows = JSON.parse(new TextDecoder().decode(members.get("tables/standings.json")));
    return Array.isArray(rows) && rows.every(isRow) ? rows : [];
  } catch {
    return [];
  }
}
