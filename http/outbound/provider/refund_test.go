package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/test/rupiah"

	"github.com/google/go-cmp/cmp"
)

// refundOf asks for a refund of 40,000 of a payment of the channel.
func refundOf(channel pricing.Kind) report.RefundOrder {
	return report.RefundOrder{
		Channel: channel, TransactionID: "INV-1-17", ProviderID: "p-1", PaymentID: "pay-1", Reference: "INV-1-17-R7-1", Amount: rupiah.Of(40_000),
		Reason: "requested_by_customer",
	}
}

func voidOf() report.RefundOrder {
	r := refundOf(pricing.EWallet)
	r.Void = true
	return r
}

// The documented objects of the provider, with other ids.
const (
	unifiedRefund = `{"id":"rfd-1","payment_id":"py-1","invoice_id":"p-1","amount":40000,"payment_method_type":"EWALLET","channel_code":"OVO",
		"currency":"IDR","country":"ID","status":"PENDING","reason":"REQUESTED_BY_CUSTOMER","reference_id":"INV-1-17-R7-1","failure_code":null,
		"refund_fee_amount":null,"created":"2025-03-01T05:00:00Z","updated":"2025-03-01T05:00:00Z","metadata":null}`
	chargeRefund = `{"id":"ewr_1","charge_id":"pay-1","status":"PENDING","currency":"IDR","channel_code":"ID_OVO","capture_amount":100000,
		"refund_amount":40000,"reason":"REQUESTED_BY_CUSTOMER","failure_code":null,"refund_fee_amount":null,"created":"2025-03-01T05:00:00Z",
		"updated":"2025-03-01T05:00:00Z"}`
	qrRefund = `{"id":"qrrf_1","qrpy_id":"pay-1","status":"PENDING","currency":"IDR","payment_amount":100000,"refund_amount":40000,
		"channel_code":"ID_DANA","reason":"REQUESTED_BY_CUSTOMER","created":"2025-03-01T05:00:00Z","updated":"2025-03-01T05:00:00Z"}`
	voidedCharge = `{"id":"pay-1","business_id":"u","reference_id":"INV-1-17","status":"SUCCEEDED","charge_amount":40000,"capture_amount":40000,
		"channel_code":"ID_OVO","void_status":"PENDING","updated":"2025-03-01T05:00:00Z"}`
)

func TestRequestsForRefundsAreAsTheProviderDocumentsThem(t *testing.T) {
	t.Parallel()
	part := map[string]any{"amount": json.Number("40000"), "reason": "REQUESTED_BY_CUSTOMER"}
	for name, c := range map[string]struct {
		order report.RefundOrder
		reply string
		want  sentRequest
		made  report.RefundRecord
	}{
		"invoice": {refundOf(pricing.Invoice), unifiedRefund, sentRequest{path: "/refunds", keyV2: "INV-1-17-R7-1", body: map[string]any{
			"invoice_id": "p-1", "reference_id": "INV-1-17-R7-1", "currency": "IDR", "amount": json.Number("40000"), "reason": "REQUESTED_BY_CUSTOMER",
		}}, report.RefundRecord{ID: "rfd-1"}},
		"wallet": {
			refundOf(pricing.EWallet), chargeRefund,
			sentRequest{path: "/ewallets/charges/pay-1/refunds", key: "INV-1-17-R7-1", body: part},
			report.RefundRecord{ID: "ewr_1"},
		},
		"QRIS": {
			refundOf(pricing.QRIS), qrRefund,
			sentRequest{path: "/qr_codes/payments/pay-1/refunds", key: "INV-1-17-R7-1", body: part},
			report.RefundRecord{ID: "qrrf_1"},
		},
	} {
		var got sentRequest
		made, err := newRecordingClient(t, &got, c.reply).SendRefund(t.Context(), c.order)
		c.want.method, c.want.user = http.MethodPost, "xnd_secret"
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(sentRequest{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		c.made.Connection, c.made.Status, c.made.Amount = "xendit", report.Pending, rupiah.Of(40_000)
		if diff := cmp.Diff(c.made, made); diff != "" || err != nil {
			t.Errorf("%s: %s (%v)", name, diff, err)
		}
	}
	made, err := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/ewallets/charges/pay-1/void" || r.ContentLength != 0 {
			t.Errorf("%s %s with %d bytes", r.Method, r.URL, r.ContentLength)
		}
		answer(200, voidedCharge)(w, r)
	}).SendRefund(t.Context(), voidOf())
	want := report.RefundRecord{Connection: "xendit", ID: "void-pay-1", Status: report.Pending, Voided: true, Amount: rupiah.Of(40_000)}
	if diff := cmp.Diff(want, made); diff != "" || err != nil {
		t.Errorf("void: %s (%v)", diff, err)
	}
	if _, err := newClient(t, nil).SendRefund(t.Context(), refundOf(pricing.VA)); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a virtual account: %v", err)
	}
}

// outcome names what an error says of a refund.
func outcome(err error) string {
	if errors.Is(err, report.ErrNoRecord) {
		return "no record"
	}
	if _, ok := errors.AsType[*report.Unknown](err); ok {
		return "unknown"
	}
	if _, ok := errors.AsType[*report.FloatEmpty](err); ok {
		return "float"
	}
	if r, ok := errors.AsType[*report.Refused](err); ok {
		return fmt.Sprintf("refused credentials=%t order=%t late=%t", r.OfCredentials, r.OfOrder, r.OfLateVoid)
	}
	return fmt.Sprint(err)
}

func TestARefusedRefundIsRefusedForGoodLateOrForNow(t *testing.T) {
	t.Parallel()
	const forGood, late = "refused credentials=false order=true late=false", "refused credentials=false order=true late=true"
	nothing := `{"data":[],"has_more":false}`
	paid := strings.Replace(voidedCharge, `"void_status":"PENDING",`, "", 1)
	for _, c := range []struct {
		name   string
		order  report.RefundOrder
		status int
		code   string
		listed string
		want   string
	}{
		{"more than is left", refundOf(pricing.QRIS), 400, "MAXIMUM_REFUND_AMOUNT_REACHED", nothing, forGood},
		{"a part", refundOf(pricing.QRIS), 400, "PARTIAL_REFUND_NOT_SUPPORTED", nothing, forGood},
		{"an issuer without refunds", refundOf(pricing.QRIS), 400, "REFUND_NOT_SUPPORTED", nothing, forGood},
		{"too old", refundOf(pricing.EWallet), 403, "INELIGIBLE_TRANSACTION", nothing, forGood},
		{"an invoice that is too old", refundOf(pricing.Invoice), 403, "INELIGIBLE_TRANSACTION", nothing, forGood},
		{"a wrong key", refundOf(pricing.EWallet), 401, "INVALID_API_KEY", nothing, "refused credentials=true order=false late=false"},
		{"a key without the right", refundOf(pricing.EWallet), 403, "REQUEST_FORBIDDEN_ERROR", nothing, "refused credentials=true order=false late=false"},
		{"our money there", refundOf(pricing.EWallet), 400, "INSUFFICIENT_BALANCE", nothing, "float"},
		{"another one runs", refundOf(pricing.QRIS), 400, "REFUND_IN_PROGRESS", nothing, "unknown"},
		{"not now", refundOf(pricing.QRIS), 400, "REFUND_TEMPORARILY_UNAVAILABLE", nothing, "unknown"},
		{"the key was used", refundOf(pricing.Invoice), 409, "DUPLICATE_ERROR", nothing, "unknown"},
		{"broken", refundOf(pricing.Invoice), 503, "SERVER_ERROR", nothing, "unknown"},
		{"the void is late", voidOf(), 403, "INELIGIBLE_TRANSACTION", paid, late},
		{"the void was made before", voidOf(), 403, "INELIGIBLE_TRANSACTION", voidedCharge, "<nil>"},
		{"the void of a wrong key", voidOf(), 401, "INVALID_API_KEY", paid, "refused credentials=true order=false late=false"},
		{"it was made before", refundOf(pricing.EWallet), 400, "MAXIMUM_REFUND_AMOUNT_REACHED", `{"data":[` + chargeRefund + `]}`, "<nil>"},
		{
			"it was made and failed", refundOf(pricing.EWallet), 400, "MAXIMUM_REFUND_AMOUNT_REACHED",
			`{"data":[` + strings.Replace(chargeRefund, "PENDING", "FAILED", 1) + `]}`, forGood,
		},
		{"the look-up fails", refundOf(pricing.EWallet), 400, "MAXIMUM_REFUND_AMOUNT_REACHED", `{`, "unknown"},
	} {
		client := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				answer(200, c.listed)(w, r)
				return
			}
			answer(c.status, `{"error_code":"`+c.code+`","message":"no"}`)(w, r)
		})
		if _, err := client.SendRefund(t.Context(), c.order); outcome(err) != c.want {
			t.Errorf("%s: %v is %q, not %q", c.name, err, outcome(err), c.want)
		}
	}
}

func TestARefundIsFoundByItsIDItsReferenceOrAsTheOnlyOneThatFits(t *testing.T) {
	t.Parallel()
	with := func(object string, changes ...string) string { return strings.NewReplacer(changes...).Replace(object) }
	named := func(id, known string) report.RefundOrder {
		r := refundOf(pricing.EWallet)
		r.ID, r.Known = id, []string{known}
		return r
	}
	first, second := chargeRefund, with(chargeRefund, "ewr_1", "ewr_2")
	for _, c := range []struct {
		name  string
		order report.RefundOrder
		list  []string
		want  string
	}{
		{"none", refundOf(pricing.EWallet), nil, "no record"},
		{"the only one", refundOf(pricing.EWallet), []string{first}, "ewr_1 PENDING"},
		{"voided after all", refundOf(pricing.QRIS), []string{with(qrRefund, "PENDING", "VOIDED")}, "qrrf_1 COMPLETED voided"},
		{"of another amount", refundOf(pricing.EWallet), []string{with(first, `"refund_amount":40000`, `"refund_amount":40001`)}, "no record"},
		{"known as another", named("", "ewr_1"), []string{first}, "no record"},
		{"one of two is another", named("", "ewr_1"), []string{first, second}, "ewr_2 PENDING"},
		{"two that fit", refundOf(pricing.EWallet), []string{first, second}, "unknown"},
		{"two that fit and failed", refundOf(pricing.EWallet), []string{with(first, "PENDING", "FAILED"), with(second, "PENDING", "FAILED")}, "ewr_2 FAILED"},
		{"one of them failed", refundOf(pricing.EWallet), []string{with(first, "PENDING", "FAILED"), second}, "ewr_2 PENDING"},
		{"its id", named("ewr_2", "ewr_1"), []string{first, with(second, "PENDING", "FAILED")}, "ewr_2 FAILED"},
		{"its id is gone", named("ewr_3", "ewr_1"), []string{first, second}, "unknown"},
		{"an invoice's, by our reference", refundOf(pricing.Invoice), []string{with(unifiedRefund, "R7-1", "R7-2", "rfd-1", "rfd-2"), unifiedRefund}, "rfd-1 PENDING"},
		{"an invoice's of another reference", refundOf(pricing.Invoice), []string{with(unifiedRefund, "R7-1", "R7-2")}, "no record"},
		{"a status that there is none of", refundOf(pricing.EWallet), []string{with(first, "PENDING", "MAYBE")}, "unknown"},
		{"without an amount", refundOf(pricing.EWallet), []string{with(first, "refund_amount", "x")}, "unknown"},
	} {
		for _, body := range []string{"[" + strings.Join(c.list, ",") + "]", `{"has_more":false,"data":[` + strings.Join(c.list, ",") + `]}`} {
			found, err := newClient(t, answer(200, body)).FindRefund(t.Context(), c.order)
			got := outcome(err)
			if err == nil {
				got = strings.TrimSpace(found.ID + " " + string(found.Status) + map[bool]string{true: " voided"}[found.Voided])
			}
			if got != c.want {
				t.Errorf("%s: %q (%v), not %q", c.name, got, err, c.want)
			}
		}
	}
}

// A refund that is not seen is asked for again: all pages count.
func TestARefundIsFoundOnALaterPage(t *testing.T) {
	t.Parallel()
	for last, want := range map[string]string{unifiedRefund: "<nil>", strings.Replace(unifiedRefund, "R7-1", "R7-3", 1): "no record"} {
		client := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			if q.Get("invoice_id") != "p-1" || q.Get("limit") != "50" {
				t.Errorf("asked for %s", r.URL)
			}
			if q.Get("after_id") == "rfd-1" {
				answer(200, `{"data":[`+last+`],"has_more":false}`)(w, r)
				return
			}
			answer(200, `{"data":[`+strings.Replace(unifiedRefund, "R7-1", "R7-2", 1)+`],"has_more":true}`)(w, r)
		})
		if _, err := client.FindRefund(t.Context(), refundOf(pricing.Invoice)); outcome(err) != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	endless := newClient(t, answer(200, `{"data":[`+strings.Replace(unifiedRefund, "R7-1", "R7-2", 1)+`],"has_more":true}`))
	if _, err := endless.FindRefund(t.Context(), refundOf(pricing.Invoice)); outcome(err) != "unknown" {
		t.Errorf("a list without an end: %v", err)
	}
}

func TestAVoidIsFoundByItsCharge(t *testing.T) {
	t.Parallel()
	for change, want := range map[string]string{
		`"void_status":"PENDING"`:   "PENDING ",
		`"void_status":"SUCCEEDED"`: "COMPLETED ",
		`"void_status":"FAILED"`:    "FAILED VOID_FAILED",
		`"void_status":null`:        "no record",
		`"void_status":"MAYBE"`:     "unknown",
		`"voided_at":"x"`:           "no record",
	} {
		found, err := newClient(t, answer(200, strings.Replace(voidedCharge, `"void_status":"PENDING"`, change, 1))).FindRefund(t.Context(), voidOf())
		got := outcome(err)
		if err == nil {
			got = string(found.Status) + " " + found.FailureCode
		}
		if got != want || err == nil && (found.ID != "void-pay-1" || !found.Voided) {
			t.Errorf("%s: %q %+v", change, got, found)
		}
	}
	found, err := newClient(t, answer(200, strings.Replace(voidedCharge, "SUCCEEDED", "VOIDED", 1))).FindRefund(t.Context(), voidOf())
	if err != nil || found.Status != report.Completed {
		t.Errorf("voided: %+v, %v", found, err)
	}
}

func TestANotificationOfARefundIsReadInEachOfItsShapes(t *testing.T) {
	t.Parallel()
	event := func(name, data string) string {
		return `{"event":"` + name + `","business_id":"u","created":"2025-03-01T05:00:00Z","data":` + data + `}`
	}
	done := func(object string) string { return strings.Replace(object, "PENDING", "SUCCEEDED", 1) }
	failed := func(object string) string {
		return strings.NewReplacer("PENDING", "FAILED", `"failure_code":null`, `"failure_code":"INSUFFICIENT_BALANCE"`).Replace(object)
	}
	of := report.Refund{ProviderID: "pay-1", Status: report.Completed, Amount: rupiah.Of(40_000), Reason: "REQUESTED_BY_CUSTOMER"}
	unified, wallet, qr, void := of, of, of, of
	unified.ID, unified.ProviderID, unified.Reference = "rfd-1", "p-1", "INV-1-17-R7-1"
	wallet.ID, qr.ID = "ewr_1", "qrrf_1"
	void.ID, void.Reference, void.Reason, void.Voided = "void-pay-1", "INV-1-17", "VOIDED", true
	lost, stayed, undone, byPayment := unified, void, qr, unified
	lost.Status, lost.FailureCode = report.Failed, "INSUFFICIENT_BALANCE"
	stayed.Status, stayed.FailureCode = report.Failed, "VOID_FAILED"
	undone.Voided = true
	byPayment.ProviderID = "py-1"
	for name, c := range map[string]struct {
		body string
		want report.Refund
	}{
		"unified":                {event("refund.succeeded", done(unifiedRefund)), unified},
		"unified, wrapped twice": {event("refund.succeeded", event("refund.succeeded", done(unifiedRefund))), unified},
		"unified, wrapped twice without the inner event": {event("refund.succeeded", `{"data":`+done(unifiedRefund)+`}`), unified},
		"unified, not of an invoice":                     {event("refund.succeeded", strings.Replace(done(unifiedRefund), `"invoice_id":"p-1"`, `"invoice_id":null`, 1)), byPayment},
		"unified, failed":                                {event("refund.failed", failed(unifiedRefund)), lost},
		"wallet":                                         {event("ewallet.refund", done(chargeRefund)), wallet},
		"QRIS":                                           {event("qr.refund", done(qrRefund)), qr},
		"QRIS, voided":                                   {event("qr.refund", strings.Replace(qrRefund, "PENDING", "VOIDED", 1)), undone},
		"void":                                           {event("ewallet.void", strings.Replace(voidedCharge, "SUCCEEDED", "VOIDED", 1)), void},
		"void, by its own status":                        {event("ewallet.void", strings.Replace(voidedCharge, "PENDING", "SUCCEEDED", 1)), void},
		"void, failed":                                   {event("ewallet.void", strings.Replace(voidedCharge, "PENDING", "FAILED", 1)), stayed},
	} {
		got, is, err := provider.ParseRefund([]byte(c.body))
		if diff := cmp.Diff(c.want, got); diff != "" || !is || err != nil {
			t.Errorf("%s: %s (%t, %v)", name, diff, is, err)
		}
	}
	for name, body := range map[string]string{
		"a payment": chargeBody, "a payment by QR code": qrBody, "a payout": event("payout.succeeded", payoutV2), "another event": event("refund.maybe", unifiedRefund),
		"no object": `[]`,
	} {
		if _, is, _ := provider.ParseRefund([]byte(body)); is {
			t.Errorf("%s is a refund", name)
		}
	}
	for field, body := range map[string]string{
		"data.id":            event("ewallet.refund", strings.Replace(chargeRefund, "ewr_1", "", 1)),
		"data.charge_id":     event("ewallet.refund", strings.Replace(chargeRefund, "charge_id", "x", 1)),
		"data.qrpy_id":       event("qr.refund", strings.Replace(qrRefund, "qrpy_id", "x", 1)),
		"data.refund_amount": event("qr.refund", strings.Replace(qrRefund, `"refund_amount":40000`, `"refund_amount":"x"`, 1)),
		"data.amount":        event("refund.failed", strings.Replace(unifiedRefund, `"amount"`, `"x"`, 1)),
		"data.data.status":   event("refund.failed", event("refund.failed", strings.Replace(unifiedRefund, "PENDING", "MAYBE", 1))),
		"data":               `{"event":"refund.failed"}`,
		"data:":              event("refund.failed", `"x"`),
		"data.void_status":   event("ewallet.void", strings.Replace(voidedCharge, "void_status", "x", 1)),
	} {
		if _, is, err := provider.ParseRefund([]byte(body)); !is || err == nil || !strings.Contains(fmt.Sprint(err), field) {
			t.Errorf("%s: %t, %v", field, is, err)
		}
	}
}
