// Reads tables and objects by the forms that roundbook derives from its own types.

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
      need(!of[2] || new RegExp(of[2].replace("\\Z", "$"), "u").test(value), "a text of the right form");
      return value;
    case "day":
      need(value instanceof Day, "a day such as 2026-09-01");
      return value.text;
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

function tableOf(form, table, place = "") {
  for (const name of Object.keys(table)) {
    insist(Object.hasOwn(form, name), `${place}${name} is not one of its fields`);
  }
  return Object.fromEntries(Object.entries(form).flatMap(([name, [kind, ...byDefault]]) => {
    if (Object.hasOwn(table, name)) return [[name, fieldOf(kind, table[name], place + name)]];
    insist(byDefault.length, `${place}${name} is missing`);
    return byDefault[1] ? [] : [[name, byDefault[0]]];
  }));
}
