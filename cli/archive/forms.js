// Reads tables and objects by the forms that roundbook derives from its own types.

const PATTERNS = new Map();

/** A pattern of Python's, as this language writes it. */
function patternOf(text) {
  if (!PATTERNS.has(text)) PATTERNS.set(text, new RegExp(text.replace("\\Z", "$"), "u"));
  return PATTERNS.get(text);
}

/** Whether a text is a day of the calendar; the year 0 is in none. */
function isDate(text) {
  const time = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? new Date(text) : new Date(NaN);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** Whether a text is a time as roundbook writes it: no zeros behind the second, `Z` for no offset. */
function isMoment(text) {
  const [, day, offset] =
    /^(.{10})T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}(?:\.(?!0{6})[0-9]{6})?(Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/
      .exec(text) ?? [];
  return day !== undefined && isDate(day) && !["+00:00", "-00:00"].includes(offset);
}

/** What a field holds, or a fault at its place; a rate becomes an exact fraction. */
function fieldOf([kind, ...of], value, place) {
  const need = (so, must) => insist(so, `${place} must be ${must}`);
  const between = (number) => number >= (of[0] ?? -Infinity) && number <= (of[1] ?? Infinity);
  switch (kind) {
    case "flag":
      need(typeof value === "boolean", "true or false");
      return value;
    case "whole":
      need(typeof value === "number" && between(value), `a whole number from ${of[0]} to ${of[1]}`);
      return value;
    case "text":
      need(typeof value === "string" && between([...value].length), "a text of the right length");
      need(!of[2] || patternOf(of[2]).test(value), "a text of the right form");
      return value;
    case "day":
      need(value instanceof Day, "a day such as 2026-09-01");
      return value.text;
    case "date":
      need(typeof value === "string" && isDate(value), "a day such as 2026-09-01");
      return value;
    case "moment":
      need(typeof value === "string" && isMoment(value), "a time such as 2026-09-01T12:00:00Z");
      return value;
    case "any": {
      const fits = of[0].find((each) => {
        try {
          fieldOf(each, value, place);
          return true;
        } catch (fault) {
          if (!(fault instanceof Fault)) throw fault;
          return false;
        }
      });
      need(fits, "a value that can be there");
      return value;
    }
    case "one":
      need(of[0].includes(value), `one of ${of[0].join(", ")}`);
      return value;
    case "rate": {
      const [, top, bottom = "1"] = /^([0-9]{1,6})(?:\/([1-9][0-9]{0,5}))?$/.exec(
        typeof value === "string" ? value : "") ?? [];
      need(top !== undefined, 'a fraction as text, such as "1/4"');
      return fraction(BigInt(top), BigInt(bottom));
    }
    case "maybe":
      return value === null ? null : fieldOf(of[0], value, place);
    case "map":
      need(value && typeof value === "object" && !Array.isArray(value), "an object");
      return Object.fromEntries(Object.entries(value).map(([name, each]) =>
        [fieldOf(of[0], name, `a name in ${place}`), fieldOf(of[1], each, `${place}.${name}`)]));
    case "list":
      need(Array.isArray(value), "a list");
      need(value.length >= (of[1] ?? 0) && value.length <= (of[2] ?? Infinity), "of the right length");
      return value.map((each, at) => fieldOf(of[0], each, `${place}[${at}]`));
    case "pair":
      need(Array.isArray(value) && value.length === of[0].length, `a list of ${of[0].length}`);
      return of[0].map((each, at) => fieldOf(each, value[at], `${place}[${at}]`));
    default:
      need(value && typeof value === "object" && !Array.isArray(value), "a table");
      return tableOf(of[0], value, `${place}.`);
  }
}

const spelled = (value) => JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));

function tableOf(form, table, place = "") {
  for (const name of Object.keys(table)) {
    insist(Object.hasOwn(form, name), `${place}${name} is not one of its fields`);
  }
  return Object.fromEntries(Object.entries(form).flatMap(([name, [kind, ...byDefault]]) => {
    if (Object.hasOwn(table, name)) {
      const canonical = byDefault[1] !== "omitted" || spelled(table[name]) !== spelled(byDefault[0]);
      insist(canonical, `${place}${name} is not written if it is ${spelled(byDefault[0])}`);
      return [[name, fieldOf(kind, table[name], place + name)]];
    }
    insist(byDefault.length, `${place}${name} is missing`);
    return byDefault[1] === "absent" ? [] : [[name, byDefault[0]]];
  }));
}
