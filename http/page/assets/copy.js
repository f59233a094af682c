// The button beside a secret. Without this script there is no button, and one click on the text selects all of it.
for (const button of document.querySelectorAll("button[data-copy][hidden]")) {
  const text = button.closest("section").querySelector("pre code");
  const said = button.parentElement.querySelector("output");
  button.hidden = false;
  button.addEventListener("click", async () => {
    let copied = false;
    try {
      await navigator.clipboard.writeText(text.textContent); // only over https and on the own machine
      copied = true;
    } catch {
      getSelection().selectAllChildren(text);
      copied = document.execCommand("copy");
    }
    said.textContent = "";
    setTimeout(() => (said.textContent = copied ? said.dataset.copied : said.dataset.failed), 50); // said again each time
  });
}
