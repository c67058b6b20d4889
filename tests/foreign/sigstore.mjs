// Checks what roundbook hands out with the two modules by which @sigstore/verify checks a log.
//
// Usage: node sigstore.mjs MODULES FOLDER     0 accepted, 9 rejected, else: it could not be asked
import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [modules, folder] = process.argv.slice(2).map((each) => resolve(each));
const load = createRequire(join(modules, "here.js"));
const { verifyCheckpoint } = load("@sigstore/verify/dist/tlog/checkpoint.js");
const { verifyMerkleInclusion } = load("@sigstore/verify/dist/tlog/merkle.js");

const vkey = readFileSync(join(folder, "vkey"), "utf8").trim();
const [, name, number, key] = vkey.match(/^([^+]+)\+([0-9a-f]{8})\+(.+)$/);
const raw = Buffer.from(key, "base64").subarray(1);
const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
const log = {
  baseURL: name,
  logID: Buffer.from(number, "hex"),
  publicKey: createPublicKey({ key: der, format: "der", type: "spki" }),
};

const proof = readFileSync(join(folder, "entry.tlog-proof"), "utf8");
const gap = proof.indexOf("\n\n");
const [, index, ...path] = proof.slice(0, gap).split("\n");
const entry = {
  canonicalizedBody: readFileSync(join(folder, "entry.line")),
  inclusionProof: {
    checkpoint: { envelope: proof.slice(gap + 2) },
    hashes: path.map((hash) => Buffer.from(hash, "base64")),
    logIndex: index.slice("index ".length),
  },
};
try {
  verifyMerkleInclusion(entry, verifyCheckpoint(entry, [log]));
} catch (error) {
  if (error.name !== "VerificationError" && error.code !== "TLOG_INCLUSION_PROOF_ERROR") throw error;
  console.log(`rejected: ${error.message}`);
  process.exit(9);
}
console.log(`accepted: entry ${Number(index.slice("index ".length)) + 1}`);
