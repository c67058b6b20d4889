// What the signatures of a ledger prove, and what they leave open: the verdict of
// `ledger/evidence.py`, whose sentences are SENTENCES.

const said = (name, about = {}) => SENTENCES[name].replace(/\{(\w+)\}/g, (_, word) => about[word]);
const everyLine = (count) => (count === 1 ? "its one line was" : `all ${count} lines were`);
const firstLines = (count, lines) =>
  count === 1 ? `the first of ${lines} lines` : `the first ${count} of ${lines} lines`;
const onlyLines = (count, lines) =>
  count ? `only ${firstLines(count, lines)} ${count === 1 ? "is" : "are"}` : "no line is";

/** The verdict on evidence: a level, a sentence, and sentences on what is not proved. */
function verdictOn(e) {
  const [level, plain] = levelOf(e);
  const sentence = e.unchecked?.length && level !== "wrong" ? limited(plain, level, e.unchecked.join(", ")) : plain;
  return { level, sentence, unproved: [...unprovedBy(e, level)] };
}

/** A verdict that begins with what was not checked: nobody reads on after "Proved". */
function limited(sentence, level, unchecked) {
  const [, howFar, rest] = /^([^:]*): ([^]*)$/.exec(sentence);
  const joined = ["unsigned", "wanting"].includes(level) ? "and" : "but";
  return `${howFar}, ${joined} not checked here: ${unchecked}. ${rest[0].toUpperCase()}${rest.slice(1)}`;
}

function levelOf(e) {
  if (e.contradicted) return ["wrong", said("contradicted")];
  if (e.unlike) return ["wrong", said("unlike")];
  const why = lackingIn(e);
  if (why) return ["wanting", said("lacking", { why })];
  const keys = e.trusted.join(", ");
  if (e.asked && e.proved === e.lines) return ["proved", said("proved", { lines: everyLine(e.lines), keys })];
  if (e.asked) return ["partly", said("partly proved", { lines: firstLines(e.proved, e.lines), keys })];
  if (e.signed === e.lines) return ["signed", said("signed", { lines: everyLine(e.lines), key: e.key })];
  if (e.signed) return ["partly", said("partly signed", { lines: firstLines(e.signed, e.lines), key: e.key })];
  return ["unsigned", said(e.imported ? "imported" : "unsigned")];
}

function lackingIn(e) {
  if (e.doubtful) return said("doubtful");
  if (e.later) return said("later", { later: e.later, count: e.lines });
  if (e.names) return said("names");
  if (e.asked && !e.proved && e.unknown_code) return said("no such code", { code: e.unknown_code });
  if (e.asked && !e.proved) return said("too few", { keys: e.trusted.join(", ") || "none" });
  if (e.closed && e.signed < e.lines && !e.imported) return said("closed", { lines: onlyLines(e.signed, e.lines) });
  if (e.asked && e.proved < e.lines && !e.tail) return said("not all", { lines: onlyLines(e.proved, e.lines) });
  return e.started && !e.signed && !e.imported ? said("nothing") : undefined;
}

function* unprovedBy(e, level) {
  if (["unsigned", "wanting", "wrong"].includes(level)) return;
  if (!e.asked) yield said("compare");
  const covered = e.asked ? e.proved : e.signed;
  if (covered + 1 === e.lines) yield said("last", { count: e.lines });
  else if (covered < e.lines) yield said("tail", { first: covered + 1, count: e.lines });
  if (e.witnesses.length) yield said("witnesses", { names: e.witnesses.join(", ") });
  if (e.unbound.length) yield said("unbound", { names: e.unbound.join(", ") });
  yield said("times");
}

/** What the heads show. `faulty` is whether one of them contradicts the ledger. */
function evidenceOf(entries, heads, faulty, closed, policy) {
  const good = faulty ? [] : [...heads].sort((one, other) => one.size - other.size);
  const signed = good.at(-1)?.size ?? 0;
  const own = readKey(keyNamed(entries, entries.length) ?? "");
  const keys = policy?.keys ?? [];
  const known = [readKey(keyNamed(entries, signed) ?? ""), ...keys].map((key) => key && short(key));
  const last = good.filter(({ size }) => size === signed).flatMap(({ signatures }) => signatures);
  const events = entries.flatMap((entry) => entry.events);
  return {
    lines: entries.length, signed, key: own ? codeOf(own) : "", asked: keys.length > 0,
    ...metBy(good, policy), tail: false, closed,
    started: events.some(({ event, told }) => event === "round-started" ||
      (told && ["round-paired", "round-repaired"].includes(event))),
    imported: Boolean(entries[0].events[0].told) && !own,
    witnesses: [...new Set(last.filter((one) => !known.includes(short(one))).map(({ name }) => name))],
    unbound: [...new Set(entries.map(({ hand }) => hand.id))].filter((id) => !handsBound(entries).has(id)),
    names: 0, contradicted: faulty, later: 0, doubtful: false,
  };
}

/** As much of a key as people compare: its name and the four bytes. */
const short = ({ name, id }) => `${name}+${id}`;

/** Up to which line a policy is met, and which of its keys signed there, or at all. */
function metBy(heads, policy) {
  const by = new Map();
  for (const head of policy?.keys.length ? heads : []) {
    const found = policy.keys.filter((key) => vouches(head, key) === "good");
    by.set(head.size, [...new Set([...(by.get(head.size) ?? []), ...found])]);
  }
  const proved = Math.max(0, ...[...by].filter(([, keys]) => policy.met(keys)).map(([size]) => size));
  const own = by.get(proved) ?? [];
  const trusted = own.length ? own : [...new Set([...by.values()].flat())];
  return { proved, trusted: trusted.map(short) };
}

/** What was typed is no key, or no signed head: nothing is said of the archive before it is corrected. */
class Mistyped extends Error {}

const ofCode = (typed) => /^[\d\s\u2010-\u2015-]+$/.test(typed);

/** What is wrong with a code. One that is still being typed is only short. */
function whyNoCode(typed) {
  const digits = digitsOf(typed);
  const missing = CODE_LENGTH - digits.length;
  if (!missing) return said("lacking", { why: said("no such code", { code: inGroups(digits) }) });
  const why = missing < 0 ? said("long code", { count: digits.length })
    : said("short code", { missing: missing === 1 ? "1 digit is" : `${missing} digits are` });
  return `${why[0].toUpperCase()}${why.slice(1)}.`;
}

function whyNoKey(typed) {
  if (ofCode(typed)) return whyNoCode(typed);
  const [name, id, rest] = typed.split("+");
  const shown = typed.slice(0, 60);
  if (name && /^[0-9a-f]{8}$/.test(id ?? "") && !rest) {
    return `${shown} is only the short form of a key. Ask for the whole key: it goes on with about 45 more letters and digits.`;
  }
  return name && id && rest
    ? `A letter of the key ${shown} is wrong or missing. Compare it with what you were given; capital letters count.`
    : `${shown} is not a key. Enter one as it was given to you: name+12345678+base64.`;
}

/**
 * Whose keys have to have signed, as a policy or as bare keys; undefined where nothing is given.
 * `named` are the keys of the ledger, of which one may be given by its code. Throws Mistyped.
 */
function policyOf(text, named) {
  const policy = { logs: [], bare: [], named: new Map(), quorum: "none", keys: [] };
  if (text.startsWith(FROM_ARCHIVE)) {
    throw new Mistyped("These keys come from an archive, which cannot vouch for itself. Compare them with what the " +
      "organiser or a witness gave you, and enter those that are the same.");
  }
  const [, log, broken] = /^\s*(log\s)?([^]*)$/.exec(text);
  const key = broken.replace(/\s+/g, ""); // A message can break a key or code into several lines.
  const isOne = readKey(key) ?? keyOfCode(key, named) ?? (ofCode(key) && digitsOf(key).length <= CODE_LENGTH);
  const lines = isOne ? [`${log ?? ""}${key}`] : text.split("\n");
  for (const line of lines.map((each) => each.split("#")[0].trim()).filter(Boolean)) {
    const [word, name = "", ...rest] = line.split(/\s+/);
    const typed = word === "log" ? name : word === "witness" ? rest[0] ?? "" : line;
    const key = readKey(typed) ?? keyOfCode(typed, named);
    if (word === "group") policy.named.set(name, { needed: rest[0], members: rest.slice(1) });
    else if (word === "quorum") policy.quorum = name;
    else if (!key) throw new Mistyped(whyNoKey(typed || line));
    else if (word === "log") policy.logs.push(key);
    else if (word === "witness") policy.named.set(name, { key });
    else policy.bare.push(key);
    if (key) policy.keys.push(key);
  }
  if (!policy.keys.length) return undefined;
  const reached = (name, by) => {
    if (name === "none") return true;
    const { key, needed, members } = policy.named.get(name) ?? {};
    if (key) return by.includes(key);
    const least = { any: 1, all: members?.length }[needed] ?? Number(needed);
    return least > 0 && members.filter((each) => reached(each, by)).length >= least;
  };
  policy.met = (by) => (policy.logs.some((key) => by.includes(key)) || !policy.logs.length) &&
    policy.bare.every((key) => by.includes(key)) && reached(policy.quorum, by);
  return policy;
}
