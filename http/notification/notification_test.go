package notification_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/notification"
	"gateway/test/rupiah"

	"github.com/gin-gonic/gin"
)

const (
	token = "callback-token"

	invoicePaid = `{"id":"inv-1","external_id":"INV-1-17","status":"PAID","amount":50000,"paid_amount":50000,
		"paid_at":"2025-01-12T08:15:03Z","payment_method":"BANK_TRANSFER","payment_channel":"PERMATA"}`
	vaPaid = `{"payment_id":"pay-1","callback_virtual_account_id":"va-1","external_id":"INV-1-18","bank_code":"BCA",
		"amount":300000,"transaction_timestamp":"2025-08-11T18:15:00+07:00"}`
	chargePaid = `{"event":"ewallet.capture","data":{"id":"ewc-1","reference_id":"INV-1-19","status":"SUCCEEDED",
		"charge_amount":123456,"capture_amount":123456,"channel_code":"ID_OVO","updated":"2025-04-20T16:25:57Z"}}`
	qrPaid = `{"event":"qr.payment","id":"qrpy-1","amount":1500,"created":"2025-01-08T18:18:18Z",
		"qr_code":{"id":"qr-1","external_id":"INV-1-20"},"status":"COMPLETED"}`
	payoutCompleted = `{"id":"dis-1","external_id":"withdrawal-21","amount":90000,"status":"COMPLETED",
		"updated":"2025-10-10T08:15:03Z"}`
)

// recorder is a Reports that records what it gets and answers with err.
type recorder struct {
	err      error
	payments []report.Payment
	payouts  []report.Payout
	metadata eventstore.Metadata
	// ctxErr is the error of the context of the last call.
	ctxErr error
}

func (r *recorder) TakePayment(ctx context.Context, p report.Payment) error {
	r.payments, r.metadata, r.ctxErr = append(r.payments, p), eventstore.MetadataFrom(ctx), ctx.Err()
	return r.err
}

func (r *recorder) TakePayout(ctx context.Context, p report.Payout) error {
	r.payouts, r.metadata, r.ctxErr = append(r.payouts, p), eventstore.MetadataFrom(ctx), ctx.Err()
	return r.err
}

// answer is what the provider gets.
type answer struct {
	status      int
	code, field string
}

func newRequest(ctx context.Context, kind, body string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/provider/callbacks/"+kind, strings.NewReader(body))
	r.Header.Set("X-Callback-Token", token)
	return r
}

func send(t *testing.T, reports notification.Reports, request *http.Request) answer {
	t.Helper()
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	notification.New(reports, token).Routes(router)
	recorded := httptest.NewRecorder()
	router.ServeHTTP(recorded, request)
	var body struct {
		Success bool
		Data    *envelope.Problem
	}
	if err := json.Unmarshal(recorded.Body.Bytes(), &body); err != nil || body.Success != (recorded.Code == http.StatusOK) {
		t.Fatalf("%d %s: %v", recorded.Code, recorded.Body, err)
	}
	a := answer{status: recorded.Code}
	if body.Data != nil {
		a.code, a.field = body.Data.ErrorCode, body.Data.Field
	}
	return a
}

func TestANotificationNeedsTheCallbackToken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tokens []string
		want   answer
	}{
		"the token":      {[]string{token}, answer{status: 200}},
		"no token":       {nil, answer{401, "invalid_callback_token", ""}},
		"an empty token": {[]string{""}, answer{401, "invalid_callback_token", ""}},
		"another token":  {[]string{"another-token"}, answer{401, "invalid_callback_token", ""}},
		"a longer token": {[]string{token + "x"}, answer{401, "invalid_callback_token", ""}},
		"a prefix of it": {[]string{token[:5]}, answer{401, "invalid_callback_token", ""}},
	} {
		reports := &recorder{}
		request := newRequest(t.Context(), "invoice", invoicePaid)
		request.Header["X-Callback-Token"] = c.tokens
		if got := send(t, reports, request); got != c.want {
			t.Errorf("%s: answered %+v, want %+v", name, got, c.want)
		}
		if applied := len(reports.payments) == 1; applied != (c.want.status == 200) {
			t.Errorf("%s: %d reports were applied", name, len(reports.payments))
		}
	}
}

func TestANotificationOnAPaymentReachesReports(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, body    string
		transactionID string
		amount        int64
	}{
		{"invoice", invoicePaid, "INV-1-17", 50_000},
		{"va", vaPaid, "INV-1-18", 300_000},
		{"ewallet", chargePaid, "INV-1-19", 123_456},
		{"qris", qrPaid, "INV-1-20", 1_500},
	} {
		reports := &recorder{}
		if got := send(t, reports, newRequest(t.Context(), c.kind, c.body)); got.status != http.StatusOK {
			t.Errorf("%s: answered %+v", c.kind, got)
		}
		if len(reports.payments) != 1 || len(reports.payouts) != 0 {
			t.Errorf("%s: %d payments and %d payouts were reported", c.kind, len(reports.payments), len(reports.payouts))
			continue
		}
		p := reports.payments[0]
		if p.Channel != pricing.Kind(c.kind) || p.TransactionID != c.transactionID || p.Status != report.Paid || !p.PaidAmount.Equal(rupiah.Of(c.amount)) {
			t.Errorf("%s: reported %+v", c.kind, p)
		}
	}
}

func TestANotificationOnAPayoutReachesReports(t *testing.T) {
	t.Parallel()
	reports := &recorder{}
	if got := send(t, reports, newRequest(t.Context(), "disbursement", payoutCompleted)); got.status != http.StatusOK {
		t.Errorf("answered %+v", got)
	}
	if len(reports.payouts) != 1 || len(reports.payments) != 0 {
		t.Fatalf("%d payouts and %d payments were reported", len(reports.payouts), len(reports.payments))
	}
	p := reports.payouts[0]
	if p.ProviderID != "dis-1" || p.Reference != "withdrawal-21" || p.Status != report.Completed || !p.Amount.Equal(rupiah.Of(90_000)) {
		t.Errorf("reported %+v", p)
	}
}

func TestAMalformedNotificationIsRefusedAndItsFieldNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind, body string
		want       answer
	}{
		"an unknown kind":         {"refund", invoicePaid, answer{404, "not_found", ""}},
		"a kind in capitals":      {"INVOICE", invoicePaid, answer{404, "not_found", ""}},
		"an empty body":           {"invoice", ``, answer{400, "invalid_field", "body"}},
		"no JSON":                 {"invoice", `paid`, answer{400, "invalid_field", "body"}},
		"a missing amount":        {"va", strings.Replace(vaPaid, `"amount":300000,`, ``, 1), answer{400, "invalid_field", "amount"}},
		"an amount as text":       {"va", strings.Replace(vaPaid, `300000`, `"300000"`, 1), answer{400, "invalid_field", "amount"}},
		"an unknown status":       {"invoice", strings.Replace(invoicePaid, "PAID", "MAYBE", 1), answer{400, "invalid_field", "status"}},
		"an unknown inner status": {"ewallet", strings.Replace(chargePaid, "SUCCEEDED", "MAYBE", 1), answer{400, "invalid_field", "data.status"}},
		"a payout without id":     {"disbursement", strings.Replace(payoutCompleted, `"id":"dis-1",`, ``, 1), answer{400, "invalid_field", "id"}},
		"a body beyond the limit": {"invoice", strings.Repeat(" ", envelope.MaxBody+1), answer{400, "body_too_large", ""}},
	} {
		reports := &recorder{}
		if got := send(t, reports, newRequest(t.Context(), c.kind, c.body)); got != c.want {
			t.Errorf("%s: answered %+v, want %+v", name, got, c.want)
		}
		if len(reports.payments)+len(reports.payouts) != 0 {
			t.Errorf("%s: a report was applied", name)
		}
	}
}

func TestTheProviderGetsARefusalAsItIsAndAfterAnErrorA5xx(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want answer
	}{
		"a refusal":             {domain.Refuse(domain.NotFound, "no_payment", "there is no such payment"), answer{404, "no_payment", ""}},
		"a refusal of a field":  {domain.InvalidField("amount", "is too large"), answer{400, "invalid_field", "amount"}},
		"too much contention":   {domain.Refuse(domain.Busy, "busy", "try again"), answer{503, "busy", ""}},
		"no event store":        {eventstore.ErrUnavailable, answer{503, "unavailable", ""}},
		"an error of ourselves": {errors.New("secret detail"), answer{500, "internal", ""}},
	} {
		for kind, body := range map[string]string{"invoice": invoicePaid, "disbursement": payoutCompleted} {
			if got := send(t, &recorder{err: c.err}, newRequest(t.Context(), kind, body)); got != c.want {
				t.Errorf("%s on %s: answered %+v, want %+v", name, kind, got, c.want)
			}
		}
	}
}

func TestAReportIsAppliedWhenTheProviderHasHungUp(t *testing.T) {
	t.Parallel()
	ctx, hangUp := context.WithCancel(t.Context())
	hangUp()
	reports := &recorder{}
	send(t, reports, newRequest(ctx, "va", vaPaid))
	if len(reports.payments) != 1 || reports.ctxErr != nil {
		t.Errorf("%d reports were applied, the context's error is %v", len(reports.payments), reports.ctxErr)
	}
}

func TestTheActorOfAReportIsTheProvider(t *testing.T) {
	t.Parallel()
	request := newRequest(eventstore.WithMetadata(t.Context(), eventstore.Metadata{RequestID: "r-1", CorrelationID: "c-1"}), "va", vaPaid)
	reports := &recorder{}
	send(t, reports, request)
	if want := (eventstore.Metadata{Actor: "provider", RequestID: "r-1", CorrelationID: "c-1"}); reports.metadata != want {
		t.Errorf("the metadata is %+v, want %+v", reports.metadata, want)
	}
}
