package provider_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// sentRequest is a request as received by the provider.
type sentRequest struct {
	method, path, user, password, key, keyV2 string
	body                                     any
}

// newRecordingClient makes a client of a provider that records a request and answers with reply.
func newRecordingClient(t *testing.T, into *sentRequest, reply string) *provider.Client {
	return newClient(t, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		into.method, into.path, into.key = r.Method, r.URL.Path, r.Header.Get("X-IDEMPOTENCY-KEY")
		into.keyV2 = r.Header.Get("Idempotency-key")
		into.user, into.password, _ = r.BasicAuth()
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&into.body); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		_, _ = io.WriteString(w, reply)
	})
}

// The checksum of a QR code covers its bytes, and a URL in another form is a different URL.
func TestWhatAProgramReadsOfTheProvidersTextsKeepsItsForm(t *testing.T) {
	t.Parallel()
	const code = "0002TOKO CAFE\u0301"
	var request sentRequest
	client := newRecordingClient(t, &request, `{"id":"qr_1","external_id":"INV-1","qr_string":"`+code+`\n\u202e","status":"ACTIVE","amount":1}`)
	opened, err := client.OpenPayment(t.Context(), report.OpenRequest{Channel: "qris", ExternalID: "INV-1", Amount: decimal.NewFromInt(1)})
	if err != nil || opened.QRString != code+" " {
		t.Errorf("%+q, %v", opened.QRString, err)
	}
}

func TestRequestsForPaymentsAreAsTheProviderDocumentsThem(t *testing.T) {
	t.Parallel()
	request := report.OpenRequest{
		ExternalID: "INV-1-17", Amount: decimal.RequireFromString("99999999.00"), CustomerName: "Budi",
		CustomerPhone: "0812-3456 7890", SuccessURL: "https://shop.test/ok", FailureURL: "https://shop.test/no", Description: "Order", CallbackURL: "https://gateway.test/cb",
		ExpiresAt: time.Date(2025, 3, 1, 13, 0, 0, 1, time.FixedZone("WIB", 7*3600)),
	}
	number := json.Number("99999999")
	for _, c := range []struct {
		channel, code, path, reply string
		want                       map[string]any
	}{
		{"invoice", "", "/v2/invoices", `{"id":"a","invoice_url":"b"}`, map[string]any{
			"external_id": "INV-1-17", "amount": number, "currency": "IDR", "description": "Order",
			"invoice_duration": json.Number("3601"), "success_redirect_url": "https://shop.test/ok", "failure_redirect_url": "https://shop.test/no",
			"customer": map[string]any{"given_names": "Budi"},
			"payment_methods": []any{
				"BCA", "BJB", "BNC", "BNI", "BRI", "BSI", "CIMB", "MANDIRI", "MUAMALAT", "PERMATA", "SAHABAT_SAMPOERNA",
				"DANA", "LINKAJA", "OVO", "SHOPEEPAY", "QRIS",
			},
		}},
		{"va", "BCA", "/callback_virtual_accounts", `{"id":"a","account_number":"1","bank_code":"BCA"}`, map[string]any{
			"external_id": "INV-1-17", "bank_code": "BCA", "name": "Budi", "is_closed": true, "expected_amount": number,
			"is_single_use": true, "expiration_date": "2025-03-01T06:00:00.000000001Z",
		}},
		{"ewallet", "OVO", "/ewallets/charges", `{"id":"a"}`, map[string]any{
			"reference_id": "INV-1-17", "currency": "IDR", "amount": number, "checkout_method": "ONE_TIME_PAYMENT", "channel_code": "ID_OVO",
			"channel_properties": map[string]any{"mobile_number": "+6281234567890", "success_redirect_url": "https://shop.test/ok"},
			"metadata":           map[string]any{"description": "Order"},
		}},
		{"qris", "", "/qr_codes", `{"id":"a","qr_string":"b"}`, map[string]any{
			"external_id": "INV-1-17", "type": "DYNAMIC", "callback_url": "https://gateway.test/cb", "amount": number,
		}},
	} {
		var got sentRequest
		request.Channel, request.ChannelCode = pricing.Kind(c.channel), c.code
		if _, err := newRecordingClient(t, &got, c.reply).OpenPayment(t.Context(), request); err != nil {
			t.Errorf("%s: %v", c.channel, err)
		}
		want := sentRequest{method: "POST", path: c.path, user: "xnd_secret", body: c.want}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(sentRequest{})); diff != "" {
			t.Errorf("%s: %s", c.channel, diff)
		}
	}
}
