// One's own page: calls its player when there is a new table and in the last five minutes, and keeps
// what it shows where there is no network. Without this script the page shows the table all the same, and asks how it ended.
"use strict";
{
  const seat = () => document.querySelector("[data-seat]")?.dataset.seat || "";
  // The address of a tab says whose it is: another card may be scanned in another one.
  const own = new URL(document.body.dataset.live, location.href).searchParams.get("as");
  const here = new URL(location.href);
  if (own && !here.searchParams.has("as")) {
    here.searchParams.set("as", own);
    history.replaceState(history.state, "", here);
  }
  // What answers a form is scrolled to once, and not again with every reload.
  addEventListener("load", () => {
    if (["#deck", "#shows"].includes(location.hash)) {
      history.replaceState(history.state, "", location.pathname + location.search);
    }
  });

  let before = seat();
  let sound = null;

  // A browser lets a page sound only after somebody has touched it.
  addEventListener("pointerdown", () => {
    if (!sound && window.AudioContext) sound = new AudioContext();
  }, { once: true });

  function call(tones = [[0, 660], [0.25, 880]]) {
    if (navigator.vibrate) navigator.vibrate([300, 150, 300]);
    if (document.hidden) document.title = `● ${document.title}`;
    if (!sound) return;
    for (const [at, high] of tones) {
      const tone = sound.createOscillator();
      const loud = sound.createGain();
      loud.gain.value = 0.2;
      tone.frequency.value = high;
      tone.connect(loud).connect(sound.destination);
      tone.start(sound.currentTime + at);
      tone.stop(sound.currentTime + at + 0.2);
    }
  }

  // The new table in one line above what is in view, for some seconds, where the page does not show
  // it. It stands outside <main>, which is replaced: what is read out has to be there before its text.
  const SHOWN = 10000;
  const banner = document.createElement("div");
  let gone = 0;
  banner.className = "calling";
  banner.setAttribute("role", "status");
  banner.setAttribute("aria-live", "polite");
  document.body.append(banner);
  banner.addEventListener("click", () => setTimeout(() => banner.replaceChildren()));
  addEventListener("scroll", () => { if (inView()) banner.replaceChildren(); }, { passive: true });

  function inView() {
    const at = document.querySelector(".place")?.getBoundingClientRect();
    return Boolean(at && !document.hidden && at.top >= 0 && at.bottom <= innerHeight);
  }

  function announce() {
    if (inView()) return;
    const way = document.createElement("a");
    way.className = "button";
    way.href = "#now";
    way.textContent = document.querySelector("[data-called]").dataset.called;
    banner.replaceChildren(way);
    leave();
  }

  function leave() {
    clearTimeout(gone);
    gone = setTimeout(() => { if (!document.hidden) banner.replaceChildren(); }, SHOWN);
  }

  document.addEventListener("renewed", () => {
    const now = seat();
    if (now && now !== before) { call(); announce(); }
    if (!now) banner.replaceChildren();
    before = now;
  });

  // Five minutes before the end of a match that is still open, once, and deeper than for a new table.
  let warned = "";
  document.addEventListener("soon", () => {
    if (!seat() || warned === seat()) return;
    warned = seat();
    call([[0, 440], [0.25, 440]]);
  });

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    document.title = document.title.replace("● ", "");
    leave();
  });

  // A tap that cannot reach the server would leave an error in the place of the page: ask first.
  async function reaches() {
    try {
      const answer = await fetch("/now", { cache: "no-store", signal: AbortSignal.timeout(5000) });
      return answer.ok;
    } catch {
      dispatchEvent(new Event("offline"));
      return false;
    }
  }

  // It is said below what was tapped, and the next tap that arrives takes it away.
  function unsent(at) {
    const row = at.closest("li, p, form") || at;
    const said = document.createElement(row.matches("li") ? "li" : "p");
    said.className = "refusal unsent";
    said.setAttribute("role", "alert");
    said.textContent = at.matches("a") ? document.body.dataset.unopened : document.body.dataset.mine;
    if (at.closest("header")) document.querySelector("[data-lost]")?.scrollIntoView({ block: "nearest" });
    else row.after(said);
    said.scrollIntoView({ block: "nearest" });
  }

  // What was opened is above the ways at the thumb.
  document.addEventListener("toggle", (event) => {
    if (event.target.open) event.target.scrollIntoView({ block: "nearest" });
  }, true);

  let asked = null;
  document.addEventListener("click", async (event) => {
    const at = event.target.closest("a[href], button");
    if (!at || event.ctrlKey || event.metaKey || at === asked) return;
    if (at.target || (at.form === null && at.matches("button"))) return;
    if (at.hash && at.pathname === location.pathname && at.search === location.search) return;
    event.preventDefault();
    const goes = await reaches();
    document.querySelector(".unsent")?.remove();
    if (!goes) { unsent(at); return; }
    asked = at;
    at.click();
    asked = null;
  });
}
