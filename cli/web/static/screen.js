// Shows a projector one page after the other: all of them within half a minute where that can be
// read, each for four to nine seconds. Without this script all pages stand below each other.
"use strict";
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const CYCLE = 30000;
  const LEAST = 4000;
  const MOST = 9000;
  let at = 0;
  let moving = null;

  const slides = () => [...document.querySelectorAll("[data-slide]")];
  const stay = () => Math.max(LEAST, Math.min(MOST, CYCLE / slides().length));
  const title = (slide) => slide.querySelector("h2, p").textContent;

  // A name is as large as its line lets it be, and the champions as their page: that is measured.
  const SMALLER = ["n2", "n3"];
  const spills = (one) =>
    one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
  function fit(all) {
    all.forEach((one) => one.classList.remove(...SMALLER));
    SMALLER.forEach((size) => all.filter(spills).forEach((one) => {
      one.classList.remove(...SMALLER);
      one.classList.add(size);
    }));
  }

  function show() {
    const all = slides();
    at %= all.length || 1;
    all.forEach((slide, n) => { slide.hidden = n !== at; });
    fit(all.filter((slide) => !slide.hidden).flatMap((slide) =>
      slide.matches(".winners") ? [slide] : [...slide.querySelectorAll(".nm")]));
  }

  // How much longer this page stays is seen at the foot of the bar.
  function turn() {
    show();
    const bar = document.querySelector("[data-sweep]");
    if (moving) moving.cancel();
    moving = bar && !calm.matches && slides().length > 1
      ? bar.animate([{ transform: "scaleX(0)" }, { transform: "none" }], stay())
      : null;
    setTimeout(() => { at += 1; turn(); }, stay());
  }

  // What came in meanwhile is put in where we are; other lists begin anew.
  let known = "";
  document.addEventListener("renewed", () => {
    const now = slides().map(title).join("|");
    if (now !== known) at = 0;
    known = now;
    show();
  });
  known = slides().map(title).join("|");
  document.body.classList.add("rolling");
  document.fonts.ready.then(show);
  addEventListener("resize", show);
  turn();
})();
