// Keeps a page up to date. The stream only says that something changed; the page then asks for
// itself again, and each block that differs is replaced. A block in which a person is typing, or
// has opened something, is left as it is.
const script = document.querySelector("script[data-stream]");
const mark = document.getElementById("live-mark");
let pending = false;
let followed = 0;

function show(on, text = on ? mark.dataset.live : mark.dataset.lost) {
  mark.hidden = false;
  mark.classList.toggle("on", on);
  mark.textContent = text;
}

function isBusy(block) {
  if (block.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return true;
  if (block.querySelector("details[open], .module")) return true;
  if ([...block.querySelectorAll("select")].some((s) => s.selectedIndex !== Math.max([...s.options].findIndex((o) => o.defaultSelected), 0))) return true;
  return [...block.querySelectorAll("input:not([type=hidden]), textarea")].some((f) => f.value !== f.defaultValue || f.checked !== f.defaultChecked);
}

// The hidden keys of forms differ each time, and are no change.
const comparable = (block) => block.innerHTML.replace(/name="idempotency_key" value="[^"]*"/g, "");

async function follow() {
  pending = false;
  followed = Date.now();
  await refresh();
  mark.dataset.followed = Number(mark.dataset.followed ?? 0) + 1;
}

// A person who goes through a list by the keyboard stays at the same link.
function replace(block, fresh) {
  const held = block.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  block.replaceWith(fresh);
  if (held !== null) fresh.querySelector(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = document.querySelectorAll("main > .block");
  const next = fresh.querySelectorAll("main > .block");
  if (now.length !== next.length) {
    if (![...now].some(isBusy)) {
      now.forEach((b) => b.remove());
      document.querySelector("main").append(...next);
    }
    return;
  }
  now.forEach((block, i) => {
    if (comparable(block) !== comparable(next[i]) && !isBusy(block)) replace(block, next[i]);
  });
}

function changed() {
  if (pending) return;
  pending = true;
  // A busy gateway changes all the time: a page asks for itself every two seconds at most.
  setTimeout(() => follow().catch(() => show(false)), Math.max(400, followed + 2000 - Date.now()));
}

// The browser connects again by itself after a connection that was lost, but not after an answer that
// is no stream: there the session has ended, or something before the gateway is in trouble.
async function closed() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (answer?.redirected) show(false, mark.dataset.ended);
  else setTimeout(connect, 5000);
}

let lost = false;
function connect() {
  const source = new EventSource(script.dataset.stream);
  source.addEventListener("open", () => {
    show(true);
    if (lost) changed(); // what happened meanwhile is not in the stream
    lost = false;
  });
  source.addEventListener("error", () => {
    lost = true;
    show(false);
    if (source.readyState === EventSource.CLOSED) closed();
  });
  source.addEventListener("change", changed);
}
connect();

// What goes on without events, such as an audit run, is asked for every two seconds.
function again() {
  if (document.querySelector("[data-again]")) setTimeout(() => follow().catch(() => show(false)).finally(again), 2000);
}
again();
