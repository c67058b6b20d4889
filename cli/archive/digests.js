// SHA-256 and SHA-512 (FIPS 180-4). Browsers give no digests to a page that was opened from a disk.

/** The first `count` primes: all constants of both hashes come from their roots. */
function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime)) found.push(n);
  }
  return found;
}

/** The first 64 bits behind the point of the `degree`-th root of `n`. */
function rootBits(n, degree) {
  const whole = BigInt(n) << BigInt(64 * degree);
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(degree) <= whole) low = middle;
    else high = middle;
  }
  return low & 0xffffffffffffffffn;
}

const ROUND_BITS = primes(80).map((prime) => rootBits(prime, 3));
const START_BITS = primes(8).map((prime) => rootBits(prime, 2));
const ROUND_256 = Uint32Array.from(ROUND_BITS.slice(0, 64), (bits) => Number(bits >> 32n));
const START_256 = Uint32Array.from(START_BITS, (bits) => Number(bits >> 32n));

/** A message with its padding: a one, zeros, and its length in bits in the last eight bytes. */
function padded(bytes, block) {
  const tail = block / 8 + 1;
  const whole = new Uint8Array(Math.ceil((bytes.length + tail) / block) * block);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
  return view;
}

function sha256(bytes) {
  const view = padded(bytes, 64);
  const state = Uint32Array.from(START_256);
  const w = new Uint32Array(64);
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15];
      const y = w[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_256[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** SHA-512 with large integers: slow, and used for a few hundred bytes only. */
function sha512(bytes) {
  const mask = 0xffffffffffffffffn;
  const turned = (x, by) => ((x >> by) | (x << (64n - by))) & mask;
  const view = padded(bytes, 128);
  const state = [...START_BITS];
  for (let at = 0; at < view.byteLength; at += 128) {
    const w = [];
    for (let i = 0; i < 16; i += 1) w.push(view.getBigUint64(at + 8 * i));
    for (let i = 16; i < 80; i += 1) {
      const s0 = turned(w[i - 15], 1n) ^ turned(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
      const s1 = turned(w[i - 2], 19n) ^ turned(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
      w.push((w[i - 16] + s0 + w[i - 7] + s1) & mask);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i += 1) {
      const s1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
      const one = (h + s1 + ((e & f) ^ (~e & mask & g)) + ROUND_BITS[i] + w[i]) & mask;
      const s0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) & mask;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & mask, c, b, a, (one + two) & mask];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) & mask; });
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => out.setBigUint64(8 * i, word));
  return new Uint8Array(out.buffer);
}

const toBytes = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function joinedAll(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const joinedBytes = (...parts) => joinedAll(parts);

const sameBytes = (one, other) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function written(bytes, letters) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const some = bytes.subarray(at, at + 3);
    const word = (some[0] << 16) | ((some[1] ?? 0) << 8) | (some[2] ?? 0);
    for (let i = 0; i <= some.length; i += 1) text += letters[(word >> (18 - 6 * i)) & 63];
  }
  return text;
}

/** Unpadded base64url, as the ledger writes hashes. */
const base64url = (bytes) => written(bytes, `${LETTERS}-_`);

/** Padded base64, as signed notes write hashes. */
const base64 = (bytes) => {
  const text = written(bytes, `${LETTERS}+/`);
  return text + "=".repeat(-text.length & 3);
};

/** The bytes of padded or unpadded base64 in its one spelling; undefined for anything else. */
function unwritten(text, letters, write) {
  const bytes = [];
  let word = 0;
  let bits = 0;
  for (const letter of text.replace(/=+$/, "")) {
    const value = letters.indexOf(letter);
    if (value < 0) return undefined;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((word >> bits) & 255);
    }
  }
  const found = Uint8Array.from(bytes);
  return write(found) === text ? found : undefined;
}

const fromBase64url = (text) => unwritten(text, `${LETTERS}-_`, base64url);
const fromBase64 = (text) => unwritten(text, `${LETTERS}+/`, base64);
