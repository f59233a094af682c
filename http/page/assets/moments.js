// The slider of a time machine. It sets the form's moment, asks the same page for it, and replaces
// all blocks but its own.
const box = document.querySelector(".moments");
const form = box.querySelector("form");
const first = Number(box.dataset.first), last = Number(box.dataset.last);
const steps = 1000;
let asked = new AbortController();
let timer = 0;

// The fields have the time of the business.
const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: box.dataset.zone, dateStyle: "short", timeStyle: "medium" });
const local = (seconds) => clock.format(seconds * 1000).replace(" ", "T");
const asUTC = (text) => Date.parse(text + "Z") / 1000;
const seconds = (text) => {
  if (!text) return last;
  const about = asUTC(text);
  return about - (asUTC(local(about)) - Math.floor(about));
};

const label = document.createElement("label");
label.textContent = box.dataset.slider;
const range = document.createElement("input");
range.type = "range";
range.min = 0;
range.max = steps;
range.value = Math.round(((seconds(form.at.value) - first) / Math.max(1, last - first)) * steps);
const said = document.createElement("output");
said.className = "quiet";
label.append(range);
box.prepend(label, said);
tell();

function tell() {
  const text = form.at.value.replace("T", " ").slice(0, 19);
  said.textContent = text && text + " " + box.dataset.zoneName;
  range.setAttribute("aria-valuetext", said.textContent || range.value);
}

function address() {
  const url = new URL(location.href);
  url.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  return url;
}

async function show() {
  asked.abort();
  asked = new AbortController();
  const url = address();
  const answer = await fetch(url, { signal: asked.signal });
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = fresh.querySelectorAll("main > .block");
  const main = document.querySelector("main");
  const own = box.closest(".block");
  main.querySelectorAll(":scope > .block").forEach((b) => b === own || b.remove());
  let before = true;
  next.forEach((b) => {
    if (b.querySelector(".moments")) before = false;
    else if (before) own.before(b);
    else main.append(b);
  });
  history.replaceState(null, "", url);
}

range.addEventListener("input", () => {
  const now = Number(range.value) === steps;
  form.at.value = now ? "" : local(Math.round(first + ((last - first) * range.value) / steps));
  tell();
  clearTimeout(timer);
  timer = setTimeout(() => show().catch((e) => e.name === "AbortError" || (said.textContent = box.dataset.lost)), 150);
});
