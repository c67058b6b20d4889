// What players report by phone: the desk decides the first match in the list with one key. Where
// another match has come first by itself, the next key only says that it was seen.
"use strict";
{
  const first = () => document.querySelector("[data-keys]");
  const named = () => (first() ? first().getAttribute("aria-labelledby") : "");
  let before = named();
  let resting = false;

  function show() {
    for (const [name, shown] of [["said", !resting], ["rest", resting]]) {
      const place = document.querySelector(`[data-keys-${name}]`);
      if (place) place.hidden = !shown;
    }
  }

  document.addEventListener("renewed", () => {
    if (named() !== before) resting = Boolean(named() && before);
    before = named();
    show();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, textarea, select")) return;
    const button = document.querySelector(`[data-keys] [data-key="${CSS.escape(event.key)}"]`);
    if (!button) return;
    event.preventDefault();
    if (resting) {
      resting = false;
      show();
    } else {
      button.click();
    }
  });
  show();
}
