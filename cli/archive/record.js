// The lines of a ledger: each canonical, each naming the hash of the one before (docs/format.md).

const MAX_LINE = 65535;
const MAX_DEPTH = 16;
const UNSAFE = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]");
const SURROGATE = /[\ud800-\udfff]/u; // With the flag u only a half that stands alone.

const START = base64url(sha256(new Uint8Array()));
const leafBytes = (line) => sha256(joinedBytes(Uint8Array.of(0), line));

/** A value in its one canonical form; throws where the profile has none. */
function canonical(value, depth = 0) {
  if (depth >= MAX_DEPTH) throw new Fault("is not in canonical form");
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new Fault("is not in canonical form");
    return String(value);
  }
  if (typeof value === "string") {
    if (UNSAFE.test(value)) throw new Fault("contains control or text-direction characters");
    if (SURROGATE.test(value)) throw new Fault("is not in canonical form");
    return JSON.stringify(value);
  }
  const inner = (each) => canonical(each, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(",")}]`;
  const pairs = Object.keys(value).sort().map((key) => {
    if (/[^\0-\x7f]/.test(key)) throw new Fault("is not in canonical form");
    return `${inner(key)}:${inner(value[key])}`;
  });
  return `{${pairs.join(",")}}`;
}

/** The lines of a file, without their LF, and whether the last one had none. */
function splitLines(data) {
  const lines = [];
  let start = 0;
  for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, start)) {
    lines.push(data.subarray(start, at));
    start = at + 1;
  }
  return { lines, torn: data.length - start };
}

/** Entry `number` as it stands in a line; throws Fault with what is wrong with it. */
function entryOf(line, number) {
  insist(line.length <= MAX_LINE, "is longer than 65,535 bytes");
  let text;
  let entry;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
    entry = JSON.parse(text);
  } catch {
    throw new Fault("cannot be read");
  }
  insist(canonical(entry) === text, "is not in canonical form");
  const whole = entry && typeof entry === "object" && Array.isArray(entry.events);
  insist(whole && typeof entry.prev === "string", "is not an entry");
  insist(entry.seq === number, `is missing or in another place: here is line ${entry.seq}`);
  return entry;
}

/** All entries, the leaf hashes, and what breaks the chain, the first thing first. */
function readRecord(data, headBytes) {
  const { lines, torn } = splitLines(data);
  const leaves = lines.map(leafBytes);
  const names = leaves.map(base64url);
  const entries = [];
  const faults = [];
  lines.forEach((line, at) => {
    if (faults.length) return;
    try {
      entries.push(entryOf(line, at + 1));
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      faults.push(`line ${at + 1} ${fault.message}.`);
    }
  });
  if (!faults.length) faults.push(...breaks(entries, names, headBytes));
  const commands = new Map();
  for (const entry of faults.length ? [] : entries) {
    const before = commands.get(entry.cmd);
    if (before) {
      faults.push(`entries ${before} and ${entry.seq} have the same command id ${entry.cmd}.`);
    } else commands.set(entry.cmd, entry.seq);
  }
  if (torn) faults.push(`the last ${torn} bytes of the ledger are not a complete line.`);
  if (!lines.length) faults.push("the ledger has no lines.");
  return { lines, leaves, entries, faults };
}

/** Where a line names another hash than that of the line before it, and what the head says. */
function breaks(entries, names, headBytes) {
  const follows = (at) => entries[at].prev === (at ? names[at - 1] : START);
  const first = entries.findIndex((_, at) => !follows(at));
  const faults = [];
  if (first >= 0) {
    const later = first + 1 < entries.length && !follows(first + 1);
    const line = first === 0 || later ? first + 1 : first;
    faults.push(`line ${line} has been altered: the lines around it give a different hash for it.`);
  }
  faults.push(...headFaults(entries.length, names, headBytes));
  return faults;
}

/** What `head` says of the last line that is not so. */
function headFaults(last, names, headBytes) {
  const text = new TextDecoder().decode(headBytes);
  if (text === `{"leaf":"${names[last - 1]}","seq":${last}}\n`) return [];
  const [, leaf, seq] = /^\{"leaf":"([A-Za-z0-9_-]{43})","seq":([1-9][0-9]{0,15})\}\n$/.exec(text) ?? [];
  if (!leaf) return ["`head` cannot be read."];
  if (Number(seq) > last) {
    return [`the ledger ends with line ${last}, but \`head\` names line ${seq}: its end was cut off.`];
  }
  if (Number(seq) === last) return [`line ${last} has been altered: \`head\` gives a different hash for it.`];
  return [`\`head\` names line ${seq}, and the ledger ends with line ${last}.`];
}
