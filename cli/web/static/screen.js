// Shows a projector one slide after the other; a list that is longer than the screen rolls through,
// or is turned page by page where somebody prefers no motion. Without this script all slides stand
// below each other.
"use strict";
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const SPEED = 55; // Points in a second: slow enough to read.
  const STAY = 9000; // A slide that fits stays so many milliseconds.
  const PAGE = 8000;
  let run = 0;
  let at = 0;
  let place = 0;
  let known = "";

  const main = () => document.querySelector("main");
  const slides = () => [...document.querySelectorAll("[data-slide]")];
  const most = () => main().scrollHeight - main().clientHeight;
  const wait = (time, mine) => new Promise((done) => setTimeout(() => done(mine === run), time));
  const titles = () => slides().map((slide) => slide.querySelector("h2, p").textContent).join("|");

  function move(to) {
    place = to;
    main().scrollTop = to;
  }

  function show() {
    slides().forEach((slide, n) => { slide.hidden = n !== at; });
    main().scrollTop = place;
  }

  async function roll(mine) {
    if (!(await wait(calm.matches ? PAGE : 4000, mine))) return;
    if (calm.matches) {
      while (place < most() - 2) {
        move(Math.min(most(), place + main().clientHeight * 0.9));
        if (!(await wait(PAGE, mine))) return;
      }
      return;
    }
    let before = performance.now();
    while (place < most()) {
      const now = await new Promise(requestAnimationFrame);
      if (mine !== run) return;
      move(place + (Math.max(0, now - before) / 1000) * SPEED);
      before = now;
    }
    await wait(4000, mine);
  }

  async function play() {
    const mine = ++run;
    known = titles();
    at = 0;
    document.body.classList.add("rolling");
    while (mine === run && slides().length) {
      at %= slides().length;
      place = 0;
      show();
      if (most() > 4) await roll(mine);
      else if (!(await wait(STAY, mine))) return;
      if (mine === run) at += 1;
    }
  }

  // What came in meanwhile is put in where we are; other lists begin anew.
  document.addEventListener("renewed", () => {
    if (titles() === known) show();
    else play();
  });
  play();
})();
