// Whether an Ed25519 signature was made with a key (RFC 8032 §5.1.7). It only ever verifies.

const FIELD = (1n << 255n) - 19n;
const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;

const inField = (n) => ((n % FIELD) + FIELD) % FIELD;

function power(base, exponent) {
  let found = 1n;
  for (let square = base; exponent; exponent >>= 1n) {
    if (exponent & 1n) found = (found * square) % FIELD;
    square = (square * square) % FIELD;
  }
  return found;
}

const CURVE_D = inField(-121665n * power(121666n, FIELD - 2n));
const ROOT_OF_MINUS_ONE = power(2n, (FIELD - 1n) / 4n);

/** The x of a point, by its y and its last bit; undefined where there is none. */
function xOf(y, odd) {
  const above = inField(y * y - 1n);
  const below = inField(CURVE_D * y * y + 1n);
  const square = (above * power(below, FIELD - 2n)) % FIELD;
  let x = power(square, (FIELD + 3n) / 8n);
  if (inField(x * x - square)) x = (x * ROOT_OF_MINUS_ONE) % FIELD;
  if (inField(x * x - square) || (x === 0n && odd)) return undefined;
  return (x & 1n) === odd ? x : FIELD - x;
}

const pointOf = (x, y) => [x, y, 1n, (x * y) % FIELD];
const BASE_Y = inField(4n * power(5n, FIELD - 2n));
const BASE = pointOf(xOf(BASE_Y, 0n), BASE_Y);
const ZERO = [0n, 1n, 1n, 0n];

/** The sum of two points in extended coordinates, of any two (RFC 8032 §5.1.4). */
function sum([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = inField((y1 - x1) * (y2 - x2));
  const b = inField((y1 + x1) * (y2 + x2));
  const c = inField(2n * CURVE_D * t1 * t2);
  const d = inField(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [inField(e * f), inField(g * h), inField(f * g), inField(e * h)];
}

function times(count, point) {
  let found = ZERO;
  for (let doubled = point; count; count >>= 1n) {
    if (count & 1n) found = sum(found, doubled);
    doubled = sum(doubled, doubled);
  }
  return found;
}

const littleEndian = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function encodedPoint([x, y, z]) {
  const inverse = power(z, FIELD - 2n);
  const whole = ((y * inverse) % FIELD) | ((((x * inverse) % FIELD) & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, (_, at) => Number((whole >> BigInt(8 * at)) & 255n));
}

/** Tell whether `signature` (64 bytes) of `message` was made with `key` (32 bytes). */
function signedBy(key, signature, message) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const whole = littleEndian(key);
  const y = whole & ((1n << 255n) - 1n);
  const x = y < FIELD ? xOf(y, whole >> 255n) : undefined;
  const s = littleEndian(signature.subarray(32));
  if (x === undefined || s >= ORDER) return false;
  const said = signature.subarray(0, 32);
  const challenge = littleEndian(sha512(joinedBytes(said, key, message))) % ORDER;
  const found = sum(times(s, BASE), times(challenge, pointOf(FIELD - x, y)));
  return sameBytes(encodedPoint(found), said);
}
