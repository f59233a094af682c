package readmodel_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gateway/projections/readmodel/paymentrows"
)

func TestASingleTransactionHasItsInstructionsWhileItIsOpen(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	all := paymentrows.Opening{VANumber: "1", BankCode: "BNI", QRString: "2", PayURL: "3", Deeplink: "4", InvoiceURL: "5"}
	for _, c := range []struct {
		name    string
		row     paymentrows.Transaction
		members string
	}{
		{"virtual account", paymentrows.Transaction{Channel: "va", Status: "PENDING", OpenedAt: &at, Opening: all}, `"bank_code":"BNI","va_number":"1"`},
		{"e-wallet", paymentrows.Transaction{Channel: "ewallet", Status: "PENDING", OpenedAt: &at, Opening: all}, `"deeplink":"4","pay_url":"3"`},
		{"e-wallet without an app", paymentrows.Transaction{Channel: "ewallet", Status: "PENDING", OpenedAt: &at, Opening: paymentrows.Opening{PayURL: "3"}}, `"deeplink":"","pay_url":"3"`},
		{"QR code", paymentrows.Transaction{Channel: "qris", Status: "PENDING", OpenedAt: &at, Opening: all}, `"qr_string":"2"`},
		{"invoice", paymentrows.Transaction{Channel: "invoice", Status: "PENDING", OpenedAt: &at, Opening: all}, `"invoice_url":"5"`},
		{"recorded", paymentrows.Transaction{Channel: "recorded", Status: "PENDING"}, ""},
		{"the provider has not answered", paymentrows.Transaction{Channel: "invoice", Status: "PENDING"}, ""},
		{"paid", paymentrows.Transaction{Channel: "invoice", Status: "PAID", OpenedAt: &at, Opening: all}, ""},
		{"expired", paymentrows.Transaction{Channel: "va", Status: "EXPIRED", OpenedAt: &at, Opening: all}, ""},
	} {
		plain, err := json.Marshal(c.row)
		if err != nil {
			t.Fatal(err)
		}
		single, err := json.Marshal(c.row.Single())
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSuffix(string(plain), "}") + strings.TrimSuffix(","+c.members, ",") + "}"
		if string(single) != want {
			t.Errorf("%s: %s, want %s", c.name, single, want)
		}
	}
}
