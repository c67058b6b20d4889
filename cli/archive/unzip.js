// Reads an archive and believes nothing in it: any byte that roundbook would not have written is
// refused. docs/format.md says which bytes those are.

const LARGEST = 2 ** 28;
const MOST = 4000;
const ALWAYS = [
  "README.txt", "SHA256SUMS", "edition.toml", "head", "ledger.jsonl",
  ...["rounds", "standings"].flatMap((what) =>
    ["csv", "html", "json"].map((form) => `tables/${what}.${form}`)),
  "verify.html",
];
const SOMETIMES = ["checkpoint", "people.json", "keys.policy", "UNFINISHED.txt"];
const NUMBERED = new RegExp(
  "^(?:witnessed/[0-9]{6,16}\\.checkpoint" +
  "|tile/(?:[0-7]|entries)/(?:x[0-9]{3}/){0,2}[0-9]{3}(?:\\.p/[1-9][0-9]{0,2})?)$");

/** What is refused, as a part of a sentence. */
class Fault extends Error {}

/** The same of an archive whose bytes have changed or are missing. */
class Damage extends Fault {}

function insist(holds, fault, Kind = Fault) {
  if (!holds) throw new Kind(fault);
}

/** A file in another version of its format: nothing is wrong with it, and it is not for this page. */
class OtherVersion extends Error {}

function insistVersion(found, own, what) {
  if (found < own) throw new OtherVersion(`${what} ${BEFORE}`);
  if (found > own) throw new OtherVersion(`${what} was written by a newer roundbook (version ${found})`);
}

function nameFault(name) {
  if (ALWAYS.includes(name) || SOMETIMES.includes(name) || NUMBERED.test(name)) return undefined;
  if (name.startsWith("/")) return "has an absolute path";
  if (name.includes("\\")) return "has a backslash in its name";
  if (/^[A-Za-z]:/.test(name)) return "has a drive letter in its name";
  if (name.split("/").includes("..")) return "leads outside the archive";
  return "does not belong in an archive";
}

/** The checksum that a zip keeps of every member (CRC-32). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers of two or four bytes, the lowest first; four where the number is led by a "4". */
function fields(view, at, lengths) {
  const found = [];
  for (const length of lengths) {
    found.push(length === 4 ? view.getUint32(at, true) : view.getUint16(at, true));
    at += length;
  }
  return found;
}

const AGAIN = "it was damaged, or packed again by another program, so its bytes are not those that were sealed";
const LOCAL = [4, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2];
const CENTRAL = [4, 2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4];
const END = [4, 2, 2, 2, 2, 4, 4, 2];
const lengthOf = (lengths) => lengths.reduce((sum, length) => sum + length, 0);
const same = (one, other) => one.every((value, at) => value === other[at]);

/** An archive as it was sealed, without a gzip around it. Throws Fault. */
async function withoutGzip(data) {
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  insist(typeof DecompressionStream !== "undefined",
    "it is packed, and this browser cannot unpack it; unpack the .gz with another program");
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const broken = "its gzip wrapper is damaged or cut short, or data was added after it";
  insist(data.length >= 18, broken);
  const said = new DataView(data.buffer, data.byteOffset).getUint32(data.length - 4, true);
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw new Fault(broken); });
    // Some programs go on with what follows a gzip, or leave it; its last bytes are its length.
    insist(!done || length === said, broken);
    if (done) return joinedAll(parts);
    length += value.length;
    if (length > LARGEST) reader.cancel();
    insist(length <= LARGEST, `it is larger than ${LARGEST.toLocaleString("en-US")} bytes once unpacked`);
    parts.push(value);
  }
}

/** The members of an archive by name. Throws Fault, with what is refused, or OtherVersion. */
function unzipped(data) {
  try {
    const members = membersOf(data);
    insistForm(members.get("README.txt") ?? new Uint8Array());
    return members;
  } catch (fault) {
    if (fault instanceof Fault && !(fault instanceof Damage)) insistForm(data.subarray(0, LETTER));
    throw fault;
  }
}

/** Where the letter of an archive is: in its first bytes. */
const LETTER = 2 ** 16;

function insistForm(letter) {
  const [, form] = /^ {2}form +roundbook archive ([0-9]{1,9})$/m.exec(new TextDecoder().decode(letter)) ?? [];
  insistVersion(Number(form), FORM, "it");
}

function membersOf(data) {
  insist(data.length <= LARGEST, `it is larger than ${LARGEST.toLocaleString("en-US")} bytes`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [count, begin] = endOf(view);
  const members = new Map();
  let at = begin;
  let offset = 0;
  let last = "";
  for (let number = 1; number <= count; number += 1) {
    const listed = recordAt(data, view, at, number);
    const { name, raw, crc, size } = listed;
    at += lengthOf(CENTRAL) + name.length;
    insist(!members.has(name), `${name} is in it twice`);
    insist(last < name, `${name} is out of order`);
    insist(listed.offset === offset, `${name} does not begin where the previous file ends`);
    const local = lengthOf(LOCAL);
    const start = offset + local + name.length;
    const plain = [0x04034b50, 10, 0, 0, 0, 0x21, crc, size, size, name.length, 0];
    insist(
      start <= data.length && same(fields(view, offset, LOCAL), plain) &&
        sameBytes(data.subarray(offset + local, start), raw),
      `${name} does not match its entry in the list`);
    offset = start + size;
    const content = data.subarray(start, offset);
    insist(crc32(content) === crc, `${name} is damaged: its checksum does not match`, Damage);
    members.set(name, content);
    last = name;
  }
  insist(data.length - lengthOf(END) === at, "the length of its list of files is wrong");
  insist(begin === offset, "there is extra data between its files and the list of files");
  return members;
}

/** How many members there are, and where the list of them begins. */
function endOf(view) {
  const cut = "its end is missing, or data was added after it";
  const at = view.byteLength - lengthOf(END);
  const ends = at >= 0 && view.getUint32(at, true) === 0x06054b50;
  const begun = view.byteLength >= 4 && view.getUint32(0, true) === 0x04034b50;
  insist(ends, cut, begun ? Damage : Fault);
  const [, disk, first, here, count, size, begin, comment] = fields(view, at, END);
  insist(comment === 0, cut);
  const large = [here, count].includes(0xffff) || [size, begin].includes(0xffffffff);
  insist(!large, "it uses zip64, which archives made by roundbook never do");
  insist(disk === 0 && first === 0 && here === count, "it was damaged, or is one part of a split archive");
  const many = count.toLocaleString("en-US");
  insist(count <= MOST, `it contains ${many} files; at most ${MOST.toLocaleString("en-US")} can be read`);
  insist(begin + size === at, "its list of files is in the wrong place");
  return [count, begin];
}

/** Record `number` of the list, which begins at `at`. */
function recordAt(data, view, at, number) {
  const broken = `entry ${number} in its list of files is damaged`;
  const end = data.length - lengthOf(END);
  const fixed = lengthOf(CENTRAL);
  insist(at + fixed <= end, broken);
  const found = fields(view, at, CENTRAL);
  insist(found[0] === 0x02014b50, broken);
  insist(at + fixed + found[10] + found[11] + found[12] <= end, broken);
  const raw = data.subarray(at + fixed, at + fixed + found[10]);
  const name = Array.from(raw, (byte) => String.fromCharCode(byte)).join("");
  const shown = shownName(name);
  insist(!(found[3] & 0x41), `${shown} was damaged, or is encrypted`);
  insist(found[4] === 0, AGAIN);
  const kind = found[15] >>> 28;
  insist(kind !== 0o12, `${shown} is a link`);
  insist(kind !== 0o4 && !name.endsWith("/"), `${shown} is a folder`);
  const fault = nameFault(name);
  insist(!fault, `${shown} ${fault}`);
  const long = [found[8], found[9]].includes(0xffffffff);
  insist(!long, `${shown} uses zip64, which no archive needs`);
  insist(found[8] === found[9], `${shown} has two different lengths`);
  const [crc, size, offset] = [found[7], found[9], found[16]];
  const plain = [
    0x02014b50, 0x0314, 10, 0, 0, 0, 0x21, crc, size, size, name.length, 0, 0, 0, 0,
    0o100644 * 0x10000, offset,
  ];
  insist(same(found, plain), AGAIN);
  return { name, raw, crc, size, offset };
}

function shownName(name) {
  const safe = name.replace(/[^ -~]/g, "?");
  return safe.length <= 80 ? safe : `${safe.slice(0, 80)}…`;
}

/** Which members are missing, and which are not what the list of SHA-256 says. */
function sumFaults(members) {
  const faults = [...ALWAYS].sort().filter((name) => !members.has(name)).map((name) => `${name} is missing.`);
  if (!members.has("SHA256SUMS")) return faults;
  const names = [...members.keys()].filter((name) => name !== "SHA256SUMS");
  const lines = names.map((name) => `${hex(sha256(members.get(name)))}  ${name}`);
  const said = new TextDecoder().decode(members.get("SHA256SUMS"));
  if (said === lines.map((line) => `${line}\n`).join("")) return faults;
  const listed = new Set(said.split("\n"));
  const unlike = names.filter((_, at) => !listed.has(lines[at]));
  faults.push(...unlike.map((name) => `${name} does not match its line in SHA256SUMS.`));
  if (!unlike.length) {
    faults.push("SHA256SUMS must list every member of the archive, in order, and nothing else.");
  }
  return faults;
}
