// The desk: slips go in without a reload, one after the other, while the next is being typed; what
// others enter appears beside the box; nothing that was typed is lost. All of it works without.
"use strict";
(() => {
  const body = document.body;
  const address = body.dataset.desk;
  const waiting = []; // Lines on their way, the first of them being sent.
  const held = []; // Lines that were wrong, with why, and those behind them: they go on when somebody says so.
  let blocked = false; // Whether nothing goes out before a line that is held was looked at.
  let sending = false;
  let missed = false; // Whether a part was left as it was, since somebody was in it.
  let rest = null; // All tables that were out, once one was typed that is not beside the box.
  let renewing = 0; // 1 while the page is renewed, 2 if it has to be again.
  let answers = 0; // How many slips were answered.
  let heard = 0; // The last entry that there was news of.
  let reported = ""; // The same of what players report by phone.

  const box = () => document.querySelector("#line");
  const main = () => document.querySelector("[data-entry]");
  // The steps beside every page renew themselves, which makes nothing else on the page newer.
  const live = () => document.querySelector("[data-fresh]:not(.rail)");

  // On a phone many ways are swiped: the one that is marked is in sight.
  document.querySelector(".top nav :is(.ways [aria-current], .is-here)")?.scrollIntoView({ block: "nearest", inline: "center" });

  for (const one of document.querySelectorAll("[data-prints]")) {
    one.hidden = false;
    one.addEventListener("click", () => print());
  }

  // On a phone a form that opens at the lower edge is not seen: it comes into view as far as it can.
  document.addEventListener("click", (event) => {
    const opened = event.target.closest("main details[id^=do-] > summary")?.parentElement;
    if (opened) requestAnimationFrame(() => opened.open && opened.scrollIntoView({ block: "nearest" }));
  });

  // All players that are shown are chosen at once, and how many are chosen is said.
  const all = document.querySelector("[data-every]");
  const ticks = [...document.querySelectorAll("[form=several][name=who]")];
  if (all) {
    const counted = document.querySelector("[data-chosen]");
    const asked = counted?.textContent;
    const count = () => {
      const many = ticks.filter((one) => one.checked).length;
      if (counted) counted.textContent = many ? `${many} chosen:` : asked;
      all.checked = many > 0 && many === ticks.length;
    };
    all.hidden = false;
    all.addEventListener("change", () => {
      for (const one of ticks) one.checked = all.checked;
      count();
    });
    for (const one of ticks) one.addEventListener("change", count);
    count();
  }

  // Where a choice needs a reason, the form is not sent without one.
  for (const why of document.querySelectorAll(".field.why input")) {
    const needs = () => { why.required = why.form.querySelector("[data-needs-why]:checked") !== null; };
    why.form.addEventListener("change", needs);
    needs();
  }

  // A group of pages that is open closes when one looks elsewhere.
  const close = (event) => {
    for (const one of document.querySelectorAll(".group[open]")) {
      if (event.key === "Escape") one.querySelector("summary").focus();
      if (event.key === "Escape" || !one.contains(event.target)) one.open = false;
    }
  };
  document.addEventListener("click", close);
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(event));

  // A list of pages is filtered as one types, by the words that each entry has.
  const sieve = document.querySelector("[data-filters]");
  const sift = () => {
    const words = sieve.value.toLowerCase().split(/\s+/);
    for (const one of document.querySelectorAll("[data-words]")) {
      one.hidden = !words.every((word) => one.dataset.words.includes(word));
    }
    const some = (place) => place.querySelector("[data-words]:not([hidden])") !== null;
    for (const group of document.querySelectorAll("main section")) group.hidden = !some(group);
    const later = document.querySelector("#later");
    if (later && sieve.value.trim()) later.open = some(later);
    document.querySelector("[data-none]").hidden = some(document);
    const other = document.querySelector("[data-other]");
    if (other) other.search = new URLSearchParams({ find: sieve.value });
  };
  sieve?.addEventListener("input", sift);
  if (sieve) document.addEventListener("renewed", sift);

  // The menu of a row near the lower edge opens upwards, where it is seen.
  document.addEventListener("toggle", (event) => {
    const menu = event.target.matches?.(".roster .group[open]") && event.target.querySelector("ul");
    if (!menu) return;
    event.target.classList.remove("is-up");
    const [below, above] = [menu.getBoundingClientRect(), event.target.getBoundingClientRect()];
    const bar = document.querySelector("p.several")?.getBoundingClientRect();
    const edge = bar && bar.top > above.bottom ? Math.min(bar.top, innerHeight) : innerHeight;
    event.target.classList.toggle("is-up", below.bottom > edge && above.top > below.height);
  }, true);

  async function page(url, options = {}) {
    const headers = { "X-Part": "yes", ...options.headers };
    const answer = await fetch(url, { credentials: "same-origin", ...options, headers });
    if (answer.redirected && new URL(answer.url).pathname === "/sign-in") location.assign(answer.url);
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { made, ok: answer.ok, status: answer.status };
  }

  // Whether something was filled in there that a new part would take away.
  const filled = (place) => [...place.querySelectorAll("input:not([type=hidden]), textarea, select")].some((one) => {
    if (one.matches("[type=checkbox], [type=radio]")) return one.checked !== one.defaultChecked;
    if (!one.matches("select")) return one.value !== one.defaultValue;
    const chosen = Math.max(0, [...one.options].findIndex((each) => each.defaultSelected));
    return one.selectedIndex !== chosen;
  });

  // Puts the parts that may change in place of ours; the box itself stays, with what is in it.
  function put(made, without = [], kept = () => false) {
    for (const place of document.querySelectorAll("[data-fresh]")) {
      const name = place.dataset.fresh;
      const other = made.querySelector(`[data-fresh="${name}"]`);
      if (!other || without.includes(name)) continue;
      if (place.contains(document.activeElement) || kept(place)) { missed = true; continue; }
      for (const open of place.querySelectorAll("details[open][id]")) {
        const same = other.querySelector(`#${CSS.escape(open.id)}`);
        if (same) same.open = true;
      }
      place.replaceWith(document.adoptNode(other));
    }
    count(made);
    const seq = (made.querySelector("[data-seq]") || made.body).dataset.seq;
    if (seq) {
      body.dataset.seq = seq;
      for (const one of document.querySelectorAll("form[data-entry] [name=seen]")) one.value = seq;
      for (const one of live() ? document.querySelectorAll("[data-as-of]") : []) one.textContent = seq;
    }
    who();
    document.dispatchEvent(new Event("renewed"));
  }

  // What an answer offered goes once the new page offers nothing there: the rounds have gone on.
  function settle(made) {
    if (made.querySelector("[data-offers]")) return;
    for (const one of document.querySelectorAll("[data-offers]")) {
      if (!one.contains(document.activeElement)) one.remove();
    }
  }

  function hidden(made) {
    const [mine, theirs] = [main(), made.querySelector("[data-entry]")];
    if (!mine || !theirs) return;
    for (const name of ["cmd", "seen", "keeping"]) {
      mine.querySelector(`[name=${name}]`).value = theirs.querySelector(`[name=${name}]`).value;
    }
    mine.className = theirs.className;
    const label = theirs.querySelector("label[for=line]");
    if (label) mine.querySelector("label[for=line]").textContent = label.textContent;
  }

  // Of a table with two results, what is asked comes right after the box, not after its buttons.
  document.addEventListener("keydown", (event) => {
    const why = document.querySelector(".odds [name=because]");
    if (event.key !== "Tab" || event.shiftKey || event.target !== box() || !why) return;
    event.preventDefault();
    why.focus();
  });

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-entry]");
    if (!form || !box()) return;
    event.preventDefault();
    const data = new FormData(form);
    const button = event.submitter;
    if (button && button.name) data.set(button.name, button.value);
    if (data.get("keep")) { leave(form, data); return; }
    const fromBox = form === main();
    let byHand = form.matches("[data-tapped]");
    if (fromBox && button && button.hasAttribute("data-ends")) data.set("line", "");
    else if (fromBox && data.get("result") && !data.get("line").trim()) {
      const open = document.querySelector("[data-tapped] [name=line]");
      if (!open) {
        said("Enter the table number first, then choose the result.");
        box().focus();
        return;
      }
      data.set("line", open.value);
      byHand = true; // The table is closed once its result is in.
    }
    if (data.get("instead")) data.set("line", data.get("instead"));
    const line = [data.get("line").trim(), data.get("result") || ""].join(" ").trim();
    if (fromBox && !line && held.length) { back(held.shift().line); return; }
    if (blocked) {
      held.push({ line, why: "" });
      box().value = "";
      show();
      return;
    }
    waiting.push({
      text: line,
      line: data.get("line"),
      result: data.get("result") || "",
      because: data.get("because") || "",
      won: data.get("won") || "",
      games: data.get("games") || "",
      d1: data.get("d1") || "",
      d2: data.get("d2") || "",
      byHand,
    });
    if (fromBox && !(button && button.hasAttribute("data-ends"))) box().value = "";
    if (byHand) document.activeElement.blur();
    else box().focus();
    who();
    drain();
  });

  // The recorded result is kept: the question about the table disappears at once.
  function leave(form, data) {
    box().value = "";
    box().focus();
    form.closest(".odds").remove();
    document.querySelector("[data-fresh=answer]")?.replaceChildren();
    const sent = { method: "POST", body: new URLSearchParams(data) };
    page(form.action, sent).catch(() => { /* It is asked again with the next slip. */ });
  }

  // What was sent last, and is sent again after going back, has the same id, and so counts once. On a
  // page that is opened or loaded again it is meant anew.
  let isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  let isOld = false; // Whether the browser has kept the page, with an id that may have been sent.
  addEventListener("pageshow", (event) => { if (event.persisted) isBack = isOld = true; });
  function once(form, button) {
    const id = form.elements.cmd;
    if (!id) return;
    const filled = [...new FormData(form, button)].filter(([name]) => !["key", "cmd", "seen"].includes(name));
    const text = JSON.stringify([form.action, filled.map(([name, value]) => [name, value.name ?? value])]);
    const what = `${text.length} ${[...text].reduce((sum, one) => (Math.imul(sum, 31) + one.codePointAt(0)) | 0, 7)}`;
    try {
      const last = JSON.parse(sessionStorage.getItem("sent"));
      const isSent = isOld || last?.id === id.value;
      if (last?.what === what && (isBack || isSent)) id.value = last.id;
      else if (isSent) id.value += `-${Date.now()}`;
      sessionStorage.setItem("sent", JSON.stringify({ what, id: id.value }));
    } catch { /* Without a store the page cannot tell. */ }
  }

  // Any other form: where nothing can be reached it stays as it is, with what was typed.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    if (form.dataset.asking === "sent") { delete form.dataset.asking; return; }
    event.preventDefault();
    if (form.dataset.asking) return;
    form.dataset.asking = "yes";
    form.querySelector("[data-unsent]")?.remove();
    try {
      await fetch("/static/desk.js", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(8000) });
    } catch {
      delete form.dataset.asking;
      unsent(form, event.submitter);
      return;
    }
    form.dataset.asking = "sent";
    once(form, event.submitter);
    form.requestSubmit(event.submitter);
    if ("seals" in form.dataset && !form.elements.anonymous.checked) sealed(30);
  });

  // The answer to such a form is a file, so the page itself asks whether it is sealed now.
  function sealed(times) {
    if (!times || document.querySelector("[data-sealed]")) return;
    setTimeout(async () => { await renew(); sealed(times - 1); }, 1000);
  }

  function unsent(form, button) {
    const told = document.createElement("div");
    told.className = "refusal";
    told.dataset.unsent = "";
    told.setAttribute("role", "alert");
    told.textContent = "Not sent: there is no connection. What you typed stays here; press the button again.";
    const place = button?.closest(".buttons") || button;
    if (place) place.before(told);
    else form.append(told);
  }

  async function drain() {
    if (sending) return;
    sending = true;
    while (waiting.length) {
      const [next] = waiting;
      const form = main();
      const fields = new URLSearchParams();
      for (const name of ["key", "cmd", "seen", "keeping"]) {
        fields.set(name, form.querySelector(`[name=${name}]`).value);
      }
      for (const name of ["line", "result", "because", "won", "games", "d1", "d2"]) fields.set(name, next[name]);
      show();
      let answer = null;
      try {
        answer = await page(form.action, { method: "POST", body: fields });
      } catch { /* Nothing is known: it is said below. */ }
      waiting.shift();
      answers += 1;
      if (!answer || !answer.made.querySelector("[data-part]")) {
        stop(next.text);
        said("No connection: this slip may not have arrived. Press Enter again; it will be entered only once.");
        break;
      }
      const told = answer.made.querySelector("[data-fresh=answer] .said, .odds h2");
      const why = told ? told.textContent.trim() : "";
      hidden(answer.made);
      put(answer.made, next.byHand ? [] : ["table"]);
      if (next.byHand && answer.ok) document.querySelector("[data-fresh=rounds] h2")?.focus();
      const left = answer.made.querySelector("#line").value;
      if (!answer.ok) stop(left, why);
      else if (left && !box().value) box().value = left; // A table was shown: now its result.
    }
    sending = false;
    show();
    who();
    // The answer may have been made before what was heard meanwhile.
    if (heard > Number(body.dataset.seq) || (reported && reported !== body.dataset.claimed)) renew();
  }

  // A line was wrong: it comes back into the box, unless something else is being typed there. What
  // was keyed behind it waits; behind a result that was to be kept everything does.
  function stop(line, why = "") {
    const behind = waiting.splice(0).map((one) => ({ line: one.text, why: "" }));
    if (!box().value.trim() && !behind.length) {
      again(line); // What is typed next takes its place.
      return;
    }
    held.unshift({ line, why }, ...behind);
    blocked = blocked || line.startsWith("=");
  }

  // All of a line that comes back is chosen, also by a click into it: only one more click edits it.
  function again(line) {
    const until = new AbortController();
    box().value = line;
    box().select();
    box().addEventListener("input", () => until.abort(), { signal: until.signal });
    box().addEventListener("click", () => { until.abort(); box().select(); }, { signal: until.signal });
  }

  function back(line) {
    if (line.startsWith("=")) blocked = false;
    box().focus();
    again(line);
    show();
    who();
  }

  function show() {
    const place = document.querySelector("[data-waits]");
    if (!place) return;
    place.hidden = !held.length && waiting.length < 2;
    place.replaceChildren();
    if (place.hidden) return;
    place.append(held.length ? "Not entered yet: " : "Being sent: ");
    for (const one of held.length ? held : waiting.map((each) => ({ line: each.text, why: "" }))) {
      const chip = document.createElement("span");
      chip.append(small(one.line, () => { held.splice(held.indexOf(one), 1); back(one.line); }));
      if (held.length) {
        const drop = small("×", () => {
          held.splice(held.indexOf(one), 1);
          if (one.line.startsWith("=")) blocked = false;
          show();
        });
        drop.setAttribute("aria-label", `Discard ${one.line}`);
        chip.append(drop, one.why && ` ${one.why}`);
      }
      place.append(chip, " ");
    }
  }

  function small(text, pressed) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "second";
    button.textContent = text;
    button.disabled = !held.length;
    button.addEventListener("click", pressed);
    return button;
  }

  function said(text) {
    const place = document.querySelector("[data-fresh=answer]");
    const told = document.createElement("div");
    told.className = "refusal";
    told.setAttribute("role", "alert");
    told.textContent = text;
    place.replaceChildren(told);
  }

  // Who sits at the table whose number is in the box: from the list of those that are out.
  function who() {
    const place = document.querySelector("[data-who]");
    if (!place || !box()) return;
    const text = box().value.trim().toLowerCase();
    const typed = (one) => one.dataset.line.trim();
    const all = [document, rest].flatMap((one) => [...(one?.querySelectorAll("[data-line]") || [])]);
    const found = text && all.find((one) => text === typed(one) || text.startsWith(`${typed(one)} `));
    if (text && !found) more();
    const names = found ? found.querySelector("span").textContent : "";
    if (place.textContent !== names) place.textContent = names;
  }

  // Of a large round only some tables are beside the box: all of them are fetched when one is typed.
  async function more() {
    const rounds = [...document.querySelectorAll("[data-more]")].map((one) => one.dataset.more).join();
    if (!rounds || more.of === rounds) return;
    more.of = rounds;
    try {
      rest = (await page(`${location.pathname}?out=all`)).made;
      who();
    } catch { more.of = ""; }
  }

  // A table that is tapped opens below the box, and closes without a new page.
  async function tap(link) {
    try {
      const { made } = await page(link.href);
      put(made, ["answer", "odds", "keeping", "rounds"]);
      const opened = document.querySelector("#tapped");
      if (opened) opened.focus();
    } catch { location.assign(link.href); }
  }

  document.addEventListener("input", (event) => { if (event.target === box()) who(); });

  document.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-line]");
    const close = event.target.closest("[data-close]");
    if (chosen && box()) {
      event.preventDefault();
      tap(chosen);
    }
    if (close) {
      event.preventDefault();
      close.closest("[data-fresh]").replaceChildren();
      document.querySelector("[data-fresh=rounds] h2")?.focus();
    }
  });

  document.addEventListener("focusout", () => {
    if (!missed) return;
    missed = false;
    renew();
  });

  async function renew() {
    if (renewing) { renewing = 2; return; }
    renewing = 1;
    try {
      const url = box() ? location.pathname : location.href;
      const before = answers;
      if (!sending) {
        const { made, ok } = await page(url);
        if (!sending && before === answers) {
          put(made, ["answer", "odds", "keeping", "table"], filled);
          if (ok && !box()) settle(made);
        } else if (!sending) renewing = 2; // It may be older than the answer that came meanwhile.
      }
    } catch { /* The next news bring it. */ }
    const again = renewing === 2;
    renewing = 0;
    if (again) renew();
  }

  function news(event) {
    const seq = Number.parseInt(event.data, 10);
    lost(false);
    heard = seq;
    if (live()) {
      if (seq !== Number(body.dataset.seq)) renew();
    } else if (seq > Number(body.dataset.seq)) {
      const newer = document.querySelector("[data-newer]");
      if (newer) newer.hidden = false;
      if (document.querySelector(".rail")) renew(); // The steps have moved on.
      else if (Number(body.dataset.waiting)) recount(); // What waited may have been decided.
    }
  }

  // Players have reported something by phone: nothing was written, and the desk hears of it.
  function claimed(event) {
    reported = event.data;
    if (event.data === body.dataset.claimed) return;
    if (document.querySelector("[data-fresh]")) renew();
    else recount();
  }

  // Who does not decide about them, such as a judge, has no way to the list of claims.
  async function recount() {
    const has = document.querySelector("[data-waiting-here]");
    try {
      count((await page(has ? address.replace(/live$/, "claims") : location.href)).made);
    } catch { /* The next news bring it. */ }
  }

  // How many matches wait for the desk, and tables for a judge, stands beside the way to them.
  function count(made) {
    const { claimed, waiting, calls, signing } = (made.querySelector("[data-claimed]") || made.body).dataset;
    if (!claimed) return;
    body.dataset.claimed = claimed;
    body.dataset.waiting = waiting;
    for (const [place, many] of [["waiting-here", waiting], ["calling", calls], ["signing-here", signing]]) {
      const way = document.querySelector(`[data-${place}]`);
      if (way) way.textContent = many === "0" ? "" : `\u00a0(${many})`;
    }
  }

  function lost(is, out = false) {
    for (const [name, shown] of [["lost", is && !out], ["out", out]]) {
      const place = document.querySelector(`[data-${name}]`);
      if (place) place.hidden = !shown;
    }
  }

  // Without a session the server leads to the sign-in page: no waiting helps then.
  async function away() {
    const stop = new AbortController();
    const back = document.querySelector("[data-out] a");
    if (back) back.href = `/sign-in?back=${encodeURIComponent(location.pathname)}`;
    try {
      const answer = await fetch(address, { redirect: "manual", signal: stop.signal });
      stop.abort();
      lost(true, answer.type === "opaqueredirect");
    } catch { lost(true); }
  }

  function listen() {
    const source = new EventSource(address);
    source.addEventListener("open", () => lost(false));
    source.addEventListener("entry", news);
    source.addEventListener("away", () => lost(true));
    source.addEventListener("claims", claimed);
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) { lost(true); return; }
      away();
      setTimeout(listen, 3000);
    });
    addEventListener("pagehide", () => source.close());
  }

  if (address && window.EventSource) listen();
  who();
})();
