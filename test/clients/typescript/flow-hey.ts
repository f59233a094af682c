// What a merchant's program does with the client of @hey-api/openapi-ts.
import assert from "node:assert/strict";
import { client } from "./hey/client.gen";
import { addCallbackEndpoint, createQrisPayment, getBalance, getPaymentStatus, listTransactions, sandboxPayPayment } from "./hey";
import type { PaymentStatus } from "./hey";

client.setConfig({ baseUrl: process.env.API_URL!, headers: { "X-API-Key": process.env.API_KEY! } });

async function main(): Promise<void> {
  const created = await createQrisPayment({ body: { amount: 150_000, external_id: "HEY-1" }, headers: { "Idempotency-Key": "hey-1" } });
  assert(created.data);
  const code: string = created.data.data.qr_string;
  assert(code.length > 20);
  const id = created.data.data.transaction.transaction_id;

  const paid = await sandboxPayPayment({ path: { transaction_id: id }, body: {} });
  assert(paid.data);
  let now: PaymentStatus = "PENDING";
  for (let i = 0; i < 600 && now !== "PAID"; i++) {
    const { data } = await getPaymentStatus({ path: { id } });
    assert(data);
    now = data.data.status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(now, "PAID");

  const balance = await getBalance();
  assert(balance.data);
  assert.equal(typeof balance.data.data.saldo, "number");

  const list = await listTransactions({ query: { per_page: 5 } });
  assert(list.data);
  assert(list.data.meta.total >= 1 && list.data.data.some((t) => t.transaction_id === id));

  const unknown = await getPaymentStatus({ path: { id: "INV-0-0" } });
  assert(unknown.error);
  const error: { code: number; data: { error_code: string } } = unknown.error;
  assert.equal(error.code, 404);
  assert.equal(error.data.error_code, "not_found");
  const headers = { Authorization: `Bearer ${process.env.API_TOKEN!}` };
  const added = await addCallbackEndpoint({ headers, body: { url: "https://toko.example/hook", events: ["invoice.paid"] } });
  assert(added.data);
  assert.deepEqual(added.data.data.endpoint.events, ["invoice.paid"]);
  console.log("hey-api: ok");
}

void main().catch((reason: unknown) => {
  console.error(reason);
  process.exit(1);
});
