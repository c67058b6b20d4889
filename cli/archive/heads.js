// Signed heads: the tree over all lines (RFC 6962), the note that signs its root (C2SP).

const EMPTY_ROOT = sha256(new Uint8Array());
const nodeBytes = (left, right) => sha256(joinedBytes(Uint8Array.of(1), left, right));

/** The roots of all complete subtrees, row by row, as tiles hold them. */
function treeRows(leaves) {
  const rows = [leaves];
  while (rows.at(-1).length > 1) {
    const below = rows.at(-1);
    const row = [];
    for (let at = 0; at + 1 < below.length; at += 2) row.push(nodeBytes(below[at], below[at + 1]));
    rows.push(row);
  }
  return rows;
}

/** The root of the first `size` leaves. */
function rootOf(rows, size) {
  if (!size) return EMPTY_ROOT;
  let found;
  let end = size;
  for (let height = 0; end; height += 1, end >>= 1) {
    if (!(end & 1)) continue;
    const part = rows[height][end - 1];
    found = found ? nodeBytes(part, found) : part;
  }
  return found;
}

/** The files of the log, by name, as log tools read them (C2SP tlog-tiles). */
function tilesOf(lines, leaves) {
  const files = new Map();
  const path = (number, width) => {
    const groups = [String(number % 1000).padStart(3, "0")];
    for (let rest = Math.floor(number / 1000); rest; rest = Math.floor(rest / 1000)) {
      groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
    }
    return groups.join("/") + (width < 256 ? `.p/${width}` : "");
  };
  const put = (level, row, content) => {
    for (let start = 0; start < row.length; start += 256) {
      const part = row.slice(start, start + 256);
      files.set(`tile/${level}/${path(start / 256, part.length)}`, joinedAll(content(part)));
    }
  };
  treeRows(leaves).forEach((row, height) => {
    if (height % 8 === 0) put(height / 8, row, (part) => part);
  });
  put("entries", lines, (part) => part.flatMap(
    (line) => [Uint8Array.of(line.length >> 8, line.length & 255), line]));
  return files;
}

const ED25519 = 1;
const COSIGNATURE = 4;

/** A published key, `name+12345678+base64`; undefined if it is none. */
function readKey(text) {
  const [name, id, ...rest] = text.trim().split("+");
  const typed = fromBase64(rest.join("+")) ?? new Uint8Array();
  if (!/^[^\s+\0-\x1f\x7f]{1,200}$/u.test(name) || typed.length !== 33) return undefined;
  if (![ED25519, COSIGNATURE].includes(typed[0])) return undefined;
  const key = { text: text.trim(), name, id, kind: typed[0], key: typed.subarray(1) };
  const own = sha256(joinedBytes(toBytes(`${name}\n`), typed)).subarray(0, 4);
  return hex(own) === id ? key : undefined;
}

const CODE_LENGTH = 30;
const inGroups = (digits) => digits.match(/.{5}/g).join("-");
const digitsOf = (typed) => typed.replace(/[\s\u2010-\u2015-]/g, "");

/** The code by which people compare keys: thirty digits, in groups of five. */
function codeOf({ kind, key }) {
  const digest = hex(sha256(joinedBytes(Uint8Array.of(kind), key)).subarray(0, 16));
  return inGroups((BigInt(`0x${digest}`) % 10n ** BigInt(CODE_LENGTH)).toString().padStart(CODE_LENGTH, "0"));
}

/** The key, of those named, that has a code, typed with any spaces or hyphens. */
function keyOfCode(typed, named) {
  const digits = digitsOf(typed);
  return named.map(readKey).find((key) => key && codeOf(key).replaceAll("-", "") === digits);
}

/** A signed checkpoint. Throws Fault if it is none; nothing is verified yet. */
function readCheckpoint(bytes, where) {
  let whole;
  try {
    whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Fault(`${where} is not a signed note: it is not UTF-8.`);
  }
  const gap = whole.lastIndexOf("\n\n");
  const below = whole.slice(gap + 2).split("\n");
  const note = bytes.length <= 65535 && gap > 0 && below.pop() === "" && below.length > 0 &&
    below.length <= 100 && !/[\0-\x09\x0b-\x1f]/.test(whole);
  insist(note, `${where} is not a signed note: its signatures must come last, after an empty line.`);
  const text = whole.slice(0, gap + 1);
  const signatures = below.map((line) => {
    const found = /^— ([^\s+\0-\x1f\x7f]{1,200}) ([A-Za-z0-9+/]+={0,2})$/u.exec(line);
    const blob = found ? fromBase64(found[2]) : undefined;
    insist(blob && blob.length >= 5, `${where} is not a signed note: a line where a signature belongs is not one.`);
    return { name: found[1], id: hex(blob.subarray(0, 4)), blob: blob.subarray(4) };
  });
  const found = /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n$/.exec(text);
  const root = found ? fromBase64(found[3]) : undefined;
  const size = found ? Number(found[2]) : NaN;
  insist(
    root && Number.isSafeInteger(size),
    `${where} is signed, but is not a checkpoint: it needs an origin, a size and a root.`);
  return { where, text, signatures, origin: found[1], size, root };
}

/** What the signature of a key below a checkpoint is: "good", "forged", or undefined for none. */
function vouches(head, key) {
  const own = head.signatures.filter((one) => one.name === key.name && one.id === key.id);
  if (!own.length) return undefined;
  const good = own.every(({ blob }) => {
    if (key.kind === ED25519) return signedBy(key.key, blob, toBytes(head.text));
    const time = littleEndian(blob.slice(0, 8).reverse());
    const message = `cosignature/v1\ntime ${time}\n${head.text}`;
    return signedBy(key.key, blob.subarray(8), toBytes(message));
  });
  return good ? "good" : "forged";
}

/** All keys that the ledger has named, in order, as written there. */
const keysNamed = (entries) => entries.flatMap((entry) => entry.events)
  .filter(({ event }) => ["tournament-opened", "key-rotated"].includes(event))
  .map((event) => event.public_key).filter(Boolean);

/** The key that the ledger had named when it was `size` lines long. */
const keyNamed = (entries, size) => keysNamed(entries.slice(0, size)).at(-1);

/** What is wrong with a signed head; undefined if it fits the lines and the key of the ledger. */
function headFault(head, rows, entries, tournament) {
  const { where, size } = head;
  const held = entries.length;
  if (head.origin !== `roundbook/${tournament}`) {
    return `${where} is the signed head of another tournament's ledger, ${head.origin}.`;
  }
  if (size > held) {
    return `${where} was signed over ${size} lines, but the ledger has only ${held}: the end is missing.`;
  }
  if (!sameBytes(rootOf(rows, size), head.root)) {
    return `${where} was signed over different lines: its root is not the root of the first ${size}.`;
  }
  const named = keyNamed(entries, size);
  const key = named ? readKey(named) : undefined;
  const worth = key ? vouches(head, key) : undefined;
  if (worth === "forged") {
    return `the signature in ${where} is forged or damaged: ${key.text} did not make it.`;
  }
  if (worth) return undefined;
  const others = head.signatures.map((one) => one.name).join(", ");
  const names = named ? `the ledger names ${named}` : "the ledger names none";
  return `${where} is signed with a different key (${others}); ${names}.`;
}
