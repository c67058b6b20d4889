// Runs the script of verify.html outside any browser, exactly as it stands in the page.
//
//   node page.mjs verify.html < requests
//
// One request a line, in JSON, and one answer a line. Nothing of the page is changed: its script is
// cut out between its tags, and asked by the names of its own functions.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const page = readFileSync(process.argv[2], "utf8");
const [, script] = /<script>([^]*?)<\/script>/.exec(page);
const context = vm.createContext({ TextEncoder, TextDecoder, Blob, DecompressionStream });
vm.runInContext(
  `${script}\nglobalThis.asked = { review, verdictOn, replayed, standingsOf, settled, notReckoned, sha256, sha512, ` +
    "signedBy, base64, base64url, fromBase64, fromBase64url, hex, canonical, percent, fraction, withoutGzip, unzipped, OtherVersion, Mistyped, " +
    "racesOf, drawnRaces, raceMarks, decidedIn, entryFaults, readEdition, ownRules, spelled, firstRules: () => releasedRules(Object.keys(EDITIONS)[0]) };",
  context);
const { asked } = context;

const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));

const ANSWERS = {
  review: async ({ file, given }) => {
    const data = await asked.withoutGzip(new Uint8Array(readFileSync(file)));
    try {
      const { title, checks, places, races, verdict } = asked.review(data, given ?? "");
      return { title, checks, places, races: races?.() ?? [], verdict };
    } catch (error) {
      if (error instanceof asked.Mistyped) return { mistyped: error.message };
      if (!(error instanceof asked.OtherVersion)) throw error;
      // Nothing is found in what cannot be read, and nothing in it can be relied on.
      const said = [`${error.message}.`];
      return { title: "", checks: [{ name: "The file", state: "wrong", said }], places: [], races: [], verdict: { level: "wrong" } };
    }
  },
  matches: async ({ file }) => {
    const found = asked.review(await asked.withoutGzip(new Uint8Array(readFileSync(file))));
    return Object.fromEntries(found.places.map(({ player }) => [player, found.matchesOf(player)]));
  },
  unread: async ({ file }) => {
    try {
      return asked.review(await asked.withoutGzip(new Uint8Array(readFileSync(file)))).verdict;
    } catch (error) {
      return error.message;
    }
  },
  refusal: ({ data }) => asked.review(bytes(data)).checks[0].said[0],
  verdict: ({ evidence }) => asked.verdictOn(evidence),
  unzip: async ({ data }) => {
    try {
      return [...asked.unzipped(await asked.withoutGzip(bytes(data))).keys()];
    } catch (fault) {
      return fault.message;
    }
  },
  replay: ({ lines, edition }) => {
    const rules = edition ? asked.readEdition(new TextEncoder().encode(edition)) : asked.firstRules();
    const { t, draws, locks } = asked.replayed(lines.map((line) => JSON.parse(line)), rules);
    const why = asked.notReckoned(t) ?? null;
    const decided = asked.decidedIn(lines.map((line) => JSON.parse(line)), t);
    return { why, decided, places: why ? [] : asked.standingsOf(t), settled: why ? [] : asked.standingsOf(asked.settled(t)), draws, locks };
  },
  races: ({ lines }) => {
    const { t } = asked.replayed(lines.map((line) => JSON.parse(line)), asked.firstRules());
    const places = [...asked.racesOf(t)].map(([division, rounds]) => [division, rounds.map((after) => Object.fromEntries(after))]);
    const drawn = asked.drawnRaces(t, (id) => `The player ${id} with a long name`);
    return { places: Object.fromEntries(places), marks: Object.fromEntries(drawn.map((one) => [one.division, asked.raceMarks(one)])) };
  },
  edition: ({ data }) => {
    try {
      const rules = asked.readEdition(bytes(data));
      return { rules: asked.spelled(rules), own: asked.ownRules(rules) };
    } catch (fault) {
      return { fault: fault.message };
    }
  },
  digests: ({ data }) => ({
    sha256: asked.hex(asked.sha256(bytes(data))), sha512: asked.hex(asked.sha512(bytes(data))),
    base64: asked.base64(bytes(data)), base64url: asked.base64url(bytes(data)),
  }),
  signed: ({ key, signature, message }) =>
    asked.signedBy(bytes(key), bytes(signature), bytes(message)),
  read: ({ text }) => [asked.fromBase64(text), asked.fromBase64url(text)].map(
    (found) => (found ? asked.hex(found) : null)),
  percent: ({ top, bottom }) => asked.percent(asked.fraction(BigInt(top), BigInt(bottom))),
  line: ({ text }) => {
    try {
      const entry = JSON.parse(text);
      return asked.canonical(entry) === text ? asked.entryFaults([entry])[0] ?? null : "not canonical";
    } catch (fault) {
      return fault.message;
    }
  },
  canonical: ({ text }) => {
    try {
      return asked.canonical(JSON.parse(text)) === text;
    } catch {
      return false;
    }
  },
};

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(await ANSWERS[request.ask](request)));
}
