// Follows the log: asks the page for the events after the last one (`since`), waiting for the next,
// and puts their rows on top. Paused, a step asks for one event.
const box = document.querySelector("[data-module='log.js']");
const list = () => document.querySelector("main .list");
const kept = 200;
let mark = list().dataset.mark;
let paused = new URLSearchParams(location.search).has("after");
let asked = new AbortController();
let turn = 0;

const bar = document.createElement("p");
bar.className = "links";
const said = document.createElement("span");
said.className = "quiet";
said.setAttribute("role", "status");
const toggle = button(() => (paused ? follow() : pause()));
const step = button(() => ask({ limit: 1, wait: 0 }).catch(lost));
step.textContent = box.dataset.step;
bar.append(toggle, step, said);
box.append(bar);
paused ? pause() : follow();

function button(act) {
  const b = document.createElement("button");
  b.type = "button";
  b.addEventListener("click", act);
  return b;
}

function pause() {
  paused = true;
  turn++;
  asked.abort();
  toggle.textContent = box.dataset.follow;
  said.textContent = box.dataset.paused;
  step.disabled = false;
}

function lost(error) {
  if (error.name !== "AbortError") said.textContent = box.dataset.lost;
}

async function ask(query) {
  asked = new AbortController();
  const url = new URL(location.href);
  url.searchParams.delete("after");
  for (const [name, value] of Object.entries({ since: mark, ...query })) url.searchParams.set(name, value);
  const answer = await fetch(url, { signal: asked.signal });
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main .list");
  mark = fresh.dataset.mark || mark;
  add(fresh);
}

function add(fresh) {
  const rows = [...fresh.querySelectorAll("tbody tr")].reverse();
  if (rows.length === 0) return;
  rows.forEach((row) => row.classList.add("fresh"));
  const body = list().querySelector("tbody");
  if (!body) {
    list().querySelector(".empty").replaceWith(fresh.querySelector(".scroll"));
    return;
  }
  body.prepend(...rows);
  [...body.rows].slice(kept).forEach((row) => row.remove());
}

async function follow() {
  paused = false;
  toggle.textContent = box.dataset.pause;
  said.textContent = box.dataset.following;
  step.disabled = true;
  const own = ++turn;
  while (own === turn) {
    try {
      await ask({ wait: 20 });
      said.textContent = box.dataset.following;
    } catch (error) {
      if (own !== turn) return;
      lost(error);
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  }
}
