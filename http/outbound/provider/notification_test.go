package provider_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/test/rupiah"

	"github.com/google/go-cmp/cmp"
)

const (
	invoiceBody = `{"id":"579c8d61f23fa4ca35e52da4","external_id":"INV-1-17","user_id":"5781d19b2e2385880609791c",
		"is_high":true,"payment_method":"BANK_TRANSFER","status":"PAID","merchant_name":"Toko","amount":50000,
		"paid_amount":50000,"bank_code":"PERMATA","paid_at":"2025-01-12T08:15:03.404Z","payer_email":"a@b.test",
		"description":"x","adjusted_received_amount":47500,"fees_paid_amount":0,"updated":"2025-01-10T08:15:03.404Z",
		"created":"2025-01-10T08:15:03.404Z","currency":"IDR","payment_channel":"PERMATA","payment_destination":"888888"}`
	vaBody = `{"id":"598d91b1191029596846047f","payment_id":"1502450097080","callback_virtual_account_id":"598d5f71bf64853820c49a18",
		"owner_id":"57b4e5181473eeb61c11f9b9","external_id":"INV-1-18","account_number":"1001470126","bank_code":"BCA",
		"amount":300000,"transaction_timestamp":"2025-08-11T18:15:00+07:00","merchant_code":"10766","sender_name":"BUDI",
		"updated":"2025-08-11T11:15:00.000Z","created":"2025-08-11T11:15:00.000Z"}`
	chargeBody = `{"event":"ewallet.capture","business_id":"5abe2389","created":"2025-04-20T16:26:25Z","data":{
		"id":"ewc_532as23lew2321id","business_id":"5easfnn23aadlmnaa42","reference_id":"INV-1-19","status":"SUCCEEDED",
		"currency":"IDR","charge_amount":123456,"capture_amount":123456,"checkout_method":"ONE_TIME_PAYMENT",
		"channel_code":"ID_SHOPEEPAY","failure_code":null,"voided_at":null,"created":"2025-04-20T16:23:52Z",
		"updated":"2025-04-20T16:25:57Z"}}`
	qrBody = `{"event":"qr.payment","id":"qrpy_8182837te","amount":1500.5,"created":"2025-01-08T18:18:18.857Z","qr_code":{
		"id":"qr_8182837te","external_id":"INV-1-20","qr_string":"0002","type":"DYNAMIC","metadata":null},
		"status":"COMPLETED","payment_details":{"receipt_id":"290b03ee7629","source":"BNI"}}`
	payoutBody = `{"id":"57e214ba82b034c325e84d6e","external_id":"WD-1-21","user_id":"57c5aa7a36e3b6a709b6e148","amount":90000,
		"bank_code":"BRI","account_holder_name":"XYZ","disbursement_description":"x","status":"COMPLETED","is_instant":true,
		"created":"2025-10-10T07:15:03.404Z","updated":"2025-10-10T08:15:03.404Z"}`
)

// at parses a time.
func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// parseNotification reads a notification of any kind. It shows a payout's notification as if it were a
// payment's, so that one table can hold all kinds.
func parseNotification(kind string, body []byte) (report.Payment, error) {
	if kind != "disbursement" {
		return provider.ParsePayment(pricing.Kind(kind), body)
	}
	r, err := provider.ParsePayout(body)
	if err != nil {
		return report.Payment{}, err
	}
	p := report.Payment{
		Channel: "disbursement", ProviderID: r.ProviderID, TransactionID: r.Reference, Status: r.Status,
		FailureCode: r.FailureCode, Amount: r.Amount,
	}
	if r.Status == report.Completed {
		p.PaidAmount, p.PaidAt = r.Amount, r.UpdatedAt
	}
	return p, nil
}

func TestNotificationsAreReadAsTheProviderDocumentsThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body string
		want report.Payment
	}{
		{invoiceBody, report.Payment{
			Channel: "invoice", ProviderID: "579c8d61f23fa4ca35e52da4", PaymentID: "579c8d61f23fa4ca35e52da4", TransactionID: "INV-1-17",
			Status: report.Paid, Amount: rupiah.Of("50000"), PaidAmount: rupiah.Of("50000"), PaidAt: at("2025-01-12T08:15:03.404Z"),
			ChannelCode: "PERMATA", PaymentMethod: "BANK_TRANSFER", PaymentChannel: "PERMATA", UserID: "5781d19b2e2385880609791c",
		}},
		{vaBody, report.Payment{
			Channel: "va", ProviderID: "598d5f71bf64853820c49a18", PaymentID: "1502450097080", TransactionID: "INV-1-18",
			Status: report.Paid, Amount: rupiah.Of("300000"), PaidAmount: rupiah.Of("300000"), PaidAt: at("2025-08-11T11:15:00Z"),
			ChannelCode: "BCA", PaymentMethod: "BANK_TRANSFER", PaymentChannel: "BCA", UserID: "57b4e5181473eeb61c11f9b9",
		}},
		{chargeBody, report.Payment{
			Channel: "ewallet", ProviderID: "ewc_532as23lew2321id", PaymentID: "ewc_532as23lew2321id", TransactionID: "INV-1-19",
			Status: report.Paid, Amount: rupiah.Of("123456"), PaidAmount: rupiah.Of("123456"), PaidAt: at("2025-04-20T16:25:57Z"),
			ChannelCode: "SHOPEEPAY", PaymentMethod: "EWALLET", PaymentChannel: "ID_SHOPEEPAY", UserID: "5easfnn23aadlmnaa42",
		}},
		{qrBody, report.Payment{
			Channel: "qris", ProviderID: "qr_8182837te", PaymentID: "qrpy_8182837te", TransactionID: "INV-1-20",
			Status: report.Paid, Amount: rupiah.Of("1500.5"), PaidAmount: rupiah.Of("1500.5"), PaidAt: at("2025-01-08T18:18:18.857Z"),
			ChannelCode: "QRIS", PaymentMethod: "QR_CODE", PaymentChannel: "QRIS", Issuer: "BNI",
		}},
		{payoutBody, report.Payment{
			Channel: "disbursement", ProviderID: "57e214ba82b034c325e84d6e", TransactionID: "WD-1-21",
			Status: report.Completed, Amount: rupiah.Of("90000"), PaidAmount: rupiah.Of("90000"), PaidAt: at("2025-10-10T08:15:03.404Z"),
		}},
	} {
		got, err := parseNotification(string(c.want.Channel), []byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", string(c.want.Channel), err)
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", string(c.want.Channel), diff)
		}
	}
}

func TestStatusesAreTranslated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, body, from, to string
		want                 report.Status
		code                 string
	}{
		{"invoice", invoiceBody, `"PAID"`, `"SETTLED"`, report.Settled, ""},
		{"invoice", invoiceBody, `"PAID"`, `"EXPIRED"`, report.Expired, ""},
		{"va", vaBody, `"owner_id"`, `"status":"SETTLED","owner_id"`, report.Settled, ""},
		{"ewallet", chargeBody, `"SUCCEEDED"`, `"FAILED"`, report.Failed, ""},
		{"ewallet", chargeBody, `"SUCCEEDED"`, `"VOIDED"`, report.Failed, "VOIDED"},
		{"disbursement", payoutBody, `"COMPLETED"`, `"FAILED","failure_code":"REJECTED_BY_BANK"`, report.Failed, "REJECTED_BY_BANK"},
		{"disbursement", payoutBody, `"COMPLETED"`, `"REVERSED"`, report.Reversed, ""},
	} {
		n, err := parseNotification(c.kind, []byte(strings.Replace(c.body, c.from, c.to, 1)))
		if err != nil || n.Status != c.want || n.FailureCode != c.code {
			t.Errorf("%s %s: %s %q, %v", c.kind, c.to, n.Status, n.FailureCode, err)
		}
		if c.want != report.Settled && (!n.PaidAmount.IsZero() || !n.PaidAt.IsZero()) {
			t.Errorf("%s %s: says that %s was paid", c.kind, c.to, n.PaidAmount)
		}
	}
}

func TestAPaymentOfAnInvoiceMayHaveAnIDOfItsOwn(t *testing.T) {
	t.Parallel()
	n, err := parseNotification("invoice", []byte(strings.Replace(invoiceBody, `{"id"`, `{"payment_id":"p1","id"`, 1)))
	if err != nil || n.PaymentID != "p1" || n.ProviderID != "579c8d61f23fa4ca35e52da4" {
		t.Errorf("%+v, %v", n, err)
	}
}

// Money waits for a notification, so its texts are cleaned and never a reason to refuse it.
func TestTheTextsOfANotificationAreCleaned(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ sent, want string }{
		"NUL":                {`1\u0000`, "1"},
		"a newline":          {`1\n2`, "1 2"},
		"an escape of C1":    {`1\u009b2`, "12"},
		"a turned direction": {`1\u202e2`, "12"},
		"decomposed":         {`e\u0301`, "\u00e9"},
		"half a character":   {`1\ud800`, "1\ufffd"},
		"no UTF-8":           {"1\xff", "1\ufffd"},
		"as long as is kept": {strings.Repeat("\u00e9", 2048), strings.Repeat("\u00e9", 2048)},
		"longer":             {strings.Repeat("\u00e9", 2049), strings.Repeat("\u00e9", 2048)},
	} {
		n, err := parseNotification("va", []byte(strings.Replace(vaBody, `"1502450097080"`, `"`+c.sent+`"`, 1)))
		if err != nil || n.PaymentID != c.want {
			t.Errorf("%s: %.20q, %v, want %.20q", name, n.PaymentID, err, c.want)
		}
	}
}

func TestAMalformedNotificationIsRefusedAndItsFieldNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, kind, body, from, to, field string }{
		{"unknown kind", "refund", `{}`, "", "", "kind"},
		{"empty", "va", ``, "", "", "body"},
		{"null", "va", `null`, "", "", "body"},
		{"a list", "va", `[]`, "", "", "body"},
		{"cut short", "va", vaBody[:100], "", "", "body"},
		{"something after it", "va", vaBody + `{}`, "", "", "body"},
		{"deeply nested", "va", strings.Repeat("[", 100_000), "", "", "body"},
		{"deeply nested member", "va", `{"a":` + strings.Repeat("[", 100_000), "", "", "body"},
		{"a member twice", "va", vaBody, `{"id"`, `{"amount":1,"id"`, "body"},
		{"another letter case is another member", "va", vaBody, `"amount"`, `"Amount"`, "amount"},
		{"no payment id", "va", vaBody, `"payment_id"`, `"x"`, "payment_id"},
		{"id as number", "va", vaBody, `"1502450097080"`, `1502450097080`, "payment_id"},
		{"id empty", "va", vaBody, `"1502450097080"`, `""`, "payment_id"},
		{"id of nothing but controls", "va", vaBody, `"1502450097080"`, `"\u0000\u202e"`, "payment_id"},
		{"amount as text", "va", vaBody, `300000`, `"300000"`, "amount"},
		{"amount null", "va", vaBody, `300000`, `null`, "amount"},
		{"amount negative", "va", vaBody, `300000`, `-300000`, "amount"},
		{"amount with exponent", "va", vaBody, `300000`, `3e5`, "amount"},
		{"amount beyond memory", "va", vaBody, `300000`, `1e999999999`, "amount"},
		{"amount too large", "va", vaBody, `300000`, `1000000000000.01`, "amount"},
		{"amount of many digits", "va", vaBody, `300000`, strings.Repeat("9", 100_000), "amount"},
		{"three decimals", "va", vaBody, `300000`, `0.001`, "amount"},
		{"amount as object", "va", vaBody, `300000`, `{}`, "amount"},
		{"no time", "va", vaBody, `"2025-08-11T18:15:00+07:00"`, `"yesterday"`, "transaction_timestamp"},
		{"a time of year 0", "va", vaBody, `"2025-08-11T18:15:00+07:00"`, `"0000-01-01T00:00:00Z"`, "transaction_timestamp"},
		{"a time of year 0, over the year's edge", "va", vaBody, `"2025-08-11T18:15:00+07:00"`, `"0000-01-01T00:00:00+14:00"`, "transaction_timestamp"},
		{"a time before the provider", "va", vaBody, `"2025-08-11T18:15:00+07:00"`, `"1999-12-31T23:59:59Z"`, "transaction_timestamp"},
		{"a time of the far future", "va", vaBody, `"2025-08-11T18:15:00+07:00"`, `"2100-01-01T00:00:00Z"`, "transaction_timestamp"},
		{"a time of year 9999, over the year's edge", "va", vaBody, `"2025-08-11T18:15:00+07:00"`, `"9999-12-31T23:59:59-14:00"`, "transaction_timestamp"},
		{"a strange time inside", "ewallet", chargeBody, `"updated":"2`, `"updated":"9`, "data.updated"},
		{"a payout's strange time", "disbursement", payoutBody, `"updated":"2`, `"updated":"0`, "updated"},
		{"a status of nothing", "va", vaBody, `"owner_id"`, `"status":"MAYBE","owner_id"`, "status"},
		{"nothing new", "invoice", invoiceBody, `"PAID"`, `"PENDING"`, "status"},
		{"paid without amount", "invoice", invoiceBody, `"paid_amount"`, `"x"`, "paid_amount"},
		{"paid without time", "invoice", invoiceBody, `"paid_at"`, `"x"`, "paid_at"},
		{"no data", "ewallet", `{"event":"ewallet.capture"}`, "", "", "data"},
		{"inner status", "ewallet", chargeBody, `"SUCCEEDED"`, `"succeeded"`, "data.status"},
		{"inner amount", "ewallet", chargeBody, `"charge_amount":123456`, `"charge_amount":true`, "data.charge_amount"},
		{"inner twice", "ewallet", chargeBody, `"currency"`, `"status":"FAILED","currency"`, "data"},
		{"no code", "qris", qrBody, `"qr_code"`, `"code"`, "qr_code"},
		{"no external id", "qris", qrBody, `"external_id"`, `"x"`, "qr_code.external_id"},
		{"payout of nothing", "disbursement", payoutBody, `"amount"`, `"x"`, "amount"},
	} {
		n, err := parseNotification(c.kind, []byte(strings.Replace(c.body, c.from, c.to, 1)))
		var refusal *domain.Refusal
		if !errors.As(err, &refusal) || refusal.Kind != domain.Invalid || refusal.Field != c.field {
			t.Errorf("%s: %v, want a refusal of %s", c.name, err, c.field)
		}
		if !cmp.Equal(n, report.Payment{}) {
			t.Errorf("%s: gave %+v", c.name, n)
		}
	}
}

func FuzzParseNotification(f *testing.F) {
	for kind, body := range map[string]string{
		"invoice": invoiceBody, "va": vaBody, "ewallet": chargeBody, "qris": qrBody, "disbursement": payoutBody,
	} {
		f.Add(kind, []byte(body))
	}
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		n, err := parseNotification(kind, body)
		var refusal *domain.Refusal
		switch {
		case err != nil && !errors.As(err, &refusal):
			t.Fatalf("%v is no refusal", err)
		case err == nil && (n.ProviderID == "" || n.PaymentID == "" && kind != "disbursement" || n.TransactionID == "" || n.Status == "" || n.PaidAmount.IsNegative()):
			t.Fatalf("took %+v", n)
		}
	})
}
