"use strict";
// Calls the simulator with the provider's official packages, every call that they offer for
// the gateway's products, and checks the answers. It exits with 1 at the first that is wrong.
const assert = require("node:assert/strict");
const XenditV1 = require("xendit-v1");
const { Xendit: XenditV7 } = require("xendit-v7");

const url = process.env.SIMULATOR_URL;
const secretKey = process.env.SIMULATOR_KEY;
const options = { secretKey, xenditURL: url };

// check makes one call and says its name if it fails.
async function check(name, call, holds) {
  let answer;
  try {
    answer = await call();
    holds(answer);
  } catch (cause) {
    console.error(`${name}: ${cause.message ?? ""} ${JSON.stringify(cause)} ${JSON.stringify(answer)}`);
    process.exit(1);
  }
  console.log(`${name} ok`);
  return answer;
}

// refuses checks that a call is refused with a status and a code.
const refuses = (name, call, status, code) =>
  check(name, () => call().then((answer) => assert.fail(JSON.stringify(answer)), (error) => error), (error) => {
    assert.equal(error.status, status);
    assert.equal(error.code ?? error.errorCode, code);
  });

const raw = (path, body, type = "application/json") =>
  fetch(url + path, {
    method: "POST", body, redirect: "manual",
    headers: { Authorization: "Basic " + btoa(secretKey + ":"), "Content-Type": type },
  });

// payWallet presses the button of the customer's page.
const payWallet = (id) => raw(`/simulator/ewallets/${id}`, "act=pay", "application/x-www-form-urlencoded");

async function version1() {
  const x = new XenditV1(options);
  const transactions = new x.Transaction({});
  const first = async (referenceId) => (await transactions.listTransactions({ referenceId, limit: 5 })).data[0];

  const va = new x.VirtualAcc({});
  await check("getVABanks", () => va.getVABanks({}), (a) => assert.ok(a.some((b) => b.code === "BCA" && b.is_activated)));
  const account = await check("createFixedVA", () => va.createFixedVA({
    externalID: "va-1", bankCode: "BCA", name: "Budi Santoso", isClosed: true, expectedAmt: 50000, isSingleUse: true,
    expirationDate: new Date(Date.now() + 3600_000),
  }), (a) => {
    assert.equal(a.status, "PENDING");
    assert.equal(a.expected_amount, 50000);
    assert.ok(a.account_number.startsWith(a.merchant_code));
  });
  await check("getFixedVA", () => va.getFixedVA({ id: account.id }), (a) => assert.equal(a.id, account.id));
  await check("updateFixedVA", () => va.updateFixedVA({ id: account.id, expirationDate: new Date(Date.now() + 7200_000) }),
    (a) => assert.ok(new Date(a.expiration_date) > Date.now() + 3700_000));
  await refuses("createFixedVA above the bank's limit", () => va.createFixedVA({
    externalID: "va-2", bankCode: "BCA", name: "Budi", isClosed: true, expectedAmt: 50000001,
  }), 400, "MAXIMUM_EXPECTED_AMOUNT_ERROR");
  await refuses("getFixedVA of none", () => va.getFixedVA({ id: "none" }), 404, "CALLBACK_VIRTUAL_ACCOUNT_NOT_FOUND_ERROR");
  await raw("/callback_virtual_accounts/external_id=va-1/simulate_payment", '{"amount":50000}');
  const booked = await check("listTransactions", () => first("va-1"), (t) => {
    assert.equal(t.type, "PAYMENT");
    assert.equal(t.fee.status, "PENDING");
    assert.equal(t.settlement_status, "PENDING");
  });
  await check("getTransaction", () => transactions.getTransaction({ id: booked.id }), (t) => assert.deepEqual(t, booked));
  await check("getVAPayment", () => va.getVAPayment({ paymentID: booked.product_id }), (p) => {
    assert.equal(p.callback_virtual_account_id, account.id);
    assert.equal(p.amount, 50000);
  });

  const wallet = new x.EWallet({});
  const charge = { referenceID: "ew-1", currency: "IDR", amount: 30000, checkoutMethod: "ONE_TIME_PAYMENT" };
  await refuses("createEWalletCharge of OVO without a phone", () => wallet.createEWalletCharge({ ...charge, channelCode: "ID_OVO" }), 400, "API_VALIDATION_ERROR");
  await refuses("createEWalletCharge of DANA without a page", () => wallet.createEWalletCharge({ ...charge, channelCode: "ID_DANA", channelProperties: {} }), 400, "API_VALIDATION_ERROR");
  await check("createEWalletCharge of OVO", () => wallet.createEWalletCharge({
    ...charge, channelCode: "ID_OVO", channelProperties: { mobileNumber: "+6281234567890" },
  }), (c) => assert.equal(c.actions, null));
  const dana = await check("createEWalletCharge of DANA", () => wallet.createEWalletCharge({
    ...charge, referenceID: "ew-2", channelCode: "ID_DANA", channelProperties: { successRedirectURL: "https://shop.test/ok" },
  }), (c) => assert.ok(c.actions.mobile_web_checkout_url));
  await payWallet(dana.id);
  await check("getEWalletChargeStatus", () => wallet.getEWalletChargeStatus({ chargeID: dana.id }), (c) => assert.equal(c.status, "SUCCEEDED"));
  await check("voidEWalletCharge", () => wallet.voidEWalletCharge({ chargeID: dana.id }), (c) => assert.equal(c.void_status, "PENDING"));
  await check("getEWalletChargeStatus of a void", () => wallet.getEWalletChargeStatus({ chargeID: dana.id }), (c) => assert.equal(c.status, "VOIDED"));
  await refuses("voidEWalletCharge again", () => wallet.voidEWalletCharge({ chargeID: dana.id }), 403, "INELIGIBLE_TRANSACTION");

  const qr = new x.QrCode({});
  const code = { externalID: "qr-1", type: "DYNAMIC", callbackURL: "https://shop.test/hook", amount: 1500 };
  await check("createCode", () => qr.createCode(code), (c) => assert.equal(c.status, "ACTIVE"));
  await refuses("createCode again", () => qr.createCode(code), 409, "DUPLICATE_ERROR");
  await check("getCode", () => qr.getCode({ externalID: "qr-1" }), (c) => assert.equal(c.amount, 1500));
  await check("simulate", () => qr.simulate({ externalID: "qr-1", amount: 1500 }), (a) => assert.equal(a.status, "COMPLETED"));
  await check("getPayments", () => qr.getPayments({ externalID: "qr-1" }), (a) => assert.equal(a[0].qr_code.external_id, "qr-1"));

  const invoices = new x.Invoice({});
  const invoice = await check("createInvoice", () => invoices.createInvoice({
    externalID: "inv-1", amount: 25000, payerEmail: "a@b.test", description: "Order 1", invoiceDuration: 3600, paymentMethods: ["BCA", "QRIS"],
  }), (i) => {
    assert.deepEqual(i.available_banks.map((b) => b.bank_code), ["BCA"]);
    assert.deepEqual(i.available_retail_outlets, []);
  });
  await check("createInvoice without methods", () => invoices.createInvoice({ externalID: "inv-2", amount: 25000 }),
    (i) => assert.ok(i.available_retail_outlets.length > 0 && !i.should_exclude_credit_card));
  await check("getInvoice", () => invoices.getInvoice({ invoiceID: invoice.id }), (i) => assert.equal(i.external_id, "inv-1"));
  await check("getAllInvoices", () => invoices.getAllInvoices({ limit: 2 }), (a) => assert.equal(a.length, 2));
  await check("expireInvoice", () => invoices.expireInvoice({ invoiceID: invoice.id }), (i) => assert.equal(i.status, "EXPIRED"));
  await refuses("getInvoice of none", () => invoices.getInvoice({ invoiceID: "none" }), 404, "INVOICE_NOT_FOUND_ERROR");

  const disbursements = new x.Disbursement({});
  const order = {
    externalID: "dis-1", bankCode: "BCA", accountHolderName: "Budi", accountNumber: "1234567890", description: "Gaji", amount: 90000,
    xIdempotencyKey: "key-1",
  };
  await check("getBanks", () => disbursements.getBanks(), (a) => assert.ok(a.some((b) => b.code === "BCA" && b.can_disburse)));
  const made = await check("create", () => disbursements.create(order), (d) => assert.equal(d.status, "PENDING"));
  await refuses("create again", () => disbursements.create(order), 400, "DUPLICATE_TRANSACTION_ERROR");
  await check("getByID", () => disbursements.getByID({ disbursementID: made.id }), (d) => assert.equal(d.external_id, "dis-1"));
  await check("getByExtID", () => disbursements.getByExtID({ externalID: "dis-1" }), (a) => assert.equal(a[0].id, made.id));
  await refuses("getByExtID of none", () => disbursements.getByExtID({ externalID: "none" }), 404, "DIRECT_DISBURSEMENT_NOT_FOUND_ERROR");

  const balance = new x.Balance({});
  await check("getBalance", () => balance.getBalance({ accountType: x.Balance.AccountType?.Cash ?? "CASH" }), (b) => assert.equal(b.balance, -90000));
}

async function version7() {
  const x = new XenditV7(options);
  const invoice = await check("v7 createInvoice", () => x.Invoice.createInvoice({ data: { externalId: "inv7-1", amount: 25000, paymentMethods: ["OVO"] } }), (i) => {
    assert.equal(i.status, "PENDING");
    assert.deepEqual(i.availableEwallets.map((w) => w.ewalletType), ["OVO"]);
  });
  await check("v7 getInvoiceById", () => x.Invoice.getInvoiceById({ invoiceId: invoice.id }), (i) => assert.equal(i.externalId, "inv7-1"));
  await check("v7 getInvoices", () => x.Invoice.getInvoices({ externalId: "inv7-1" }), (a) => assert.equal(a.length, 1));
  await check("v7 expireInvoice", () => x.Invoice.expireInvoice({ invoiceId: invoice.id }), (i) => assert.equal(i.status, "EXPIRED"));

  await refunds(x);

  const order = {
    idempotencyKey: "key7-1", data: {
      referenceId: "po-1", channelCode: "ID_BCA", amount: 10000, currency: "IDR", description: "Gaji",
      channelProperties: { accountNumber: "1234567890", accountHolderName: "Budi" },
    },
  };
  const made = await check("v7 createPayout", () => x.Payout.createPayout(order), (p) => assert.equal(p.status, "ACCEPTED"));
  await check("v7 createPayout again", () => x.Payout.createPayout(order), (p) => assert.deepEqual(p, made));
  await refuses("v7 createPayout with another body", () => x.Payout.createPayout({ ...order, data: { ...order.data, amount: 10001 } }), 409, "DUPLICATE_ERROR");
  await check("v7 getPayoutById", () => x.Payout.getPayoutById({ id: made.id }), (p) => assert.equal(p.referenceId, "po-1"));
  await check("v7 getPayouts", () => x.Payout.getPayouts({ referenceId: "po-1" }), (a) => assert.equal(a.data[0].id, made.id));
  await check("v7 getPayouts of none", () => x.Payout.getPayouts({ referenceId: "none" }), (a) => assert.deepEqual(a.data, []));
  await check("v7 getPayoutChannels", () => x.Payout.getPayoutChannels({ currency: "IDR", channelCategory: ["BANK"] }),
    (a) => assert.ok(a.some((c) => c.channelCode === "ID_BCA")));
  await check("v7 cancelPayout", () => x.Payout.cancelPayout({ id: made.id }), (p) => assert.equal(p.status, "CANCELLED"));

  const listed = await check("v7 getAllTransactions", () => x.Transaction.getAllTransactions({
    types: ["PAYMENT", "DISBURSEMENT"], statuses: ["SUCCESS", "PENDING"], created: { gte: new Date(Date.now() - 3600_000), lte: new Date(Date.now() + 3600_000) }, limit: 2,
  }), (a) => {
    assert.equal(a.data.length, 2);
    assert.equal(a.hasMore, true);
  });
  await check("v7 getTransactionByID", () => x.Transaction.getTransactionByID({ id: listed.data[0].id }), (t) => assert.equal(t.id, listed.data[0].id));
  await check("v7 getBalance", () => x.Balance.getBalance({ accountType: "CASH" }), (b) => assert.equal(b.balance, -90000 - 50000));
}

// refunds gives an invoice back that was paid by a wallet.
async function refunds(x) {
  const made = async (externalId, amount, channel) => {
    const invoice = await x.Invoice.createInvoice({ data: { externalId, amount } });
    await raw(`/simulator/invoices/${invoice.id}`, "act=pay&channel=" + channel, "application/x-www-form-urlencoded");
    return invoice.id;
  };
  const invoiceId = await made("inv7-2", 200000, "OVO");
  const order = (referenceId, amount) => ({
    idempotencyKey: referenceId, data: { invoiceId, referenceId, amount, currency: "IDR", reason: "REQUESTED_BY_CUSTOMER" },
  });
  // The package leaves out the status and the invoice of a refund.
  const state = async (refund) => {
    const answer = await fetch(url + "/refunds/" + refund.id, { headers: { Authorization: "Basic " + btoa(secretKey + ":") } });
    const { status, invoice_id } = await answer.json();
    assert.equal(invoice_id, invoiceId);
    return status;
  };
  const part = await check("v7 createRefund", () => x.Refund.createRefund(order("rf-1", 50000)), (r) => {
    assert.equal(r.amount, 50000);
    assert.equal(r.referenceId, "rf-1");
  });
  await refuses("v7 createRefund again", () => x.Refund.createRefund(order("rf-1", 50000)), 409, "DUPLICATE_ERROR");
  await refuses("v7 createRefund of more than is left", () => x.Refund.createRefund(order("rf-2", 150001)), 400, "MAXIMUM_REFUND_AMOUNT_REACHED");
  await check("v7 getRefund", () => x.Refund.getRefund({ refundID: part.id }), (r) => assert.equal(r.referenceId, "rf-1"));
  assert.equal(await state(part), "SUCCEEDED");
  const waits = await check("v7 createRefund that waits", () => x.Refund.createRefund(order("rf-3", 30305)), (r) => assert.equal(r.referenceId, "rf-3"));
  assert.equal(await state(waits), "PENDING");
  await check("v7 cancelRefund", () => x.Refund.cancelRefund({ refundID: waits.id }), (r) => assert.equal(r.id, waits.id));
  assert.equal(await state(waits), "CANCELLED");
  const failing = await check("v7 createRefund that fails", () => x.Refund.createRefund(order("rf-4", 20300)), (r) => assert.equal(r.failureCode ?? null, null));
  assert.equal(await state(failing), "FAILED");
  const page = await check("v7 getAllRefunds", () => x.Refund.getAllRefunds({ invoiceId, limit: 2 }), (a) => {
    assert.deepEqual(a.data.map((r) => r.referenceId), ["rf-1", "rf-3"]);
    assert.equal(a.hasMore, true);
  });
  await check("v7 getAllRefunds after the first page", () => x.Refund.getAllRefunds({ invoiceId, afterId: page.data[1].id }), (a) => {
    assert.deepEqual(a.data.map((r) => [r.referenceId, r.failureCode]), [["rf-4", "INELIGIBLE_TRANSACTION"]]);
    assert.equal(a.hasMore, false);
  });
  await refuses("v7 getRefund of none", () => x.Refund.getRefund({ refundID: "none" }), 404, "DATA_NOT_FOUND");
  const paidByBank = await made("inv7-3", 25000, "BCA");
  await refuses("v7 createRefund of a virtual account", () => x.Refund.createRefund({ data: { invoiceId: paidByBank, amount: 25000, reason: "OTHERS" } }),
    400, "REFUND_NOT_SUPPORTED");
}

version1().then(version7);
