// Checks a file of a balance with its proofs, as `gateway audit check` does, with WebCrypto alone:
// the signature of the checkpoint (Ed25519), the signature of the whole file, the proof of every
// event (RFC 6962), that none is missing, that the postings sum to the balance, and that the log goes
// on from a checkpoint that was kept. Nothing leaves the browser. The gateway puts proof.js before these lines.
const origin = "payment-gateway-log";
const formats = ["gateway-statement/v2", "gateway-statement/v3"];

async function openCheckpoint(note, key, check) {
  const [name, size, root] = await openNote(note, key, check);
  demand(name === origin && /^(0|[1-9]\d*)$/.test(size), check);
  return { size: Number(size), root: base64(root) };
}

const odd = (n) => n % 2 === 1;

// The proofs are those of RFC 9162, 2.1.3.2 and 2.1.4.2.
async function isIncluded(tree, index, hash, proof) {
  let at = index, last = tree.size - 1;
  if (!(at >= 0 && at <= last)) return false;
  for (const p of proof.map(base64)) {
    if (last === 0) return false;
    if (odd(at) || at === last) {
      hash = await node(p, hash);
      while (at !== 0 && !odd(at)) (at = half(at)), (last = half(last));
    } else hash = await node(hash, p);
    (at = half(at)), (last = half(last));
  }
  return last === 0 && same(hash, tree.root);
}

async function goesOn(earlier, later, proof) {
  const path = proof.map(base64);
  if (Number.isInteger(Math.log2(earlier.size))) path.unshift(earlier.root);
  if (path.length === 0) return false;
  let at = earlier.size - 1, last = later.size - 1;
  while (odd(at)) (at = half(at)), (last = half(last));
  let before = path[0], after = path[0];
  for (const p of path.slice(1)) {
    if (last === 0) return false;
    if (odd(at) || at === last) {
      (before = await node(p, before)), (after = await node(p, after));
      while (at !== 0 && !odd(at)) (at = half(at)), (last = half(last));
    } else after = await node(after, p);
    (at = half(at)), (last = half(last));
  }
  return last === 0 && same(before, earlier.root) && same(after, later.root);
}

// A leaf of version 2 covers the time of booking; its line has it as it was hashed.
function leaf(l) {
  const timed = l.booked_at !== undefined;
  demand(!timed || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/.test(l.booked_at), "lines", l.id);
  return hashLeaf(timed ? 2 : 1, l);
}

// Amounts have two decimals: cents are whole numbers.
function cents(amount, check) {
  const n = Math.round(Number(amount) * 100);
  demand(Number.isSafeInteger(n) && Math.abs(Number(amount) * 100 - n) < 0.01, check);
  return BigInt(n);
}

function splitLines(bytes) {
  const lines = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    demand(end >= 0, "file");
    lines.push(bytes.subarray(from, end + 1));
    from = end + 1;
  }
  demand(lines.length > 1, "file");
  return lines;
}

async function checkTail(bytes, lines, key, format) {
  const last = decode(lines[lines.length - 1]);
  const { lines: count, sha256: sum, signature } = JSON.parse(last);
  const body = bytes.subarray(0, bytes.length - lines[lines.length - 1].length);
  demand(JSON.stringify({ lines: count, sha256: sum, signature }) + "\n" === last && count === lines.length - 2, "file");
  demand(sum === hex(await sha256(body)), "file");
  demand(await key.verify(base64(signature), encode(`${format}\n${count}\n${sum}\n`)), "file");
}

async function checkEarlier(heading, tree, text, key) {
  const earlier = await openCheckpoint(text.trim() + "\n", key, "earlier");
  if (earlier.size === tree.size) return demand(same(earlier.root, tree.root), "earlier");
  demand(earlier.size < tree.size && heading.earlier_size === earlier.size, "since", String(earlier.size));
  demand(await goesOn(earlier, tree, heading.consistency ?? []), "earlier");
}

// check returns what the file says, or throws a Wrong with the check that failed.
export async function check(bytes, keyText, earlier) {
  const key = await openKey(keyText, "key").catch(() => demand(false, "key"));
  const lines = splitLines(bytes);
  const heading = JSON.parse(decode(lines[0]));
  demand(formats.includes(heading.format), "file");
  const tree = await openCheckpoint(heading.checkpoint, key, "checkpoint");
  await checkTail(bytes, lines, key, heading.format);
  const whole = heading.saldo !== undefined;
  const own = `client:${heading.client_id}:`;
  let balance = 0n;
  for (const [i, raw] of lines.slice(1, -1).entries()) {
    const line = JSON.parse(decode(raw));
    demand(await isIncluded(tree, line.leaf, await leaf(line), line.proof ?? []), "lines", line.id);
    if (!whole) continue;
    demand(line.stream === `balance-${heading.client_id}` && line.revision === i, "order", line.id);
    let sum = 0n;
    for (const p of JSON.parse(line.data).postings ?? []) {
      sum += cents(p.amount, "balance");
      if (p.account.startsWith(own)) balance += cents(p.amount, "balance");
    }
    demand(sum === 0n, "balance", line.id);
  }
  demand(!whole || balance === cents(heading.saldo, "balance"), "balance");
  if (earlier.trim()) await checkEarlier(heading, tree, earlier, key);
  return { events: lines.length - 2, size: tree.size, balance: whole ? heading.saldo : undefined, at: heading.at };
}

function show(box, tone, text) {
  const said = box.querySelector("[role=status]");
  said.className = "notice " + tone;
  said.textContent = text;
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const rupiah = (n) => "Rp" + Number(n).toLocaleString("id-ID");

async function run(box, form) {
  show(box, "quiet", box.dataset.busy);
  try {
    const bytes = new Uint8Array(await form.file.files[0].arrayBuffer());
    const found = await check(bytes, form.key.value, form.earlier.value);
    const text = [box.dataset.sound, form.earlier.value.trim() ? box.dataset.goeson : ""].join(" ");
    show(box, "good", filled(text, { ...found, balance: found.balance === undefined ? "" : rupiah(found.balance) }));
  } catch (error) {
    const failed = error instanceof Wrong ? error.check : "file";
    show(box, failed === "since" || failed === "key" ? "wait" : "bad", filled(box.dataset[failed], { detail: error.message }));
  }
}

function start(box) {
  const form = box.querySelector("form");
  if (!globalThis.crypto?.subtle) return;
  box.querySelector(".without").remove();
  form.hidden = false;
  form.addEventListener("submit", (event) => (event.preventDefault(), run(box, form)));
}

globalThis.document?.querySelectorAll("[data-checker]").forEach(start);
