// The fields for amounts. Digits are grouped while they are typed; a person who types a separator is left alone. The
// gateway says how it reads the amount, so there is only one place that knows.
const digitsOf = (text) => text.replace(/\./g, "");
const group = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ".");

for (const field of document.querySelectorAll("input[data-money]")) {
  if (field.dataset.ready) continue;
  field.dataset.ready = "yes";
  const said = field.parentElement.querySelector("output");
  let own = /\D/.test(digitsOf(field.value));
  let timer = 0;
  let asked = new AbortController();

  field.addEventListener("input", (event) => {
    if (field.value === "") own = false;
    else if (event.data && /[.,]/.test(event.data)) own = true;
    if (!own) regroup();
    clearTimeout(timer);
    timer = setTimeout(say, 150);
  });

  function regroup() {
    const digits = digitsOf(field.value);
    if (!/^[1-9]\d*$/.test(digits)) return;
    const after = digitsOf(field.value.slice(field.selectionEnd)).length;
    field.value = group(digits);
    let place = field.value.length;
    for (let left = after; left > 0; place--) if (field.value[place - 1] !== ".") left--;
    field.setSelectionRange(place, place);
  }

  async function say() {
    asked.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(field.dataset.money + encodeURIComponent(field.value), { signal: asked.signal });
      if (answer.ok || answer.status === 422) {
        said.textContent = await answer.text();
        said.classList.toggle("says-wrong", !answer.ok);
      }
    } catch {
      said.textContent = "";
    }
  }
}
