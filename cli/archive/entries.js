// What an entry may be: the fields of each event, by the forms that roundbook derives from its types.

/** What is wrong with the first line that is not an entry. Throws OtherVersion for one of another version. */
function entryFaults(entries) {
  for (const entry of entries) {
    const line = `line ${entry.seq}`;
    insistVersion(entry.v, VERSION, line);
    const tags = entry.events.map((event) => event?.event).filter((tag) => typeof tag === "string");
    const newer = tags.find((tag) => !Object.hasOwn(LINE_FORMS.events, tag));
    if (newer !== undefined) {
      throw new OtherVersion(`${line} was written by a newer roundbook (event ${newer.slice(0, 40)})`);
    }
    try {
      insistEntry(entry);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return [`${line} is not an entry: ${fault.message}.`];
    }
  }
  return [];
}

function insistEntry({ events, ...entry }) {
  fieldOf(["table", LINE_FORMS.entry], entry, "it");
  for (const [at, event] of events.entries()) {
    const place = `events[${at}]`;
    const own = event && LINE_FORMS.events[event.event];
    insist(own, `${place} does not say what happened`);
    const { event: _, ...fields } = event;
    fieldOf(["table", { ...LINE_FORMS.common, ...own }], fields, place);
    const size = event.event === "fact-added" ? toBytes(canonical(event.data ?? {})).length : 0;
    insist(size <= MOST_IN_A_FACT, `the data of the fact have ${size} bytes; at most ${MOST_IN_A_FACT} are allowed`);
  }
}
