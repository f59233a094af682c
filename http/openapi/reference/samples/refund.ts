interface Refund {
  id: number;
  status: string;
  method: string;
  succeeded_at: string | null;
  failure_code: string | null;
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

// call sends a request until the gateway has answered it: the same key makes the same refund.
async function call(method: string, path: string, key = "", body?: object): Promise<Refund> {
  for (let wait = 1; ; wait *= 2) {
    const response = await fetch(process.env.API + path, {
      method,
      body: body && JSON.stringify(body),
      headers: { "X-API-Key": process.env.API_KEY ?? "", "Content-Type": "application/json", "Idempotency-Key": key },
    }).catch(() => undefined);
    if (response && response.status < 500) {
      const answer = await response.json();
      if (!response.ok) throw new Error("refused: " + answer.message);
      return answer.data;
    }
    await pause(wait);
  }
}

const transaction = process.env.TRANSACTION_ID ?? "";
const request = { transaction_id: transaction, reason: "requested_by_customer" };
let refund = await call("POST", "/refunds", "refund-" + transaction, request);
while (["pending", "processing"].includes(refund.status)) { // pending: a person has to approve it first
  await pause(1);
  refund = await call("GET", `/refunds/${refund.id}`);
}
console.log(refund.status, refund.method, refund.succeeded_at, refund.failure_code);
process.exitCode = refund.status === "succeeded" ? 0 : 1;
