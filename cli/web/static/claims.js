// What players report by phone: the desk decides the first match in the list with one key.
"use strict";
{
  const keys = document.querySelector("[data-keys-said]");
  if (keys) keys.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, textarea, select")) return;
    const button = document.querySelector(`[data-keys] [data-key="${CSS.escape(event.key)}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}
