// The checks of an Ed25519 key, of signed notes and of a Merkle tree (RFC 6962) that the pages which check proofs share, with
// WebCrypto alone. What a page adds stands behind these lines, in the same script.
const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
const base64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
const same = (a, b) => hex(a) === hex(b);
const half = (n) => Math.floor(n / 2);

function join(...parts) {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  parts.reduce((at, p) => (all.set(p, at), at + p.length), 0);
  return all;
}

const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
const node = (left, right) => sha256([1], left, right);

// A Wrong says which check failed.
class Wrong extends Error {}
function demand(ok, check, detail = "") {
  if (!ok) throw Object.assign(new Wrong(detail), { check });
}

// A public key is name+hash+key, as golang.org/x/mod/sumdb/note has it.
async function openKey(text, check) {
  const [name, id, ...rest] = text.trim().split("+");
  const raw = base64(rest.join("+"));
  const sum = await sha256(encode(name + "\n"), raw);
  demand(raw.length === 33 && raw[0] === 1 && hex(sum.slice(0, 4)) === id, check);
  const key = await crypto.subtle.importKey("raw", raw.slice(1), { name: "Ed25519" }, false, ["verify"]);
  return { name, id, verify: (signature, message) => crypto.subtle.verify({ name: "Ed25519" }, key, signature, message) };
}

// A signed note has its text, an empty line, and a line with each signature (C2SP). openNote returns the lines of the text.
async function openNote(note, key, check) {
  const end = note.lastIndexOf("\n\n");
  demand(end > 0, check);
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split("\n")) {
    const [dash, name, signature] = line.split(" ");
    if (dash !== "—" || name !== key.name || !signature) continue;
    const raw = base64(signature);
    if (hex(raw.slice(0, 4)) === key.id && (await key.verify(raw.slice(4), encode(text)))) return text.split("\n");
  }
  demand(false, check);
}

// A leaf of version 2 covers the time of booking.
function hashLeaf(version, e) {
  const head = [`gateway-event/v${version}`, e.stream, e.revision, e.id, e.type, ...(version === 2 ? [e.booked_at] : [])].join("\n");
  return sha256([0], encode(`${head}\n${encode(e.data).length}\n${e.data}\n${e.metadata}`));
}

