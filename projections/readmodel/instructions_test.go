package readmodel

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestASingleTransactionHasItsInstructionsWhileItIsOpen(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	all := Opening{VANumber: "1", BankCode: "BNI", QRString: "2", PayURL: "3", Deeplink: "4", InvoiceURL: "5"}
	for _, c := range []struct {
		name    string
		row     Transaction
		members string
	}{
		{"virtual account", Transaction{Channel: "va", Status: "PENDING", OpenedAt: &at, Opening: all}, `"bank_code":"BNI","va_number":"1"`},
		{"e-wallet", Transaction{Channel: "ewallet", Status: "PENDING", OpenedAt: &at, Opening: all}, `"deeplink":"4","pay_url":"3"`},
		{"e-wallet without an app", Transaction{Channel: "ewallet", Status: "PENDING", OpenedAt: &at, Opening: Opening{PayURL: "3"}}, `"deeplink":"","pay_url":"3"`},
		{"QR code", Transaction{Channel: "qris", Status: "PENDING", OpenedAt: &at, Opening: all}, `"qr_string":"2"`},
		{"invoice", Transaction{Channel: "invoice", Status: "PENDING", OpenedAt: &at, Opening: all}, `"invoice_url":"5"`},
		{"recorded", Transaction{Channel: "recorded", Status: "PENDING"}, ""},
		{"the provider has not answered", Transaction{Channel: "invoice", Status: "PENDING"}, ""},
		{"paid", Transaction{Channel: "invoice", Status: "PAID", OpenedAt: &at, Opening: all}, ""},
		{"expired", Transaction{Channel: "va", Status: "EXPIRED", OpenedAt: &at, Opening: all}, ""},
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
