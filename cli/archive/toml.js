// TOML 1.0 as an edition needs it: texts, whole numbers, days, yes and no, lists and tables. What else
// TOML has, no field of an edition can hold, so it is refused like a text that is not TOML.

const KEY_CHARS = /[A-Za-z0-9_-]+/y;
const WHOLE = /0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0b[01](?:_?[01])*|0o[0-7](?:_?[0-7])*|[+-]?(?:0|[1-9](?:_?[0-9])*)/y;
const DAY = /[0-9]{4}-[0-9]{2}-[0-9]{2}(?![T: 0-9]*[0-9])/y;
const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

/** A day of the calendar, as `2026-09-01`. */
class Day {
  constructor(text) { this.text = text; }
}

/** The table that a text says; throws Fault. */
function readToml(source) {
  const text = source.replaceAll("\r\n", "\n");
  let at = 0;
  const wrong = () => {
    throw new Fault(`line ${text.slice(0, at).split("\n").length} cannot be read`);
  };
  const need = (so) => { if (!so) wrong(); };
  const take = (mark) => text.startsWith(mark, at) && Boolean(at += mark.length);
  const matched = (pattern) => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  const spaces = () => matched(/[ \t]*/y);
  const toNext = () => { // Space, line ends and comments, as between the values of a list.
    while (matched(/[ \t\n]+/y) || matched(/#[^\0-\x08\n-\x1f\x7f]*/y));
  };

  // Tables that nobody may add to: those of one line, and those that were given before.
  const closed = new Set();
  const given = new Set();
  let byDots = [];
  const isTable = (value) => value && Object.getPrototypeOf(value) === null;
  const made = () => Object.create(null);
  const child = (table, name, intoLists) => {
    if (!(name in table)) table[name] = made();
    const found = table[name];
    need(!closed.has(found));
    const inner = intoLists && Array.isArray(found) ? found.at(-1) : found;
    need(isTable(inner));
    return { found, inner };
  };
  const put = (table, name, value) => {
    need(!(name in table));
    if (value !== null && typeof value === "object") closed.add(value);
    table[name] = value;
  };

  function key() {
    const names = [];
    do {
      spaces();
      const bare = matched(KEY_CHARS);
      names.push(bare ?? (take('"') ? basic() : take("'") ? literal() : wrong()));
      spaces();
    } while (take("."));
    return names;
  }
  function literal() {
    const inner = matched(/[^\0-\x08\n-\x1f\x7f']*/y);
    need(take("'"));
    return inner;
  }
  function basic() {
    let inner = "";
    while (!take('"')) inner += take("\\") ? escaped() : matched(/[^\0-\x08\n-\x1f\x7f"\\]+/y) ?? wrong();
    return inner;
  }
  function escaped() {
    const hexes = take("u") ? matched(/[0-9A-Fa-f]{4}/y) : take("U") ? matched(/[0-9A-Fa-f]{8}/y) : undefined;
    if (hexes === undefined) {
      const found = ESCAPES[text[at]] ?? wrong();
      at += 1;
      return found;
    }
    const point = parseInt(hexes, 16);
    need(point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
    return String.fromCodePoint(point);
  }
  /** A text of several lines; one or two quotes before its end are part of it. */
  function long(quote) {
    take("\n");
    let inner = "";
    for (;;) {
      const ended = matched(quote === '"' ? /"{3,5}/y : /'{3,5}/y);
      if (ended) return inner + ended.slice(3);
      if (quote === '"' && take("\\")) {
        if (matched(/[ \t]*\n/y) !== undefined) matched(/[ \t\n]*/y);
        else inner += escaped();
      } else inner += matched(quote === '"' ? /[^\0-\x08\x0b-\x1f\x7f"\\]+|"/y : /[^\0-\x08\x0b-\x1f\x7f']+|'/y) ?? wrong();
    }
  }
  function list() {
    const found = [];
    for (toNext(); !take("]"); toNext()) {
      found.push(value());
      toNext();
      if (!take(",")) {
        need(take("]"));
        return found;
      }
    }
    return found;
  }
  function table() {
    const found = made();
    spaces();
    if (take("}")) return found;
    for (;;) {
      const names = key();
      need(take("="));
      spaces();
      let inner = found;
      for (const name of names.slice(0, -1)) inner = child(inner, name, false).inner;
      put(inner, names.at(-1), value());
      spaces();
      if (take("}")) return found;
      need(take(","));
    }
  }
  function value() {
    for (const quote of ['"', "'"]) if (take(quote.repeat(3))) return long(quote);
    if (take('"')) return basic();
    if (take("'")) return literal();
    if (take("[")) return list();
    if (take("{")) return table();
    if (take("true")) return true;
    if (take("false")) return false;
    const day = matched(DAY);
    if (day) {
      const time = new Date(day);
      need(!Number.isNaN(time.getTime()) && time.toISOString().startsWith(day));
      return new Day(day);
    }
    const digits = matched(WHOLE)?.replaceAll("_", "") ?? wrong();
    const number = Number(digits);
    need(Number.isSafeInteger(number));
    return number;
  }
  const root = made();
  let here = root;
  function header() {
    const many = take("[");
    const names = key();
    need(take(many ? "]]" : "]"));
    byDots.forEach((each) => given.add(each));
    byDots = [];
    let above = root;
    for (const name of names.slice(0, -1)) above = child(above, name, true).inner;
    const last = names.at(-1);
    if (many) {
      if (!(last in above)) given.add(above[last] = []);
      need(Array.isArray(above[last]) && !closed.has(above[last]));
      above[last].push(here = made());
    } else {
      need(!given.has(above[last]));
      here = child(above, last, true).inner;
      given.add(here);
    }
  }
  function assignment() {
    const names = key();
    need(take("="));
    spaces();
    let inner = here;
    for (const name of names.slice(0, -1)) {
      const next = child(inner, name, true);
      need(!given.has(next.found));
      byDots.push(next.found);
      inner = next.inner;
    }
    put(inner, names.at(-1), value());
  }
  while (at < text.length) {
    spaces();
    if (take("[")) header();
    else if (!/^(?:[#\n]|$)/.test(text.slice(at, at + 1))) assignment();
    spaces();
    matched(/#[^\0-\x08\n-\x1f\x7f]*/y);
    need(at === text.length || take("\n"));
  }
  return root;
}
