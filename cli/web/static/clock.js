// Lets the clocks count: by the server's time, and by the steady clock of the browser, so that
// neither a wrong clock nor a changed one matters. Without this script a clock says until when.
"use strict";
(() => {
  let base = null; // What the server's time was at the beginning of our steady clock.
  let asking = false;

  async function set() {
    if (asking) return;
    asking = true;
    try {
      let best = Infinity;
      for (let n = 0; n < 3; n += 1) {
        const sent = performance.now();
        const answer = await fetch("/now", { cache: "no-store" });
        const time = Number(await answer.text());
        const back = performance.now();
        if (answer.ok && time && back - sent < best) {
          best = back - sent;
          base = time - (sent + back) / 2;
        }
      }
    } catch { /* It goes on by what it knew. */ }
    asking = false;
    show();
  }

  // What each clock said last, also where a newer page has put another in its place.
  const before = new Map();
  const SOON = 300000;

  const two = (number) => String(number).padStart(2, "0");

  function show() {
    if (base === null) return;
    const now = base + performance.now();
    for (const said of document.querySelectorAll("[data-now]")) {
      said.textContent = new Date(now).toTimeString().slice(0, 5);
      said.hidden = false;
    }
    for (const said of document.querySelectorAll("[data-before]")) said.hidden = now >= Number(said.dataset.before);
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const begins = Number(clock.dataset.begins);
      const ends = Number(clock.dataset.ends);
      const rest = ends - now;
      const when = now < begins ? "before" : rest <= 0 ? "over" : rest <= SOON ? "soon" : "running";
      const span = when === "before" ? begins - now : Math.abs(ends - now);
      const seconds = when === "over" ? Math.floor(span / 1000) : Math.ceil(span / 1000);
      const left = clock.querySelector("[data-left]");
      const text = `${when === "over" ? "+" : ""}${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
      if (left.textContent !== text) left.textContent = text;
      left.hidden = false;
      for (const said of clock.querySelectorAll("[data-when]")) {
        const shown = said.dataset.when === when;
        if (said.hidden === shown) said.hidden = !shown;
      }
      clock.dataset.state = when;
      if (when === "soon" && before.get(begins) === "running") document.dispatchEvent(new CustomEvent("soon"));
      before.set(begins, when);
    }
  }

  function tick() {
    show();
    const now = base === null ? Date.now() : base + performance.now();
    setTimeout(tick, 1000 - (now % 1000) + 5);
  }

  addEventListener("visibilitychange", () => { if (!document.hidden) set(); });
  addEventListener("online", set);
  document.addEventListener("renewed", show);
  setInterval(set, 240000);
  set();
  tick();
})();
