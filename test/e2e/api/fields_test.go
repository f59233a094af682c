package api

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// request is a valid body and the rules of its fields.
type request struct {
	path  string
	sound object
	// required fields may not be left out, amounts obey the rules of money, and so on.
	required, amounts, texts, integers, flags, objects, urls []string
}

// requests are the bodies of the operations for merchants.
var requests = []request{
	{
		path:     "/payments/va",
		sound:    object{"amount": 50000, "bank_code": "BCA", "customer_name": "Budi", "app_id": nil, "external_id": "O-1", "metadata": object{}},
		required: []string{"amount", "bank_code", "customer_name"}, amounts: []string{"amount"},
		texts: []string{"bank_code", "customer_name", "external_id"}, integers: []string{"app_id"}, objects: []string{"metadata"},
	},
	{
		path:     "/payments/ewallet",
		sound:    object{"amount": 50000, "channel_code": "OVO", "customer_phone": "081234567890"},
		required: []string{"amount", "channel_code"}, amounts: []string{"amount"},
		texts: []string{"channel_code", "customer_phone", "success_url", "external_id"}, integers: []string{"app_id"}, objects: []string{"metadata"},
		urls: []string{"success_url"},
	},
	{
		path: "/payments/qris", sound: object{"amount": 50000}, required: []string{"amount"}, amounts: []string{"amount"},
		texts: []string{"external_id"}, integers: []string{"app_id"}, objects: []string{"metadata"},
	},
	{
		path: "/payments/invoice", sound: object{"amount": 50000}, required: []string{"amount"}, amounts: []string{"amount"},
		texts: []string{"external_id", "description", "customer_name"}, urls: []string{"success_url", "failure_url"}, integers: []string{"app_id"}, objects: []string{"metadata"},
	},
	{
		path: "/fees/calculate", sound: object{"amount": 50000, "channel_code": "OVO"},
		required: []string{"amount", "channel_code"}, amounts: []string{"amount"}, texts: []string{"channel_code", "payment_method"}, flags: []string{"include_vat"},
	},
	{
		path: "/fees/calculate/bulk", sound: object{"amount": 50000, "channels": []string{"OVO"}},
		required: []string{"amount", "channels"}, amounts: []string{"amount"}, flags: []string{"include_vat"},
	},
	{
		path: "/fees/calculate/vat", sound: object{"amount": 50000},
		required: []string{"amount"}, amounts: []string{"amount"}, flags: []string{"is_inclusive"},
	},
	{
		path: "/fees/calculate/withdrawal", sound: object{"amount": 50000, "bank_code": "BCA"},
		required: []string{"amount", "bank_code"}, amounts: []string{"amount"}, texts: []string{"bank_code"},
	},
	{
		path: "/fees/calculate/amount-to-pay", sound: object{"net_amount": 50000, "channel_code": "OVO"},
		required: []string{"net_amount", "channel_code"}, amounts: []string{"net_amount"}, texts: []string{"channel_code"}, flags: []string{"include_vat"},
	},
	{
		path: "/transactions", sound: object{"total": 50000}, required: []string{"total"}, amounts: []string{"total", "net_payment"},
		texts: []string{"transaction_id", "external_id", "status"}, objects: []string{"transaction_log"},
	},
	{
		path: "/withdrawals", sound: object{"jumlah": 50000, "url": harness.CallbackURL}, required: []string{"jumlah"}, amounts: []string{"jumlah"},
		texts: []string{"by", "external_id", "url"}, urls: []string{"url"},
	},
	{
		path: "/settlements", sound: object{"jumlah": 50000, "tujuan": "gaji"}, required: []string{"jumlah", "tujuan"}, amounts: []string{"jumlah"},
		texts: []string{"tujuan", "by", "external_id", "norek", "bank"},
	},
}

// badAmounts are refused before they are converted to numbers.
var badAmounts = map[string]string{
	"a string": `"50000"`, "an empty string": `""`, "true": `true`, "a list": `[50000]`, "an object": `{}`,
	"nothing": `0`, "less than nothing": `-50000`, "three decimals": `50000.001`, "beyond the largest": `1000000000000.01`,
	"an exponent without end": `1e400`, "one without end the other way": `5e-400`, "ten thousand digits": "1" + strings.Repeat("0", 10000),
	"decimals without end": "50000." + strings.Repeat("0", 10000) + "1",
}

var badTexts = map[string]any{
	"a number": 7, "a list": []string{"a"}, "an object": object{}, "true": true,
	"too long": strings.Repeat("x", 2100), "NUL": "a\x00b", "a line break": "a\r\nX-Header: b",
}

var badURLs = map[string]string{
	"another scheme": "ftp://toko.example/x", "a script": "javascript:alert(1)", "no scheme": "toko.example", "no host": "https:///x",
	"credentials": "https://ani:rahasia@toko.example/", "a space": "https://toko.example/a b", "a file": "file:///etc/passwd",
}

func TestEveryFieldIsHeldToItsRules(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 1000000)
	for _, r := range requests {
		t.Run(strings.TrimPrefix(r.path, "/"), func(t *testing.T) {
			t.Parallel()
			refuses := func(field string, value any) { // one field is wrong, all others are valid
				t.Helper()
				m.Post(t, r.path, r.sound.With(field, value)).RefusesField(t, field)
			}
			for _, field := range r.required {
				m.Post(t, r.path, r.sound.Without(field)).RefusesField(t, field)
				refuses(field, nil)
			}
			for _, field := range r.amounts {
				for _, bad := range badAmounts {
					refuses(field, harness.Raw(bad))
				}
			}
			for _, field := range r.texts {
				for _, bad := range badTexts {
					refuses(field, bad)
				}
			}
			for _, field := range r.integers {
				for _, bad := range []any{"1", 1.5, true, object{}, harness.Raw("1e400"), harness.Raw("99999999999999999999"), -1, 0} {
					refuses(field, bad)
				}
			}
			for _, field := range r.flags {
				for _, bad := range []any{"true", 1, object{}} {
					refuses(field, bad)
				}
			}
			for _, field := range r.objects {
				for _, bad := range []any{"{}", 1, []int{}, object{"x": strings.Repeat("x", 16<<10)}, object{"x": "a\x00b"}} {
					refuses(field, bad)
				}
			}
			for _, field := range r.urls {
				for _, bad := range badURLs {
					refuses(field, bad)
				}
			}
		})
	}
	t.Cleanup(func() { // no half-done work stays behind
		m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
		m.HasBalance(t, 1000000, 1000000, 0, 0)
	})
}

// For each channel: the smallest and the largest amount, and the amounts just beyond.
func TestAmountsAreHeldToTheLimitsOfTheChannel(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100000)
	va := object{"bank_code": "BCA", "customer_name": "Budi"}
	for _, c := range []struct {
		path              string
		rest              object
		least, most       string
		tooLittle, tooBig string
		field             string
	}{
		{"/payments/va", va, "10000", "50000000", "9999", "50000001", "amount"},
		{"/payments/va", va.With("bank_code", "PERMATA"), "10000", "9999999999", "9999", "10000000000", "amount"},
		{"/payments/va", va.With("bank_code", "BNI"), "10000", "50000000000", "9999", "50000000001", "amount"},
		{"/payments/ewallet", object{"channel_code": "OVO", "customer_phone": "081234567890"}, "100", "20000000", "99", "20000001", "amount"},
		{"/payments/ewallet", object{"channel_code": "LINKAJA"}, "100", "10000000", "99", "10000001", "amount"},
		{"/payments/qris", object{}, "1", "10000000", "0", "10000001", "amount"},
		{"/payments/invoice", object{}, "1000", "1000000000000", "999", "1000000000001", "amount"},
	} {
		m.Post(t, c.path, c.rest.With("amount", harness.Raw(c.tooLittle))).RefusesField(t, c.field)
		m.Post(t, c.path, c.rest.With("amount", harness.Raw(c.tooBig))).RefusesField(t, c.field)
		m.Post(t, c.path, c.rest.With("amount", harness.Raw(c.least+".5"))).RefusesField(t, c.field) // the provider cuts decimals off
		m.Post(t, c.path, c.rest.With("amount", harness.Raw(c.least))).Wants(t, 201)
		m.Post(t, c.path, c.rest.With("amount", harness.Raw(c.most))).Wants(t, 201)
	}
	m.Post(t, "/withdrawals", object{"jumlah": 9999, "url": harness.CallbackURL}).RefusesField(t, "jumlah")
	m.Post(t, "/settlements", object{"jumlah": 9999, "tujuan": "gaji"}).RefusesField(t, "jumlah")
	m.Post(t, "/withdrawals", object{"jumlah": 10000.5, "url": harness.CallbackURL}).RefusesField(t, "jumlah")
	m.Post(t, "/settlements", object{"jumlah": 10000.5, "tujuan": "gaji"}).RefusesField(t, "jumlah")
	m.Post(t, "/settlements", object{"amount": harness.Raw("10000.00"), "tujuan": "gaji"}).Wants(t, 201)
	m.Post(t, "/withdrawals", object{"jumlah": harness.Raw("1e4"), "url": harness.CallbackURL}).Wants(t, 201)
}

func TestAnUnknownChannelOrBankCodeIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, c := range []struct {
		path, field string
		body        object
	}{
		{"/payments/va", "bank_code", object{"amount": 50000, "customer_name": "Budi", "bank_code": "OVO"}},
		{"/payments/va", "bank_code", object{"amount": 50000, "customer_name": "Budi", "bank_code": "NOBANK"}},
		{"/payments/va", "customer_name", object{"amount": 50000, "bank_code": "BCA", "customer_name": "  "}},
		{"/payments/ewallet", "channel_code", object{"amount": 50000, "channel_code": "GOPAY"}},
		{"/payments/ewallet", "channel_code", object{"amount": 50000, "channel_code": "BCA"}},
		{"/fees/calculate", "channel_code", object{"amount": 50000, "channel_code": "GOPAY"}},
		{"/fees/calculate", "channel_code", object{"amount": 50000, "payment_method": "TRANSFER"}},
		{"/fees/calculate/bulk", "channels", object{"amount": 50000, "channels": []string{"OVO", "GOPAY"}}},
		{"/fees/calculate/bulk", "channels", object{"amount": 50000, "channels": []string{}}},
		{"/fees/calculate/bulk", "channels", object{"amount": 50000, "channels": "OVO"}},
		{"/fees/calculate/bulk", "channels", object{"amount": 50000, "channels": []int{1}}},
		{"/fees/calculate/withdrawal", "bank_code", object{"amount": 50000, "bank_code": "OVO"}},
		{"/fees/calculate/amount-to-pay", "channel_code", object{"net_amount": 50000, "channel_code": "GOPAY"}},
		{"/fees/calculate/amount-to-pay", "net_amount", object{"net_amount": harness.Raw("1000000000000"), "channel_code": "OVO"}},
		{"/payments/invoice", "metadata.callback_url", object{"amount": 50000, "metadata": object{"callback_url": "ftp://x"}}},
		{"/payments/invoice", "metadata.callback_url", object{"amount": 50000, "metadata": object{"callback_url": 7}}},
		{"/payments/invoice", "metadata.type_transaksi", object{"amount": 50000, "metadata": object{"type_transaksi": 7}}},
	} {
		m.Post(t, c.path, c.body).RefusesField(t, c.field)
	}
}
