// The names file, and whether it matches the commitments in the ledger (`ledger/people`).

/** How many keys stand in a text of JSON, each as often as it stands there. */
const keysIn = (text) =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;

/** How many keys a value of JSON has, at any depth. */
function keysOf(value) {
  if (value === null || typeof value !== "object") return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum, each) => sum + keysOf(each), own);
}

/** The names file, as strictly as roundbook reads it. Throws Fault. */
function readBook(bytes) {
  let text;
  let book;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    book = JSON.parse(text);
  } catch {
    throw new Fault("it is not JSON");
  }
  insist(keysIn(text) === keysOf(book), "a key is in it twice");
  const broken = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g)].some(([token]) =>
    (token[0] === '"' ? SURROGATE.test(JSON.parse(token)) : /[.eE]/.test(token)));
  insist(!broken, "a number or a text in it is not as roundbook writes it");
  return fieldOf(["table", BOOK_FORM], book, "people.json");
}

/** A person as the commitment binds them: what the book leaves out is its default. */
const personText = (person) => JSON.stringify(person, Object.keys(PERSON_FORM).sort());

/** What the record holds of somebody in the names file. */
const boundTo = ({ person, salt }) => base64url(
  sha256(joinedBytes(fromBase64url(salt) ?? new Uint8Array(), toBytes(personText(person)))));

/** What the record holds of each hand: the latest commitment. */
function handsBound(entries) {
  const bound = new Map();
  for (const { hand, events } of entries) {
    if (hand.commitment) bound.set(hand.id, hand.commitment);
    for (const event of events) {
      if (["staff-named", "hand-renamed"].includes(event.event)) bound.set(event.hand, event.commitment);
    }
  }
  return bound;
}

/** The hands whose name in the book does not match its cryptographic commitment in the ledger. */
function handStrangers(entries, { hands = {}, staff = {} }) {
  return [...handsBound(entries)].filter(([hand, commits]) => {
    const [known, name] = [staff[hand], hands[hand]];
    if (name === undefined || (name === hand && !known)) return false;
    return !known || boundTo(known) !== commits || known.person.name !== name;
  }).map(([hand]) => hand);
}

/** Names that people.json keeps though no entry ever bound them. */
function inventedIn({ former = {}, refused = {} }, entries) {
  const bound = new Set(entries.flatMap(({ events }) => events).map(({ commitment }) => commitment));
  return [
    ...Object.entries(former).filter(([, past]) => past.some((one) => !bound.has(boundTo(one))))
      .map(([id]) => `${id}: a former name in people.json matches no commitment in the ledger.`),
    ...Object.entries(refused).filter(([commits, one]) => boundTo(one) !== commits || !bound.has(commits))
      .map(() => "people.json contains a refused name that no entry records."),
  ];
}
