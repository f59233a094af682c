package simulator_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"gateway/domain/pricing"
	"gateway/http/simulator"
)

// The simulator gives the answers that the provider was observed to give, including errors. Each row is one
// call by plain HTTP. The order "dup" has a QR code, and the idempotency key "used" has a payout in each API.
func TestTheSimulatorAnswersAsTheProviderDoes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(t, pricing.QRIS, "dup", 25_000)
	va := f.open(t, pricing.VA, "va", 25_000)
	const (
		va1     = `{"external_id":"x","bank_code":"BCA","name":"Budi","is_closed":true,"expected_amount":50000}`
		qr      = `{"external_id":"dup","type":"DYNAMIC","callback_url":"https://shop.test/","amount":1500}`
		payout  = `{"external_id":"p","amount":20000,"bank_code":"BCA","account_holder_name":"B","account_number":"1","description":"d"}`
		payout2 = `{"reference_id":"p","amount":20000,"channel_code":"ID_BCA","currency":"IDR","channel_properties":` +
			`{"account_holder_name":"B","account_number":"1"}}`
		invoice = `{"external_id":"i","amount":25000,"payment_methods":["BCA"]}`
	)
	charge := func(channel, properties string) string {
		return `{"reference_id":"c","currency":"IDR","amount":1000,"checkout_method":"ONE_TIME_PAYMENT","channel_code":"` +
			channel + `","channel_properties":` + properties + `}`
	}
	for _, c := range []struct {
		call, body, key string
		status          int
		// answer is a part of the body, usually the error code.
		answer string
	}{
		{"POST /callback_virtual_accounts", va1, "", 200, `"status":"PENDING"`},
		{"POST /callback_virtual_accounts", va1, "", 200, `"status":"PENDING"`}, // the same order again
		{"POST /callback_virtual_accounts", strings.Replace(va1, "50000", "50000001", 1), "", 400, "MAXIMUM_EXPECTED_AMOUNT_ERROR"},
		{"GET /callback_virtual_accounts/" + va.ProviderID, "", "", 200, `"account_number"`},
		{"GET /callback_virtual_accounts/none", "", "", 404, "CALLBACK_VIRTUAL_ACCOUNT_NOT_FOUND_ERROR"},
		{"GET /callback_virtual_accounts?external_id=va", "", "", 404, "NOT_FOUND"}, // there is no such list
		{"GET /callback_virtual_account_payments?external_id=va", "", "", 404, "NOT_FOUND"},
		{"GET /ewallets/charges?reference_id=c", "", "", 404, "NOT_FOUND"},
		{"GET /no/such/path", "", "", 404, "NOT_FOUND"},

		{"POST /ewallets/charges", charge("ID_OVO", `{}`), "", 400, "API_VALIDATION_ERROR"},
		{"POST /ewallets/charges", charge("ID_OVO", `{"mobile_number":"0812345678"}`), "", 400, "API_VALIDATION_ERROR"},
		{"POST /ewallets/charges", charge("ID_OVO", `{"mobile_number":"+6281234567890"}`), "", 200, `"actions":null`},
		{"POST /ewallets/charges", charge("ID_DANA", `{}`), "", 400, "API_VALIDATION_ERROR"},
		{"POST /ewallets/charges", charge("ID_LINKAJA", `{}`), "", 400, "API_VALIDATION_ERROR"},
		{"POST /ewallets/charges", charge("ID_SHOPEEPAY", `{}`), "", 400, "API_VALIDATION_ERROR"},
		{"POST /ewallets/charges", charge("ID_DANA", `{"success_redirect_url":"https://a.test"}`), "", 200, "mobile_web_checkout_url"},
		{"POST /ewallets/charges", charge("PH_GCASH", `{"success_redirect_url":"https://a.test"}`), "", 400, "API_VALIDATION_ERROR"},

		{"POST /qr_codes/", qr, "", 409, "DUPLICATE_ERROR"},
		{"POST /qr_codes", strings.Replace(qr, "1500", "10000001", 1), "", 400, "API_VALIDATION_ERROR"},
		{"GET /qr_codes/dup", "", "", 200, `"status":"ACTIVE"`},
		{"GET /qr_codes/none", "", "", 404, "DATA_NOT_FOUND"},

		{"POST /v2/invoices/", invoice, "", 200, `"available_retail_outlets":[]`},
		{"POST /v2/invoices", strings.Replace(invoice, `"BCA"`, `"GOPAY"`, 1), "", 400, "UNAVAILABLE_PAYMENT_METHOD_ERROR"},
		{"POST /v2/invoices", `{"external_id":"j","amount":25000}`, "", 200, "ALFAMART"},
		{"GET /v2/invoices/none", "", "", 404, "INVOICE_NOT_FOUND_ERROR"},

		{"POST /disbursements", payout, "used", 200, `"status":"PENDING"`},
		{"POST /disbursements", payout, "used", 400, "DUPLICATE_TRANSACTION_ERROR"},
		{"GET /disbursements?external_id=none", "", "", 404, "DIRECT_DISBURSEMENT_NOT_FOUND_ERROR"},
		{"GET /available_disbursements_banks", "", "", 200, `"can_disburse":true`},
		{"GET /available_virtual_account_banks", "", "", 200, `"is_activated":true`},
		{"POST /v2/payouts", payout2, "used", 200, `"status":"ACCEPTED"`},
		{"POST /v2/payouts/", payout2, "used", 200, `"status":"ACCEPTED"`},
		{"POST /v2/payouts", strings.Replace(payout2, "20000", "20001", 1), "used", 409, "DUPLICATE_ERROR"},
		{"GET /v2/payouts/?reference_id=none", "", "", 200, `"data":[]`},
		{"GET /v2/payouts/none", "", "", 404, "DATA_NOT_FOUND"},

		{"GET /balance", "", "", 200, `{"balance":-40000}`},
		{"GET /balance?account_type=CREDIT", "", "", 400, "API_VALIDATION_ERROR"},
		{"GET /transactions?limit=51", "", "", 400, "API_VALIDATION_ERROR"},
		{"GET /transactions?updated%5Bgte%5D=yesterday", "", "", 400, "API_VALIDATION_ERROR"},
		{"GET /transactions/none", "", "", 404, "DATA_NOT_FOUND"},
	} {
		method, path, _ := strings.Cut(c.call, " ")
		got := f.call(t, method, path, c.body, "X-Idempotency-Key", c.key, "Idempotency-Key", c.key)
		if got.Code != c.status || !strings.Contains(got.Body.String(), c.answer) {
			t.Errorf("%s: %d %s, want %d %s", c.call, got.Code, got.Body, c.status, c.answer)
		}
		var problem struct {
			Code    string `json:"error_code"`
			Message string `json:"message"`
		}
		if c.status >= 400 && (json.Unmarshal(got.Body.Bytes(), &problem) != nil || problem.Code != c.answer || problem.Message == "") {
			t.Errorf("%s: the error body is %s", c.call, got.Body)
		}
	}
	f.SetFaults(simulator.Faults{TooMany: true})
	got := f.call(t, http.MethodPost, "/v2/invoices", `{"external_id":"late","amount":25000}`)
	if got.Code != http.StatusTooManyRequests {
		t.Errorf("too many: %d %s", got.Code, got.Body)
	}
	_, err := f.OpenPayment(t.Context(), opening(pricing.VA, "late", 25_000))
	mustBeUnknown(t, err)
}
