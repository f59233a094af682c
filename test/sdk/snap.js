"use strict";
// Calls simulated companies of the national standard SNAP BI with the companies' own clients, and verifies their
// notifications with them. It exits with 1 at the first answer that is wrong.
//
// SETTINGS is JSON: keys in PEM form, ids, and the address of each company. NOTICES is JSON too, and optional: the
// requests of the companies, which were paid after the first run. REFUNDS asks to give back what was paid.
const assert = require("node:assert/strict");
const { SnapBi, SnapBiConfig } = require("midtrans-client");
const dokuConfig = require("doku-nodejs-library/_commons/config");
const doku = require("doku-nodejs-library");
const CreateVA = require("doku-nodejs-library/_models/createVaRequestDto");
const CheckStatusVA = require("doku-nodejs-library/_models/checkStatusVARequestDTO");
const DeleteVA = require("doku-nodejs-library/_models/deleteVaRequestDTO");
const PaymentJumpApp = require("doku-nodejs-library/_models/paymentJumpAppRequestDTO");
const CheckStatusDebit = require("doku-nodejs-library/_models/checkStatusDirectDebitRequestDTO");
const Refund = require("doku-nodejs-library/_models/refundRequestDTO");
const { Dana } = require("dana-node");
const { WebhookParser } = require("dana-node/webhook/v1");

const settings = JSON.parse(process.env.SETTINGS);
const rupiah = (value) => ({ value, currency: "IDR" });
const later = "2099-12-31T23:59:59+07:00";
// DANA allows one week.
const tomorrow = new Date(Date.now() + (24 + 7) * 3600_000).toISOString().slice(0, 19) + "+07:00";

// check makes one call, compares the code of its answer, and says its name if it fails.
async function check(name, code, call) {
  let answer;
  try {
    answer = await call().catch((error) => error.rawResponse ?? error.response?.data ?? Promise.reject(error));
    assert.equal(answer.responseCode, code);
  } catch (cause) {
    console.error(`${name}: ${cause.stack} ${JSON.stringify(answer)}`);
    process.exit(1);
  }
  console.log(`${name} ok`);
  return answer;
}

const va = (customerNo) => ({ partnerServiceId: "   88899", customerNo, virtualAccountNo: "   88899" + customerNo });

function configureMidtrans() {
  SnapBiConfig.SNAP_BI_SANDBOX_BASE_URL = settings.midtrans;
  SnapBiConfig.snapBiClientId = settings.clientId;
  SnapBiConfig.snapBiPartnerId = settings.clientId;
  SnapBiConfig.snapBiPrivateKey = settings.merchantKey;
  SnapBiConfig.snapBiClientSecret = settings.secret;
  SnapBiConfig.snapBiChannelId = "12345";
  SnapBiConfig.snapBiPublicKey = settings.companyKey;
}

async function midtrans() {
  configureMidtrans();
  let ids = 0;
  const id = () => `midtrans-${++ids}`;
  const info = { merchantId: settings.merchantId };
  const open = (reference, customerNo) => SnapBi.va().withBody({
    ...va(customerNo), virtualAccountName: "Toko / Budi é", virtualAccountEmail: "budi@example.com", virtualAccountPhone: "6281932358123",
    trxId: reference, totalAmount: rupiah("1500.00"), expiredDate: "2099-07-20T20:50:04Z", additionalInfo: { ...info, bank: "bca" },
  });
  await check("midtrans: create-va", "2002700", () => open("midtrans-va", "1").createPayment(id()));
  await check("midtrans: create-va again", "4092701", () => open("midtrans-va", "1").createPayment(id()));
  await check("midtrans: create-va with a used id", "4092700", () => open("midtrans-va-2", "2").createPayment("midtrans-1"));
  const status = { ...va("1"), inquiryRequestId: "midtrans-va", additionalInfo: info };
  await check("midtrans: status of a VA", "2002600", () => SnapBi.va().withBody(status).getStatus(id()));
  await check("midtrans: create another", "2002700", () => open("midtrans-va-3", "3").createPayment(id()));
  await check("midtrans: delete-va", "2003100", () => SnapBi.va().withBody({ ...va("3"), trxId: "midtrans-va-3", additionalInfo: info }).cancel(id()));

  const qr = (reference) => SnapBi.qris().withBody({
    partnerReferenceNo: reference, merchantId: settings.merchantId, amount: rupiah("1500.00"), validityPeriod: "2099-07-03T12:08:56-07:00",
  });
  await check("midtrans: qr-mpm-generate", "2004700", () => qr("midtrans-qr").createPayment(id()));
  const query = { originalPartnerReferenceNo: "midtrans-qr", merchantId: settings.merchantId, serviceCode: "47" };
  const asked = await check("midtrans: qr-mpm-query", "2005100", () => SnapBi.qris().withBody(query).getStatus(id()));
  assert.equal(asked.latestTransactionStatus, "01");
  await check("midtrans: another QR code", "2004700", () => qr("midtrans-qr-2").createPayment(id()));
  await check("midtrans: qr-mpm-cancel", "2007700", () => SnapBi.qris().withBody({
    originalPartnerReferenceNo: "midtrans-qr-2", merchantId: settings.merchantId, reason: "cancel reason",
  }).cancel(id()));

  const wallet = (reference) => SnapBi.directDebit().withBody({
    partnerReferenceNo: reference, chargeToken: "", merchantId: settings.merchantId, amount: rupiah("1500.00"), validUpTo: "2099-07-20T20:34:15.452305Z",
    urlParam: { url: "https://shop.example/?a=1&b=2", type: "PAY_RETURN", isDeeplink: "N" },
    payOptionDetails: [{ payMethod: "SHOPEEPAY", payOption: "SHOPEEPAY", transAmount: rupiah("1500.00") }],
  });
  const charge = await check("midtrans: payment-host-to-host", "2005400", () => wallet("midtrans-debit").createPayment("midtrans-debit"));
  const found = await check("midtrans: debit/status by external id", "2005500", () =>
    SnapBi.directDebit().withBody({ originalExternalId: "midtrans-debit", serviceCode: "54" }).getStatus(id()));
  assert.equal(found.originalReferenceNo, charge.referenceNo);
  await check("midtrans: another charge", "2005400", () => wallet("midtrans-debit-2").createPayment("midtrans-debit-2"));
  await check("midtrans: debit/cancel", "2005700", () => SnapBi.directDebit().withBody({ originalExternalId: "midtrans-debit-2" }).cancel(id()));

  SnapBiConfig.snapBiClientSecret = "another";
  await check("midtrans: another secret", "4015100", () => SnapBi.qris().withBody(query).getStatus(id()));
  SnapBiConfig.snapBiClientSecret = settings.secret;
}

function dokuSnap() {
  dokuConfig.CORE_SANDBOX_BASE_URL = settings.doku;
  return new doku.Snap({
    isProduction: false, privateKey: settings.merchantKey, clientID: settings.clientId, dokuPublicKey: settings.companyKey, issuer: "merchant",
    secretKey: settings.secret,
  });
}

async function dokuCalls() {
  const snap = dokuSnap();
  await check("doku: access token", "2007300", () => snap.getTokenB2B());
  const open = (reference, customerNo) => {
    const r = va(customerNo);
    return new CreateVA(r.partnerServiceId, r.customerNo, r.virtualAccountNo, "Budi Santoso", "budi@example.com", "6281932358123", reference,
      rupiah("1500.00"), { channel: "VIRTUAL_ACCOUNT_BCA", virtualAccountConfig: { reusableStatus: false } }, "C", later, []);
  };
  await check("doku: create-va", "2002700", () => snap.createVa(open("doku-va", "11")));
  await check("doku: create-va again", "4092701", () => snap.createVa(open("doku-va", "11")));
  const r = va("11");
  await check("doku: status of a VA", "2002600", () =>
    snap.checkStatusVa(new CheckStatusVA(r.partnerServiceId, r.customerNo, r.virtualAccountNo, "doku-va", null, { channel: "VIRTUAL_ACCOUNT_BCA" })));
  await check("doku: create another", "2002700", () => snap.createVa(open("doku-va-2", "12")));
  const gone = va("12");
  await check("doku: delete-va", "2003100", () =>
    snap.deletePaymentCode(new DeleteVA(gone.partnerServiceId, gone.customerNo, gone.virtualAccountNo, "doku-va-2", "VIRTUAL_ACCOUNT_BCA")));
  await check("doku: payment by an app", "2005400", () => snap.doPaymentJumpApp(
    new PaymentJumpApp("doku-debit", rupiah("1500.00"), [{ url: "https://shop.example/thanks", type: "PAY_RETURN", isDeepLink: "N" }], later, "WEB",
      { channel: "EMONEY_SHOPEE_PAY_SNAP", orderTitle: "Order" }), "198.51.100.7", "device-1"));
  const ask = new CheckStatusDebit("doku-debit", "", "", "55", "", rupiah("1500.00"), settings.merchantId, "", "", { channel: "EMONEY_SHOPEE_PAY_SNAP" });
  await check("doku: debit/status", "2005500", () => snap.doCheckStatus(ask));
}

function danaApi() {
  const { paymentGatewayApi: api } = new Dana({ partnerId: settings.clientId, privateKey: settings.merchantKey, origin: "https://shop.example", env: "sandbox" });
  api.configuration.configuration.basePath = settings.dana;
  return api;
}

async function dana() {
  const api = danaApi();
  const order = (reference) => api.createOrder({
    partnerReferenceNo: reference, merchantId: settings.merchantId, amount: rupiah("1500.00"), validUpTo: tomorrow,
    urlParams: ["PAY_RETURN", "NOTIFICATION"].map((type) => ({ url: "https://shop.example/thanks", type, isDeeplink: "N" })),
    additionalInfo: { mcc: "5732", order: { orderTitle: "Order", scenario: "REDIRECT" }, envInfo: { sourcePlatform: "IPG", terminalType: "SYSTEM" } },
  });
  await check("dana: payment-host-to-host", "2000000", () => order("dana-debit"));
  await check("dana: payment-host-to-host again", "4090001", () => order("dana-debit"));
  const query = (reference) => api.queryPayment({ originalPartnerReferenceNo: reference, merchantId: settings.merchantId, serviceCode: "54" });
  const found = await check("dana: debit/status", "2000000", () => query("dana-debit"));
  assert.equal(found.latestTransactionStatus, "01");
  assert.equal((await check("dana: nothing to be found", "2000000", () => query("dana-404"))).latestTransactionStatus, "07");
  await check("dana: another order", "2000000", () => order("dana-debit-2"));
  await check("dana: debit/cancel", "2000000", () => api.cancelOrder({ originalPartnerReferenceNo: "dana-debit-2", merchantId: settings.merchantId, reason: "x" }));
}

// refunds give back what was paid: a part, and then the rest.
async function refunds() {
  configureMidtrans();
  const body = (reference, number, value) => ({
    originalPartnerReferenceNo: reference, merchantId: settings.merchantId, partnerRefundNo: `${reference}-R${number}-1`, reason: "other",
    refundAmount: rupiah(value),
  });
  const wallet = (b) => SnapBi.directDebit().withBody({ ...b, originalExternalId: "midtrans-debit" });
  const part = await check("midtrans: debit/refund", "2005800", () => wallet(body("midtrans-debit", 1, "500.00")).refund("refund-1"));
  assert.equal(part.refundAmount.value, "500.00");
  await check("midtrans: debit/refund again", "4095801", () => wallet(body("midtrans-debit", 1, "500.00")).refund("refund-2"));
  await check("midtrans: debit/refund of more than is left", "4045813", () => wallet(body("midtrans-debit", 2, "1000.01")).refund("refund-3"));
  const found = await check("midtrans: debit/status", "2005500", () =>
    SnapBi.directDebit().withBody({ originalExternalId: "midtrans-debit", serviceCode: "54" }).getStatus("refund-4"));
  assert.deepEqual(found.additionalInfo.refundHistory.map((r) => r.partnerRefundNo), ["midtrans-debit-R1-1"]);
  await check("midtrans: qr-mpm-refund", "2007800", () => SnapBi.qris().withBody(body("midtrans-qr", 1, "1500.00")).refund("refund-5"));
  await check("midtrans: qr-mpm-refund of nothing", "4057801", () => SnapBi.qris().withBody(body("midtrans-qr", 2, "1.00")).refund("refund-6"));
  SnapBiConfig.snapBiClientSecret = "another";
  await check("midtrans: qr-mpm-refund with another secret", "4017800", () => SnapBi.qris().withBody(body("midtrans-qr", 3, "1.00")).refund("refund-7"));
  SnapBiConfig.snapBiClientSecret = settings.secret;

  const back = (number, value) => new Refund("doku-debit", rupiah(value), `doku-debit-R${number}-1`, "", "other", { channel: "EMONEY_SHOPEE_PAY_SNAP" });
  const snap = dokuSnap();
  await check("doku: debit/refund", "2005800", () => snap.doRefund(back(1, "500.00"), "", "198.51.100.7", "device-1"));
  await check("doku: debit/refund of more than is left", "4045813", () => snap.doRefund(back(2, "1000.01"), "", "198.51.100.7", "device-1"));

  const api = danaApi();
  const order = (number, value) => api.refundOrder({
    originalPartnerReferenceNo: "dana-debit", merchantId: settings.merchantId, partnerRefundNo: `dana-debit-R${number}-1`, refundAmount: rupiah(value), reason: "other",
  });
  const first = await check("dana: debit/refund", "2000000", () => order(1, "500.00"));
  assert.equal((await check("dana: debit/refund again", "2000000", () => order(1, "500.00"))).refundNo, first.refundNo);
  await check("dana: debit/refund of another amount", "4040018", () => order(1, "400.00"));
  await check("dana: debit/refund of the rest", "2000000", () => order(2, "1000.00"));
}

// verifiers say whether a company's own library accepts a request of that company.
const verifiers = {
  midtrans(n) {
    configureMidtrans();
    return SnapBi.notification().withNotificationPayload(JSON.parse(n.body)).withSignature(n.headers["x-signature"])
      .withTimeStamp(n.headers["x-timestamp"]).withNotificationUrlPath(n.path).isWebhookNotificationVerified();
  },
  // The library names the token that it got from DOKU and the one that it gave to DOKU alike.
  doku(n) {
    const snap = Object.assign(Object.create(doku.Snap.prototype), { secretKey: settings.secret, clientId: settings.clientId, dokuPublicKey: settings.companyKey });
    const request = { get: (name) => n.headers[name], route: { path: n.path }, body: JSON.parse(n.body) };
    if (n.path.endsWith("/access-token/b2b")) return snap.validateSignature(request);
    snap.tokenB2B = n.headers.authorization.replace("Bearer ", "");
    return snap.validateSymmetricSignature(request);
  },
  dana(n) {
    try {
      const read = new WebhookParser(settings.companyKey).parseWebhook("POST", n.path, n.headers, n.body);
      return read.latestTransactionStatus === "00" && read.amount.value === "1500.00";
    } catch {
      return false;
    }
  },
};

function notices(list) {
  for (const n of list) {
    const name = `${n.company}: ${n.path}`;
    assert.equal(verifiers[n.company](n), true, name);
    const cut = { ...n.headers, "x-timestamp": "2099-01-01T00:00:00+07:00" };
    assert.equal(verifiers[n.company]({ ...n, headers: cut }), false, name + " at another time");
    if (!n.path.endsWith("/access-token/b2b")) {
      assert.equal(verifiers[n.company]({ ...n, body: n.body.replace("1500.00", "9500.00") }), false, name + " with another amount");
    }
    console.log(`${name} ok`);
  }
}

(async () => {
  if (process.env.REFUNDS) return refunds();
  if (process.env.NOTICES) return notices(JSON.parse(process.env.NOTICES));
  await midtrans();
  await dokuCalls();
  await dana();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
