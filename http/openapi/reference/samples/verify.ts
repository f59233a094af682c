import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";

// verify reports whether the gateway signed the body, within the last 5 minutes.
export function verify(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const id = String(headers["webhook-id"] ?? "");
  const timestamp = String(headers["webhook-timestamp"] ?? "");
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > 300) return false;
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  const wanted = Buffer.from("v1," + mac.digest("base64"));
  return String(headers["webhook-signature"] ?? "").split(" ").some((text) => {
    const signature = Buffer.from(text);
    return signature.length === wanted.length && timingSafeEqual(signature, wanted);
  });
}

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const genuine = verify(request.headers, Buffer.concat(parts), process.env.WEBHOOK_SECRET ?? "");
    // Store the body under its webhook-id here, and work on it afterwards.
    response.writeHead(genuine ? 204 : 400).end();
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
