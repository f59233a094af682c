"use strict";
// What follows without a reload: the answer to a button, and what happened
// elsewhere. Without this script the forms do the same by themselves.
(() => {
  const main = () => document.querySelector("main");
  let shownAt;

  const prepare = () => {
    shownAt = performance.now();
    for (const button of main().querySelectorAll("[data-copy]")) button.hidden = false;
    tick();
  };

  const show = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    main().replaceWith(page.querySelector("main"));
    document.title = page.title;
    document.getElementById("news").textContent = page.title;
    prepare();
    (main().querySelector("[aria-invalid]") || main().querySelector("[tabindex]"))?.focus();
  };

  const tick = () => {
    const clock = main().querySelector("[data-left]");
    if (!clock) return;
    const left = Math.max(0, clock.dataset.left - Math.floor((performance.now() - shownAt) / 1000));
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    clock.textContent = parts.map((n) => String(n).padStart(2, "0")).join(":");
  };

  const ask = async () => {
    const { status, called } = main().dataset;
    if ((status !== "PENDING" && called !== "pending") || document.hidden) return;
    const answer = await fetch(location.href, { headers: { "If-None-Match": main().dataset.tag } });
    if (answer.status === 200) show(await answer.text());
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const button = event.submitter;
    if (form.dataset.plain) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, button));
    button.disabled = true;
    try {
      const answer = await fetch(location.href, { method: "POST", body });
      show(await answer.text());
    } catch {
      button.disabled = false;
      form.dataset.plain = "yes";
      form.requestSubmit(button);
    }
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Without HTTPS there is no clipboard: the number is selected, at least.
      getSelection().selectAllChildren(button.closest(".panel").querySelector(".number"));
      return;
    }
    button.textContent = "Tersalin";
    document.getElementById("news").textContent = "Nomor tersalin";
    setTimeout(() => { button.textContent = "Salin"; }, 2000);
  });

  prepare();
  setInterval(tick, 1000);
  setInterval(() => ask().catch(() => {}), 2000);
})();
