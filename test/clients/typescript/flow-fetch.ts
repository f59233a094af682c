// What a merchant's program does with the client of openapi-typescript and openapi-fetch. The
// compiler checks every name, word and type below against the description.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Status = components["schemas"]["PaymentStatus"];

const api = createClient<paths>({ baseUrl: process.env.API_URL!, headers: { "X-API-Key": process.env.API_KEY! } });

async function status(id: string): Promise<Status> {
  const { data } = await api.GET("/payments/{id}/status", { params: { path: { id } } });
  assert(data);
  return data.data.status;
}

async function main(): Promise<void> {
  const created = await api.POST("/payments/va", {
    params: { header: { "Idempotency-Key": "fetch-1" } },
    body: { amount: 20_000_001, bank_code: "BCA", customer_name: "Budi Santoso", external_id: "FETCH-1" },
  });
  assert(created.data);
  const number: string = created.data.data.va_number;
  const id = created.data.data.transaction.transaction_id;
  assert.match(number, /^\d+$/);
  assert.equal(created.data.data.transaction.total, 20_000_001);

  const paid = await api.POST("/sandbox/payments/{transaction_id}/pay", { params: { path: { transaction_id: id } }, body: {} });
  assert(paid.data);
  let now: Status = "PENDING";
  for (let i = 0; i < 600 && now !== "PAID"; i++) {
    now = await status(id);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(now, "PAID");

  const balance = await api.GET("/account/balance");
  assert(balance.data);
  assert.equal(typeof balance.data.data.saldo_yang_bisa_ditarik, "number");

  const list = await api.GET("/transactions", { params: { query: { page: 1, per_page: 5 } } });
  assert(list.data);
  assert(list.data.meta.total >= 1);
  assert(list.data.data.some((t) => t.transaction_id === id && t.channel === "va"));

  const refused = await api.POST("/payments/va", { body: { amount: 1, bank_code: "BNI", customer_name: "Budi" } });
  assert(refused.error);
  assert(refused.error.code === 400 && "error_code" in refused.error.data);
  const word: string = refused.error.data.error_code;
  assert.equal(word, "invalid_field");
  const headers = { Authorization: `Bearer ${process.env.API_TOKEN!}` };
  for (const events of ["*" as const, ["invoice.paid" as const]]) {
    const added = await api.POST("/callback-endpoints", { headers, body: { url: "https://toko.example/hook", events } });
    assert(added.data);
    const chosen: "*" | components["schemas"]["EndpointEvents"] = added.data.data.endpoint.events;
    assert.deepEqual(chosen, events);
    assert.match(added.data.data.secret, /^whsec_/);
  }
  console.log("openapi-fetch: ok");
}

void main().catch((reason: unknown) => {
  console.error(reason);
  process.exit(1);
});
