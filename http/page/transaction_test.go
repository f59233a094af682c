package page_test

import (
	"slices"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
)

// The API refuses a status that no transaction has, so a list offers none.
func TestTheFilterOfTransactionsOffersTheStatusesThatExist(t *testing.T) {
	t.Parallel()
	c := &page.Context{Language: words.English}
	for _, field := range c.TransactionFilters() {
		if field.Name != "status" {
			continue
		}
		var offered []string
		for _, o := range field.Options {
			if o.Value != "" {
				offered = append(offered, o.Value)
			}
		}
		if !slices.Equal(offered, payment.Statuses()) {
			t.Errorf("offers %v, want %v", offered, payment.Statuses())
		}
		return
	}
	t.Error("there is no filter of the status")
}

func TestTheStateOfATransactionSaysWhyItIsSo(t *testing.T) {
	t.Parallel()
	id, en := &page.Context{Language: words.Indonesian}, &page.Context{Language: words.English}
	due, paid := decimal.RequireFromString("50000"), decimal.RequireFromString("40000")
	until, newer := time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC), "INV-2"
	for _, one := range []struct {
		t      paymentrows.Transaction
		id, en string
	}{
		{
			paymentrows.Transaction{Status: payment.StatusPaid, Total: due, PaidAmount: &paid},
			"Dibayar Rp40.000 dari Rp50.000", "Rp40.000 paid of Rp50.000",
		},
		{
			paymentrows.Transaction{Status: payment.StatusPending, UnderReview: true, Total: due, PaidAmount: &paid},
			"Dibayar Rp40.000 dari Rp50.000", "Rp40.000 paid of Rp50.000",
		},
		{
			paymentrows.Transaction{Status: payment.StatusPaid, UnderReview: true, Total: due, PaidAmount: &due},
			"Dibayar lagi, padahal pesanan ini sudah dibayar", "Paid although the order had been paid",
		},
		{
			paymentrows.Transaction{Status: payment.StatusExpired, ExpiresAt: &until, UpdatedAt: until.Add(time.Minute)},
			"Tidak dibayar sampai 23 Nov 2026, 12.00.00 WIB", "Not paid until 23 Nov 2026, 12.00.00 WIB",
		},
		{
			paymentrows.Transaction{Status: payment.StatusExpired, ExpiresAt: &until, UpdatedAt: until.Add(-time.Hour)},
			"Diakhiri sebelum waktunya, 23 Nov 2026, 11.00.00 WIB", "Ended early, 23 Nov 2026, 11.00.00 WIB",
		},
		{
			paymentrows.Transaction{Status: payment.StatusExpired, ExpiresAt: &until, ReplacedBy: &newer},
			"Diganti pembayaran baru", "A newer payment replaced it",
		},
		{
			paymentrows.Transaction{Status: payment.StatusExpired, ExpiresAt: &until, UpdatedAt: until.Add(-time.Hour), Cancelled: true},
			"Dibatalkan merchant, 23 Nov 2026, 11.00.00 WIB", "The merchant cancelled it, 23 Nov 2026, 11.00.00 WIB",
		},
		{paymentrows.Transaction{Status: payment.StatusPaid, Total: due, PaidAmount: &due}, "", ""},
	} {
		if got := id.TransactionState(one.t).Note; got != one.id {
			t.Errorf("%q, want %q", got, one.id)
		}
		if got := en.TransactionState(one.t).Note; got != one.en {
			t.Errorf("%q, want %q", got, one.en)
		}
	}
}
