// Keys for people who work fast: / goes to the search, ? opens the help, the arrows go from row to row of a list, and
// Enter, as everywhere, opens what has the focus. No key does anything while a person types, together with Ctrl, Alt or
// Meta, or in a dialog. A person can switch them off in the help, as voice control types letters by itself.
const help = document.getElementById("keys");
const open = document.querySelector("[data-keys]");
const works = help.querySelector("input");
const switchedOff = "keys-off";

open.hidden = false;
open.addEventListener("click", () => help.showModal());
help.querySelector("[data-close]").addEventListener("click", () => help.close());
try {
  works.checked = localStorage.getItem(switchedOff) === null;
} catch {} // without storage the choice holds for the page
works.addEventListener("change", () => {
  try {
    if (works.checked) localStorage.removeItem(switchedOff);
    else localStorage.setItem(switchedOff, "true");
  } catch {}
});

// The box in the head of a list chooses all rows. Without scripts there is none.
document.documentElement.classList.add("scripted");
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-all]")) return;
  for (const box of target.closest("table").querySelectorAll("tbody input[name=chosen]")) box.checked = target.checked;
});

const isField = (e) => e.isContentEditable || e.matches("select, textarea, input:not([type=checkbox]), summary, [role=textbox]");
const rowLinks = (list) => [...list.querySelectorAll("tbody tr")].map((row) => row.querySelector(".card-what a") ?? row.querySelector("a")).filter(Boolean);

// move gives the focus to the link of another row: of the list that has the focus, or else of the page's own list, or else of its first.
function move(key, focused) {
  const list = focused.closest("table.rows, .scroll") ?? (focused === document.body || focused.matches(".notice") ? document.querySelector("[data-rows]") ?? document.querySelector("main .list") : null);
  const links = list ? rowLinks(list) : [];
  if (links.length === 0) return false;
  const row = focused.closest("tbody tr");
  const at = row ? links.findIndex((link) => row.contains(link)) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: links.length - 1 }[key];
  if ((key === "Home" || key === "End") && at < 0) return false;
  links[Math.min(Math.max(to, 0), links.length - 1)].focus();
  return true;
}

function press(event, focused) {
  switch (event.key) {
    case "/": {
      const search = document.getElementById("q");
      search?.focus();
      search?.select();
      return search !== null;
    }
    case "?":
      help.showModal();
      return true;
    case "ArrowDown":
    case "ArrowUp":
    case "Home":
    case "End":
      return !event.shiftKey && move(event.key, focused);
  }
  return false;
}

document.addEventListener("keydown", (event) => {
  const focused = document.activeElement ?? document.body;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!works.checked || document.querySelector("dialog[open]") || isField(focused)) return;
  if (press(event, focused)) event.preventDefault();
});
