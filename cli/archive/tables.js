// The tables of an archive, written again byte for byte (docs/format.md).

/** Every match and bye that stands, round by round, pool by pool, in table order. */
function matchRows(t, names) {
  const name = (player) => names.get(player) ?? null;
  const rounds = [...t.rounds.values()].sort((one, other) =>
    one.pool === other.pool ? one.number - other.number : one.pool < other.pool ? -1 : 1);
  return rounds.flatMap(({ pool, number, matches, byes }) => {
    const seats = matches.map((one) => ({ ...one, kind: null }));
    const playoff = t.matches.get(t.playoffs.get(pool));
    if (playoff?.number === number) seats.push({ ...playoff, kind: "third place" });
    const rows = seats.map(({ match, table, first, second, kind }) => {
      const result = t.results.get(match);
      return {
        pool, round: number, table, first, first_name: name(first), second,
        second_name: name(second), result: result?.verdict ?? null,
        games: result?.games ? [0, 1, 2].map((at) => result.games[at] ?? 0) : null, kind,
      };
    });
    return [...rows, ...byes.map(([player, kind]) => ({
      pool, round: number, table: null, first: player, first_name: name(player), second: null,
      second_name: null, result: "first", games: null, kind: `${kind ?? "random"} bye`,
    }))];
  });
}

const ENDED = { tie: ["tied", "with"], "double-loss": ["both lost", "against"], unplayed: ["not played", "against"] };

/** How a match ended for a player: `won 2-0 against Ana`. */
function endedFor(player, { first, first_name: one, second, second_name: other, result, games }) {
  const isFirst = player === first;
  const against = isFirst ? other ?? second : one ?? first;
  if (!result) return `no result yet against ${against}`;
  const [own, theirs, tied] = games ? (isFirst ? games : [games[1], games[0], games[2]]) : [];
  const score = games ? ` ${own}-${theirs}${tied ? `-${tied}` : ""}` : "";
  const [ended, towards] = ENDED[result] ?? [(result === "first") === isFirst ? "won" : "lost", "against"];
  return `${ended}${score} ${towards} ${against}`;
}

const correctedBy = (staff) => ({ how, seq, by: { id, role } }) => {
  const name = staff.get(id) ?? id;
  return `${how} by ${name === role ? `the ${role}` : `${name} (${role})`} in entry ${seq}`;
};

/** What a player played, a sentence for each round, with the corrections of each result. */
function matchesOf(t, names, staff, player) {
  const played = matchRows(t, names).filter(({ first, second }) => [first, second].includes(player)).map((row) => {
    const { pool, round, table, second, kind } = row;
    const changes = (t.corrections.get(matchName([pool, round, table])) ?? []).map(correctedBy(staff));
    const what = second ? `table ${table}: ${endedFor(player, row)}` : kind;
    return { pool, round, said: what + (changes.length ? ` (${changes.join(", ")})` : "") };
  });
  const alone = [...t.rounds.values()].filter(({ absent }) => absent.includes(player))
    .map(({ pool, number }) => ({ pool, round: number, said: "lost without an opponent" }));
  const inOrder = [...played, ...alone].sort((one, other) => one.round - other.round);
  return inOrder.map(({ pool, round, said }) => `Round ${round} of ${pool}, ${said}.`);
}

function cellOf(value) {
  if (typeof value === "boolean") return value ? "yes" : "";
  if (Array.isArray(value)) return value.join("–");
  return value === null ? "" : String(value);
}

/** Rows as cells of text, the names of the columns first; exact fractions are left out. */
function gridOf(rows) {
  if (!rows.length) return [];
  const fields = Object.keys(rows[0]).filter((name) => !(`${name}_percent` in rows[0]));
  const titles = fields.map((name) => name.replaceAll("_", " "));
  return [titles, ...rows.map((row) => fields.map((name) => cellOf(row[name])))];
}

const asJson = (rows) => `${JSON.stringify(rows, null, 1)}\n`;

function asCsv(rows) {
  const safe = (cell) => (/^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell);
  const quoted = (cell) => (/[,"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return gridOf(rows).map((cells) => `${cells.map(safe).map(quoted).join(",")}\r\n`).join("");
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]);
const TABLE_STYLE =
  "body{font:1rem/1.5 system-ui,sans-serif;margin:1rem;color-scheme:light dark}" +
  "div{overflow-x:auto}table{border-collapse:collapse}" +
  "th,td{border:1px solid #8888;padding:.25rem .5rem;text-align:left}";

/** A page of its own, as text: nothing here is ever shown by this page. */
function asHtml(title, rows) {
  const [head, ...body] = rows.length ? gridOf(rows) : [[]];
  const tag = (name, inner, more = "") => `<${name}${more}>${inner}<\/${name}>`;
  const titles = head.map((cell) => tag("th", escaped(cell), " scope=col")).join("");
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    tag("title", escaped(title)) + tag("style", TABLE_STYLE),
    `${tag("h1", escaped(title))}<div tabindex="0"><table>`,
    tag("thead", tag("tr", titles)),
    "<tbody>",
    ...body.map((cells) => tag("tr", cells.map((cell) => tag("td", escaped(cell))).join(""))),
    "<\/tbody><\/table><\/div><\/html>", "",
  ].join("\n");
}

/** Which files of a table are not what its rows give. */
function tableFaults(members, what, title, rows) {
  const wanted = { csv: asCsv(rows), html: asHtml(`${title}: ${what}`, rows), json: asJson(rows) };
  return Object.entries(wanted).flatMap(([form, text]) => {
    const name = `tables/${what}.${form}`;
    const held = members.get(name);
    return !held || sameBytes(held, toBytes(text)) ? [] : [`${name} does not match the ledger.`];
  });
}
