// The rules of an archive as data: the fields of its edition.toml, checked as roundbook checks them
// (`ledger/rulesets/ruleset.py`).

/**
 * What contradicts itself in the fields that are read here, in the words of `ruleset.contradiction`.
 * Whether rounds tables and ages fit together, only roundbook checks: no place hangs on it.
 */
function* contradictionsIn(e) {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(e.edition)) {
    yield "its name (edition) may contain only lowercase letters, digits and dashes, at most 40 of them";
  }
  if (e.sanctioned && e.rounds_until_lock > LOCK_OF_TOP) {
    yield `rounds_until_lock is ${e.rounds_until_lock}, but a result locks when the second later round is ` +
      "paired (TOP §4): write sanctioned = false, or leave it at 2";
  }
  if (!(e.win_points > e.tie_points && e.tie_points >= e.loss_points)) {
    yield "win_points must be more than tie_points, and tie_points must not be less than loss_points";
  }
  for (const [name, [[kind]]] of Object.entries(EDITION_FORM)) {
    if (kind === "rate" && e[name] && compared(e[name], fraction(1n)) > 0) {
      yield `${name} is ${shownFraction(e[name])}, but a rate must be between 0 and 1`;
    }
  }
  if (compared(e.win_floor, e.win_cap) > 0) {
    yield `win_floor (${shownFraction(e.win_floor)}) is above win_cap (${shownFraction(e.win_cap)})`;
  }
  const chain = e.tiebreaks;
  const twice = chain.find((name, at) => chain.indexOf(name) !== at);
  if (twice) yield `tiebreaks lists ${twice} more than once`;
  const ends = chain.filter((name) => ["lot", "file-order"].includes(name));
  if (String(ends) !== String(chain.slice(-1))) {
    yield 'tiebreaks must end with "lot" or "file-order", and contain only one of them';
  }
  const after = chain[chain.indexOf("head-to-head") + 1];
  if (e.head_to_head === "acyclic" && chain.includes("head-to-head") && after !== "last-opponent") {
    yield 'with head_to_head = "acyclic", "last-opponent" must follow "head-to-head" in tiebreaks';
  }
}

/** The rules in the text of an edition. Throws Fault if roundbook would not take it for one. */
function readEdition(bytes) {
  insist(bytes.length <= MAX_LINE, "the edition is longer than 65535 bytes");
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Fault("the edition is not TOML: it is not UTF-8");
  }
  let rules;
  try {
    rules = tableOf(EDITION_FORM, readToml(text));
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    throw new Fault(`edition.toml is not an edition: ${fault.message}`);
  }
  const [wrong] = contradictionsIn(rules);
  insist(!wrong, `the edition contradicts itself: ${wrong}`);
  return rules;
}

/** The values of an edition by their places, a row of a table as one, as `edition diff` lists them. */
function* placesIn(value, place = "") {
  const isTable = (each) => each !== null && typeof each === "object" && !Array.isArray(each) && !("bottom" in each);
  if (isTable(value)) {
    for (const [name, inner] of Object.entries(value)) yield* placesIn(inner, place ? `${place}.${name}` : name);
  } else if (Array.isArray(value) && isTable(value[0]) && "rows" in value[0]) {
    for (const { name, rows } of value) yield* placesIn(rows, `${place}.${name}`);
  } else if (Array.isArray(value) && isTable(value[0])) {
    for (const row of value) yield [`${place}[${Object.values(row)[0]}]`, spelled(row)];
  } else if (value !== null && value.length !== 0) yield [place, spelled(value)];
}

/** A released edition by its name: what it is called does not matter, but is no rule without it. */
const releasedRules = (edition) =>
  tableOf(EDITION_FORM, { edition, title: edition, source: edition, ...EDITIONS[edition] });

/** How rules that somebody made differ from their parent, or the first released edition (A-75). */
function ownRules(rules) {
  const parent = Object.hasOwn(EDITIONS, rules.parent) ? rules.parent : Object.keys(EDITIONS)[0];
  const [own, others] = [rules, releasedRules(parent)].map((each) => new Map(placesIn(each)));
  const fields = [...new Set([...own.keys(), ...others.keys()])]
    .filter((place) => !NOT_RULES.includes(place) && own.get(place) !== others.get(place));
  const when = `a result locks when ${laterRounds(rules)} paired`;
  const lock = hasOwnDocuments(rules) ? when : isLockOfTop(rules) ? "the lock is that of TOP §4"
    : `${when}, not as in TOP §4`;
  const differ = counted(fields.length, "field differs", "fields differ");
  const said = `own rules${rules.sanctioned ? "" : ", not sanctioned"} (${differ} from ${parent}; ${lock})`;
  return { said, fields };
}

/** When a result locks. */
const isLockOfTop = ({ rounds_until_lock: rounds }) => rounds === LOCK_OF_TOP;
const laterRounds = ({ rounds_until_lock: rounds }) => counted(rounds, "later round is", "later rounds are");
const hasOwnDocuments = (rules) => Object.keys(rules.citations).length > 0;
/** The section that says so: of the edition's documents, if it has any. */
const citedForLock = (rules) => (hasOwnDocuments(rules) ? rules.citations["result-locked"] : "TOP §4");
const whenLocked = (rules) => (isLockOfTop(rules)
  ? `when the second subsequent round was paired${citedForLock(rules) ? ` (${citedForLock(rules)})` : ""}`
  : `when ${laterRounds(rules)} paired`);

/** What an edition says that bears on no place, no point and no lock. */
const NO_BEARING = [
  "edition", "title", "source", "parent", "sanctioned", "tie_word", "intentional_draws", "late_entry_until_round", "missed_rounds",
  "byes_each", "announced", "pods", "minimum_division", "minimum_pod", "pairing", "divisions", "times",
  "fewest_rounds", "rounds_source", "vg", "tcg_two_day", "tcg_single_day", "tables",
  "unchecked", "meant_from", "meant_until", "intentional_draws_in", "late_entry_until", "late_players_count",
  "rematch_invalidates_until", "verdicts", "citations", "penalties", "one_round_fewer", "cut_best_of_three",
  "retention_months", "unanswered", "not_said", "deck_rules", "remark",
];
const READ = [
  "win_points", "tie_points", "loss_points", "rate", "win_floor", "win_cap", "cap_applies", "freeze_dropped",
  "awarded_bye", "awarded_bye_op_op_win", "op_win_without_opponents", "own_game_floor", "bye_games", "bye_in_rate",
  "day_two", "tiebreaks", "head_to_head", "rounds_until_lock",
];

/** A field that this page does not know, and that is not left as it was; undefined if there is none. */
const unreadField = (rules) => Object.entries(EDITION_FORM).map(([name]) => name).find((name) =>
  !READ.includes(name) && !NO_BEARING.includes(name) && spelled(rules[name]) !== spelled(EDITION_FORM[name][1]));
