// Keeps a page up to date: listens for a newer version, then fetches the same address again and
// puts its <main> in place of ours. Without this script the page stays as it is, and is whole.
"use strict";
(() => {
  // Most pages have no clock: its script comes with the first one.
  function clocks() {
    if (!document.querySelector("[data-clock], [data-before]") || document.querySelector("[src$='/clock.js']")) return;
    const script = document.createElement("script");
    script.src = "/static/clock.js";
    document.head.append(script);
  }
  document.addEventListener("renewed", clocks);
  clocks();

  const body = document.body;
  const address = body.dataset.live;
  if (!address || !window.EventSource || !window.fetch) return;
  let version = body.dataset.version;
  let wanted = version;
  let timer = 0;
  let source = null;
  let pause = 0;
  let losing = 0;
  let away = false;
  const keeps = "mine" in body.dataset; // One's own page calls its player, looked at or not.
  const me = new URL(address, location.href).searchParams.get("as");
  let spread = 0;

  const show = (name, shown) => {
    const found = document.querySelector(`[data-${name}]`);
    if (found) found.hidden = !shown;
  };

  // What is shown is from then: the clock of the phone is all there is without a connection.
  function lost() {
    const since = document.querySelector("[data-since]");
    const time = { hour: "2-digit", minute: "2-digit" };
    if (since && !since.textContent) since.textContent = new Date().toLocaleTimeString([], time);
    show("lost", true);
  }

  function found() {
    const since = document.querySelector("[data-since]");
    if (since) since.textContent = "";
    document.querySelector(".unsent")?.remove();
    show("lost", false);
  }

  const busy = () => {
    const at = document.activeElement;
    return at && at.closest("main") && at.matches("input, select, textarea");
  };

  // What was filled in and not sent yet goes along, with the id of its form: that counts once.
  const filled = (one) => {
    if (one.matches("[type=checkbox], [type=radio]")) return one.checked !== one.defaultChecked;
    if (!one.matches("select")) return one.value !== one.defaultValue;
    const chosen = Math.max(0, [...one.options].findIndex((each) => each.defaultSelected));
    return one.selectedIndex !== chosen;
  };

  function carry(old, main) {
    for (const one of old.querySelectorAll("input[id]:not([type=hidden]), textarea[id], select[id]")) {
      const same = main.querySelector(`#${CSS.escape(one.id)}`);
      if (!same || !filled(one)) continue;
      if (one.matches("[type=checkbox], [type=radio]")) same.checked = one.checked;
      else same.value = one.value;
      const [sent, again] = [one.form?.elements.once, same.form?.elements.once];
      if (sent && again) again.value = sent.value;
    }
  }

  async function renew() {
    timer = 0;
    if (wanted === version) return;
    if (busy()) { plan(2000); return; }
    try {
      const here = new URL(location.href);
      if (me) here.searchParams.set("as", me); // Another tab may have turned the phone to another player.
      const answer = await fetch(here, { headers: { Accept: "text/html", "X-Live": "yes" } });
      if (!answer.ok) { plan(5000); return; }
      if (me && answer.redirected) { location.replace(answer.url); return; } // Signed out in another tab.
      const text = await answer.text();
      const fresh = new DOMParser().parseFromString(text, "text/html");
      const main = fresh.querySelector("main");
      if (!main) return;
      version = fresh.body.dataset.version || wanted;
      const old = document.querySelector("main");
      const focused = document.activeElement && document.activeElement.id;
      for (const open of old.querySelectorAll("details[open][id]")) {
        const same = main.querySelector(`#${CSS.escape(open.id)}`);
        if (same) same.open = true;
      }
      carry(old, main);
      for (const name of ["header", "footer"]) {
        const mine = document.querySelector(`body > ${name}`);
        const theirs = fresh.querySelector(`body > ${name}`);
        if (mine && theirs) mine.replaceWith(document.importNode(theirs, true));
      }
      old.replaceWith(document.adoptNode(main));
      document.title = fresh.title;
      document.documentElement.dataset.accent = fresh.documentElement.dataset.accent || "";
      body.dataset.version = version;
      const again = focused && document.getElementById(focused);
      if (again) again.focus({ preventScroll: true });
      show("news", true);
      setTimeout(() => show("news", false), 6000);
      document.dispatchEvent(new CustomEvent("renewed"));
      if (wanted !== version) plan(1000);
    } catch {
      plan(3000);
    }
  }

  // Two thousand phones do not ask in the same moment: the server says over how long to spread.
  function plan(least) {
    if (!timer) timer = setTimeout(renew, least + Math.random() * spread);
  }

  // A browser has few connections to one server. A page that nobody looks at gives its own back; of
  // own pages that nobody looks at, the last three keep theirs.
  const others = keeps && window.BroadcastChannel ? new BroadcastChannel("own pages") : null;
  let newer = 0;
  const rests = () => document.hidden && (!keeps || newer > 2);
  if (others) others.onmessage = () => { newer += 1; if (rests()) leave(); };

  function listen() {
    if (source || rests()) return;
    source = new EventSource(address);
    source.addEventListener("open", () => {
      pause = 0;
      clearTimeout(losing);
      losing = 0;
      found();
    });
    source.addEventListener("away", () => { away = true; lost(); }); // There is nothing to fetch.
    source.addEventListener("entry", (event) => {
      if (away) found();
      away = false;
      const [told, over] = event.data.split(" ");
      wanted = told;
      spread = Math.min(15000, Number(over) || 0);
      if (wanted !== version) plan(0);
    });
    source.addEventListener("out", out);
    source.addEventListener("error", () => {
      if (!losing) losing = setTimeout(lost, 1500);
      if (!source || source.readyState !== EventSource.CLOSED) return; // It comes back by itself.
      leave();
      if (keeps && me) stillIn();
      pause = Math.min(30000, (pause || 1000) * 2);
      setTimeout(listen, pause + Math.random() * pause);
    });
  }

  // A phone that was signed out has not lost the connection: it shows what it may, once the tab in
  // which that was done has its answer, which says whom the phone still keeps.
  function out() {
    leave();
    setTimeout(() => { if (busy()) out(); else location.reload(); }, 1500);
  }

  // The same where that was not heard: the server leads elsewhere, and does not wait.
  async function stillIn() {
    const stop = new AbortController();
    try {
      const answer = await fetch(address, { redirect: "manual", signal: stop.signal });
      stop.abort();
      if (answer.type === "opaqueredirect" && !busy()) location.reload();
    } catch { /* There is no connection: it is tried again. */ }
  }

  function leave() {
    if (source) source.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => {
    newer = 0;
    if (document.hidden && others) others.postMessage("");
    if (rests()) leave();
    else listen();
  });
  // What a phone says of its own network comes sooner than a connection that fails.
  addEventListener("offline", () => { leave(); lost(); setTimeout(listen, 3000); });
  addEventListener("online", listen);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  listen();
})();
