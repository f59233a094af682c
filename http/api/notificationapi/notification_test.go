package notificationapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/notification"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/api/envelope"
	"gateway/http/api/notificationapi"
	"gateway/http/outbound/snapadapter"
	"gateway/test/rupiah"

	"github.com/gin-gonic/gin"
)

const (
	token       = "callback-token"
	formerToken = "former-callback-token"
	otherToken  = "token-of-another-connection"

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

// recorder implements Reports: it records its calls and answers with err.
type recorder struct {
	err error
	// refuseErr is what RefuseNotification returns.
	refuseErr error
	payments  []report.Payment
	payouts   []report.Payout
	refused   []notification.Refused
	wrong     int
	wrongAt   string // the connection of the last wrong one
	metadata  eventstore.Metadata
	refunds   []report.Refund
	disputes  []report.Dispute
	// ctxErr is the error of the context at the last call.
	ctxErr error
}

func (r *recorder) TakePayment(ctx context.Context, p report.Payment) error {
	r.payments, r.metadata, r.ctxErr = append(r.payments, p), eventstore.MetadataFrom(ctx), ctx.Err()
	return r.err
}

func (r *recorder) TakeRefund(ctx context.Context, p report.Refund) error {
	r.refunds, r.metadata, r.ctxErr = append(r.refunds, p), eventstore.MetadataFrom(ctx), ctx.Err()
	return r.err
}

func (r *recorder) TakeDispute(ctx context.Context, d report.Dispute) error {
	r.disputes, r.metadata, r.ctxErr = append(r.disputes, d), eventstore.MetadataFrom(ctx), ctx.Err()
	return r.err
}

func (r *recorder) TakePayout(ctx context.Context, p report.Payout) error {
	r.payouts, r.metadata, r.ctxErr = append(r.payouts, p), eventstore.MetadataFrom(ctx), ctx.Err()
	return r.err
}

func (r *recorder) RefuseNotification(_ context.Context, n notification.Refused, _ []byte) error {
	r.refused = append(r.refused, n)
	return r.refuseErr
}

// WrongToken and RefusedNotification implement notificationapi.Counters.
func (r *recorder) WrongToken(_ context.Context, connection string) {
	r.wrong, r.wrongAt = r.wrong+1, connection
}

func (r *recorder) RefusedNotification(string, string) {}

// tokensOnly are connections whose providers send a token, with their tokens.
type tokensOnly map[string][]string

func (t tokensOnly) Names() []string                             { return slices.Sorted(maps.Keys(t)) }
func (t tokensOnly) CallbackTokens(name string) []string         { return t[name] }
func (tokensOnly) SNAP(string) (a *snapadapter.Adapter, ok bool) { return nil, false }

// answer is what the provider receives.
type answer struct {
	status      int
	code, field string
}

func newRequest(ctx context.Context, kind, body string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/provider/callbacks/"+kind, strings.NewReader(body))
	r.Header.Set("X-Callback-Token", token)
	return r
}

func send(t *testing.T, reports *recorder, request *http.Request) answer {
	t.Helper()
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	notificationapi.New(notificationapi.Options{
		Reports: reports, Connections: tokensOnly{"xendit": {token, formerToken}, "xendit-2": {otherToken}}, Masters: secret.NewRing("m"), Counters: reports,
	}).Routes(router)
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
		"the former one": {[]string{formerToken}, answer{status: 200}},
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
		if counted := reports.wrong == 1; counted != (c.want.status == 401) || len(reports.refused) != 0 {
			t.Errorf("%s: counted %d, stored %v", name, reports.wrong, reports.refused)
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

func TestANotificationOfARefundReachesReportsWithOrWithoutOurReference(t *testing.T) {
	t.Parallel()
	const without = `{"event":"ewallet.refund","business_id":"b","data":{"id":"ewr_1","charge_id":"ewc-1","status":"SUCCEEDED",
		"currency":"IDR","channel_code":"ID_OVO","capture_amount":123456,"refund_amount":23456,"reason":"REQUESTED_BY_CUSTOMER"}}`
	want := report.Refund{Connection: "xendit", ID: "ewr_1", ProviderID: "ewc-1", Status: report.Completed, Amount: rupiah.Of(23_456), Reason: "REQUESTED_BY_CUSTOMER"}
	for reference, body := range map[string]string{
		"": without, "INV-1-19": strings.Replace(without, `"id":"ewr_1"`, `"id":"ewr_1","reference_id":"INV-1-19"`, 1),
	} {
		want.Reference = reference
		reports := &recorder{}
		got := send(t, reports, newRequest(t.Context(), "ewallet", body))
		if got.status != http.StatusOK || len(reports.refunds) != 1 || len(reports.payments) != 0 || fmt.Sprint(reports.refunds[0]) != fmt.Sprint(want) {
			t.Errorf("answered %+v, reported %+v", got, reports.refunds)
		}
	}
	reports := &recorder{}
	send(t, reports, newRequest(t.Context(), "ewallet", strings.Replace(without, `"refund_amount":23456`, `"refund_amount":"x"`, 1)))
	if len(reports.refunds) != 0 || len(reports.refused) != 1 {
		t.Errorf("an amount that is none: reported %+v, refused %+v", reports.refunds, reports.refused)
	}
}

func TestANotificationOfARefundIsTakenInWhereverItArrives(t *testing.T) {
	t.Parallel()
	const inner = `{"event":"refund.failed","business_id":"b","data":{"id":"rfd-1","invoice_id":"inv-1","status":"FAILED","amount":20000,
		"reference_id":"INV-1-17-R7-1","failure_code":"INSUFFICIENT_BALANCE"}}`
	want := report.Refund{
		Connection: "xendit", ID: "rfd-1", ProviderID: "inv-1", Reference: "INV-1-17-R7-1", Status: report.Failed, Amount: rupiah.Of(20_000),
		FailureCode: "INSUFFICIENT_BALANCE",
	}
	for _, kind := range []string{"refund", "invoice", "va", "ewallet", "qris", "disbursement"} {
		for _, body := range []string{inner, `{"event":"refund.failed","business_id":"b","data":` + inner + `}`} {
			reports := &recorder{}
			got := send(t, reports, newRequest(t.Context(), kind, body))
			if got.status != http.StatusOK || len(reports.refunds) != 1 || fmt.Sprint(reports.refunds[0]) != fmt.Sprint(want) {
				t.Errorf("%s: answered %+v, reported %+v", kind, got, reports.refunds)
			}
		}
	}
	reports := &recorder{}
	send(t, reports, newRequest(t.Context(), "refund", invoicePaid))
	if len(reports.payments)+len(reports.refunds) != 0 || len(reports.refused) != 1 || reports.refused[0].Field != "event" {
		t.Errorf("a payment at the address of refunds: %+v", reports)
	}
	reports = &recorder{}
	send(t, reports, newRequest(t.Context(), "refund", `{"data":`+strings.Replace(inner, "20000", `"x"`, 1)+`}`))
	if len(reports.refused) != 1 || reports.refused[0].ProviderID != "rfd-1" || reports.refused[0].Event != "refund.failed" || reports.refused[0].Reference != want.Reference {
		t.Errorf("a refusal of what is wrapped twice: %+v", reports.refused)
	}
}

func TestANotificationThatCanNotBeTakenInIsRecordedAndAnswered200(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind, body string
		want       notification.Refused
	}{
		"an empty body":    {"invoice", ``, notification.Refused{Code: "invalid_field", Field: "body"}},
		"no JSON":          {"invoice", `paid`, notification.Refused{Code: "invalid_field", Field: "body"}},
		"a missing amount": {"va", strings.Replace(vaPaid, `"amount":300000,`, ``, 1), notification.Refused{Code: "invalid_field", Field: "amount", Reference: "INV-1-18"}},
		"an amount as text": {"va", strings.Replace(vaPaid, `300000`, `"300000"`, 1), notification.Refused{
			Code: "invalid_field", Field: "amount", Reference: "INV-1-18",
		}},
		"an unknown status": {"invoice", strings.Replace(invoicePaid, "PAID", "MAYBE", 1), notification.Refused{
			Code: "invalid_field", Field: "status", ProviderID: "inv-1", Reference: "INV-1-17", Status: "MAYBE",
		}},
		"a virtual account that was made": {"va", `{"id":"va-9","external_id":"shop-9","bank_code":"BNI","status":"ACTIVE"}`, notification.Refused{
			Code: "invalid_field", Field: "callback_virtual_account_id", ProviderID: "va-9", Reference: "shop-9", Status: "ACTIVE",
		}},
		"an event that is no capture": {"ewallet", `{"event":"ewallet.linked","data":{"id":"l-1","status":"ACTIVE"}}`, notification.Refused{
			Code: "invalid_field", Field: "event", Event: "ewallet.linked", ProviderID: "l-1", Status: "ACTIVE",
		}},
		"a payout without id": {"disbursement", strings.Replace(payoutCompleted, `"id":"dis-1",`, ``, 1), notification.Refused{
			Code: "invalid_field", Field: "id", Reference: "withdrawal-21", Status: "COMPLETED",
		}},
		"a body beyond the limit": {"invoice", strings.Repeat(" ", envelope.MaxBody+1), notification.Refused{Code: "body_too_large"}},
	} {
		reports := &recorder{}
		if got := send(t, reports, newRequest(t.Context(), c.kind, c.body)); got != (answer{status: 200}) {
			t.Errorf("%s: answered %+v", name, got)
		}
		if len(reports.payments)+len(reports.payouts) != 0 || len(reports.refused) != 1 {
			t.Errorf("%s: applied, or not recorded: %+v", name, reports)
			continue
		}
		c.want.Connection, c.want.Kind, c.want.Reason = "xendit", c.kind, reports.refused[0].Reason
		if got := reports.refused[0]; got != c.want || got.Reason == "" {
			t.Errorf("%s:\n got  %+v\n want %+v", name, got, c.want)
		}
	}
}

func TestThereAreNoNotificationsOfAnUnknownKind(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"card", "INVOICE"} {
		reports := &recorder{}
		if got := send(t, reports, newRequest(t.Context(), kind, invoicePaid)); got != (answer{404, "not_found", ""}) {
			t.Errorf("%s: answered %+v", kind, got)
		}
	}
}

func TestWhatMayStillBeTakenInIsAnsweredWithA5xx(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err, refuseErr error
		want           answer
		refused        int
	}{
		"a refusal":                      {domain.Refuse(domain.NotFound, "no_payment", "there is no such payment"), nil, answer{status: 200}, 1},
		"a refusal of a field":           {domain.InvalidField("amount", "is too large"), nil, answer{status: 200}, 1},
		"a refusal that is not recorded": {domain.InvalidField("amount", "no"), eventstore.ErrUnavailable, answer{503, "unavailable", ""}, 1},
		"an id of our form":              {domain.Refuse(domain.Busy, "payment_unknown", "not known here"), nil, answer{503, "payment_unknown", ""}, 0},
		"no event store":                 {eventstore.ErrUnavailable, nil, answer{503, "unavailable", ""}, 0},
		"an error of ourselves":          {errors.New("secret detail"), nil, answer{500, "internal", ""}, 0},
	} {
		for kind, body := range map[string]string{"invoice": invoicePaid, "disbursement": payoutCompleted} {
			reports := &recorder{err: c.err, refuseErr: c.refuseErr}
			if got := send(t, reports, newRequest(t.Context(), kind, body)); got != c.want || len(reports.refused) != c.refused {
				t.Errorf("%s on %s: answered %+v, recorded %v", name, kind, got, reports.refused)
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

func TestANotificationIsAboutTheConnectionOfItsAddress(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct {
		token, connection string
		want              answer
	}{
		"/provider/callbacks/":          {token, "xendit", answer{status: 200}},
		"/provider/xendit/callbacks/":   {token, "xendit", answer{status: 200}},
		"/provider/xendit-2/callbacks/": {otherToken, "xendit-2", answer{status: 200}},
		"/provider/doku-1/callbacks/":   {token, "", answer{404, "not_found", ""}},
	} {
		for kind, body := range map[string]string{
			"invoice": invoicePaid, "disbursement": payoutCompleted,
			"ewallet": `{"event":"ewallet.refund","data":{"id":"ewr_1","charge_id":"ewc-1","status":"SUCCEEDED","currency":"IDR",
				"channel_code":"ID_OVO","capture_amount":123456,"refund_amount":23456}}`,
		} {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path+kind, strings.NewReader(body))
			request.Header.Set("X-Callback-Token", c.token)
			reports := &recorder{}
			got := send(t, reports, request)
			var from []string
			for _, r := range reports.payments {
				from = append(from, r.Connection)
			}
			for _, r := range reports.payouts {
				from = append(from, r.Connection)
			}
			for _, r := range reports.refunds {
				from = append(from, r.Connection)
			}
			if got != c.want || strings.Join(from, " ") != c.connection || reports.wrong != 0 {
				t.Errorf("%s%s: answered %+v, reported of %v, %d wrong tokens", path, kind, got, from, reports.wrong)
			}
		}
	}
}

func TestTheTokenOfAnotherConnectionIsAWrongToken(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct{ sent, connection string }{
		"/provider/callbacks/invoice": {otherToken, "xendit"}, "/provider/xendit/callbacks/invoice": {otherToken, "xendit"},
		"/provider/xendit-2/callbacks/invoice": {token, "xendit-2"},
	} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(invoicePaid))
		request.Header.Set("X-Callback-Token", c.sent)
		reports := &recorder{}
		if got := send(t, reports, request); got != (answer{401, "invalid_callback_token", ""}) || reports.wrong != 1 || reports.wrongAt != c.connection || len(reports.payments) != 0 {
			t.Errorf("%s: answered %+v, counted %d at %s, reported %v", path, got, reports.wrong, reports.wrongAt, reports.payments)
		}
	}
}
