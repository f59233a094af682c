"use strict";
// Verifies a callback with the official library of Standard Webhooks: by each secret of the
// comma-separated list SECRETS, and not by the one of WRONG. It exits with 1 when that is not so.
const assert = require("node:assert/strict");
const { Webhook, WebhookVerificationError } = require("standardwebhooks");

const { headers, body } = JSON.parse(process.env.CALLBACK);
for (const secret of process.env.SECRETS.split(",")) {
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
}
assert.throws(() => new Webhook(process.env.WRONG).verify(body, headers), WebhookVerificationError);
assert.throws(() => new Webhook(process.env.SECRETS.split(",")[0]).verify(body + " ", headers), WebhookVerificationError);
console.log("standardwebhooks ok");
