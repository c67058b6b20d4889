// The desk: slips go in without a reload, and what others enter appears; nothing typed is lost.
"use strict";
const address = document.body.dataset.desk;

async function page(url, options) {
  const answer = await fetch(url, { credentials: "same-origin", ...options });
  if (answer.redirected && new URL(answer.url).pathname === "/sign-in") location.assign(answer.url);
  const text = await answer.text();
  return new DOMParser().parseFromString(text, "text/html");
}

function put(made) {
  const main = made.querySelector("main");
  if (!main) return;
  document.querySelector("main").replaceWith(document.adoptNode(main));
  const seq = made.body.dataset.seq;
  if (seq) document.body.dataset.seq = seq;
  const shown = document.querySelector("[data-as-of]");
  if (shown && seq) shown.textContent = seq;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-entry]");
  if (!form) return;
  event.preventDefault();
  const box = form.querySelector("#line");
  const sent = new URLSearchParams(new FormData(form));
  box.readOnly = true;
  try {
    put(await page(form.action, { method: "POST", body: sent }));
    const next = document.querySelector("#line");
    if (next) { next.focus(); next.setSelectionRange(next.value.length, next.value.length); }
  } catch {
    box.readOnly = false;
    said(form, "No connection: nothing is known of this slip. Press Enter again; it is entered once.");
  }
});

function said(form, text) {
  let place = form.querySelector("[data-lost]");
  if (!place) {
    place = document.createElement("p");
    place.dataset.lost = "";
    place.className = "refusal";
    place.setAttribute("role", "alert");
    form.append(place);
  }
  place.textContent = text;
}

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-line]");
  const box = document.querySelector("#line");
  if (!chosen || !box) return;
  event.preventDefault();
  box.value = chosen.dataset.line;
  box.focus();
});

async function renew() {
  const places = document.querySelectorAll("[data-fresh]");
  if (!places.length) return;
  const made = await page(location.href);
  for (const place of places) {
    const other = made.querySelector(`[data-fresh="${place.dataset.fresh}"]`);
    if (other && !place.contains(document.activeElement)) place.replaceWith(document.adoptNode(other));
  }
}

if (address) {
  const news = new EventSource(address);
  news.addEventListener("entry", () => renew().catch(() => {}));
}
