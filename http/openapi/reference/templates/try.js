// Sends the requests of "Try it here". The pages work without it.
for (const box of document.querySelectorAll("details.try")) {
  box.hidden = false;
  const credential = box.querySelector(".credential");
  const kept = credential && "credential " + credential.dataset.header;
  if (credential) credential.value = sessionStorage.getItem(kept) || "";
  box.querySelector("button").addEventListener("click", async () => {
    let path = box.dataset.path;
    const query = new URLSearchParams(), headers = {};
    for (const input of box.querySelectorAll("[data-in]")) {
      const { in: place, name } = input.dataset;
      if (place === "path") path = path.replace("{" + name + "}", encodeURIComponent(input.value));
      else if (input.value && place === "query") query.set(name, input.value);
      else if (input.value) headers[name] = input.value;
    }
    if (credential && credential.value) {
      const value = credential.value.trim();
      sessionStorage.setItem(kept, value);
      headers[credential.dataset.header] = credential.dataset.header === "Authorization" ? "Bearer " + value : value;
    }
    const body = box.querySelector(".body");
    if (body) headers["Content-Type"] = "application/json";
    const status = box.querySelector(".status"), answer = box.querySelector(".answer");
    status.textContent = "Sending ...";
    try {
      const url = document.body.dataset.api + path + (query.size ? "?" + query : "");
      const got = await fetch(url, { method: box.dataset.method, headers, body: body ? body.value : undefined });
      let text = await got.text();
      try { JSON.parse(text); text = pretty(text); } catch { /* no JSON */ }
      status.textContent = got.status + " " + got.statusText;
      answer.textContent = text;
      answer.hidden = false;
    } catch (failure) {
      status.textContent = "Not sent: " + failure.message;
    }
  });
}

// pretty indents JSON and leaves its numbers as they are.
function pretty(text) {
  let out = "", depth = 0;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === "}" || token === "]") out += "\n" + "  ".repeat(--depth);
    out += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth++;
    if (token === "{" || token === "[" || token === ",") out += "\n" + "  ".repeat(depth);
  }
  return out.replace(/([{[])\s+([}\]])/g, "$1$2");
}
