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

  const wait = (time, mine) => new Promise((done) => setTimeout(() => done(mine === run), time));

  async function roll(slide, mine) {
    const main = document.querySelector("main");
    main.scrollTop = 0;
    if (!(await wait(calm.matches ? PAGE : 4000, mine))) return;
    const most = () => main.scrollHeight - main.clientHeight;
    if (calm.matches) {
      while (main.scrollTop < most() - 2) {
        main.scrollTop += main.clientHeight * 0.9;
        if (!(await wait(PAGE, mine))) return;
      }
      return;
    }
    let before = performance.now();
    let place = 0;
    while (place < most()) {
      const now = await new Promise(requestAnimationFrame);
      if (mine !== run) return;
      place += (Math.max(0, now - before) / 1000) * SPEED;
      before = now;
      main.scrollTop = place;
    }
    await wait(4000, mine);
  }

  async function play() {
    const mine = ++run;
    document.body.classList.add("rolling");
    while (mine === run) {
      const slides = [...document.querySelectorAll("[data-slide]")];
      if (!slides.length) return;
      at %= slides.length;
      slides.forEach((slide, n) => { slide.hidden = n !== at; });
      const main = document.querySelector("main");
      if (main.scrollHeight > main.clientHeight + 4) await roll(slides[at], mine);
      else if (!(await wait(STAY, mine))) return;
      if (mine === run) at += 1;
    }
  }

  document.addEventListener("renewed", () => { play(); });
  play();
})();
