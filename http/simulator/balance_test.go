package simulator_test

import (
	"errors"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/simulator"
	"gateway/test/poll"
	"gateway/test/rupiah"
)

func withFees(o *simulator.Options) { o.Fees = simulator.UsualFees }

func (f *fixture) mustHaveBalance(t *testing.T, when string, rupiahs int64) {
	t.Helper()
	got, err := f.Client.Balance(t.Context())
	must(t, err)
	if !got.Equal(rupiah.Of(rupiahs)) {
		t.Errorf("%s: the balance is %s, want %d", when, got, rupiahs)
	}
}

// only returns the one booking with the reference.
func (f *fixture) only(t *testing.T, reference string) report.Booking {
	t.Helper()
	found := f.listed(t, report.BookingQuery{Reference: reference})
	if len(found) != 1 {
		t.Fatalf("%d bookings of %s: %+v", len(found), reference, found)
	}
	return found[0]
}

func (f *fixture) mustHaveFee(t *testing.T, reference string, fee, vat int64, status report.FeeStatus) {
	t.Helper()
	got := f.only(t, reference).Fee
	if !got.Amount.Equal(rupiah.Of(fee)) || !got.VAT.Equal(rupiah.Of(vat)) || got.Status != status {
		t.Errorf("%s has the fee %+v, want %d, VAT %d, %s", reference, got, fee, vat, status)
	}
}

func TestAPaymentIsCreditedLessItsFeeWhenItIsSettled(t *testing.T) {
	t.Parallel()
	for channel, want := range map[pricing.Kind]struct{ fee, vat int64 }{
		pricing.VA:      {4000, 440},
		pricing.EWallet: {1500, 165}, // 1.5 % of 100,001, in whole rupiah
		pricing.QRIS:    {630, 69},
		pricing.Invoice: {4000, 440}, // the customer paid at a bank
	} {
		f := newFixture(t, withFees)
		f.open(t, channel, "a", 100_001)
		must(t, f.Pay(t.Context(), "a", nil, ""))
		f.mustHaveFee(t, "a", want.fee, want.vat, report.FeePending)
		f.mustHaveBalance(t, string(channel)+" paid", 0)
		must(t, f.Settle(t.Context(), "a"))
		f.mustHaveFee(t, "a", want.fee, want.vat, report.FeeFinal)
		f.mustHaveBalance(t, string(channel)+" settled", 100_001-want.fee-want.vat)
	}
}

func TestAPayoutLeavesTheBalanceWhenItIsCreatedAndComesBackWhenItFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withFees)
	must(t, f.TopUp(t.Context(), rupiah.Of(1_000_000), "transfer-1"))
	f.disburse(t, "fails", 100_000)
	f.mustHaveBalance(t, "created", 900_000)
	f.mustHaveFee(t, "fails", 2500, 275, report.FeePending)
	must(t, f.FailPayout(t.Context(), "fails", ""))
	f.mustHaveBalance(t, "failed", 1_000_000)
	f.mustHaveFee(t, "fails", 2500, 275, report.FeeCancelled)

	f.disburse(t, "returns", 200_000)
	must(t, f.CompletePayout(t.Context(), "returns"))
	f.mustHaveBalance(t, "completed", 800_000-2775)
	must(t, f.ReversePayout(t.Context(), "returns"))
	f.mustHaveBalance(t, "reversed: the fee stays", 1_000_000-2775)
	f.mustHaveFee(t, "returns", 2500, 275, report.FeeFinal)

	must(t, f.Withdraw(t.Context(), rupiah.Of(500_000), "transfer-2"))
	f.mustHaveBalance(t, "withdrawn", 500_000-2775)
	if err := f.Withdraw(t.Context(), rupiah.Of(0), "transfer-3"); !errors.Is(err, simulator.ErrState) {
		t.Errorf("nothing was withdrawn: %v", err)
	}
	for reference, want := range map[string]report.Booking{
		"transfer-1": {Kind: report.BookedTopUp, Cashflow: report.MoneyIn},
		"transfer-2": {Kind: report.BookedWithdrawal, Cashflow: report.MoneyOut},
		"returns":    {Kind: report.BookedPayout, Cashflow: report.MoneyOut},
	} {
		if got := f.only(t, reference); got.Kind != want.Kind || got.Cashflow != want.Cashflow {
			t.Errorf("%s: %+v", reference, got)
		}
	}
}

func TestPaymentsAreSettledAfterTheDelayWithoutANotification(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withFees, func(o *simulator.Options) { o.SettlementDelay = 24 * time.Hour })
	for _, channel := range channels {
		f.open(t, channel, string(channel), 100_000)
		must(t, f.Pay(t.Context(), string(channel), nil, ""))
		must(t, f.Pay(t.Context(), string(channel), nil, "")) // a second payment is settled, too
		f.inbox.next(t)
		f.inbox.next(t)
	}
	// A notification whose delivery is not yet recorded would be sent again after the claim.
	poll.Until(t, "all notifications are recorded as delivered", func() bool {
		var waiting int
		must(t, f.db.Get(&waiting, `SELECT count(*) FROM state.simulator_notifications WHERE delivered_at IS NULL`))
		return waiting == 0
	})
	f.clock.advance(23 * time.Hour)
	for _, b := range f.listed(t, report.BookingQuery{}) {
		if b.Status != report.Paid || !b.SettlesAt.Equal(start.Add(24*time.Hour)) {
			t.Errorf("before it is due: %+v", b)
		}
	}
	f.clock.advance(2 * time.Hour)
	poll.Until(t, "all payments are settled", func() bool {
		settled := f.listed(t, report.BookingQuery{UpdatedFrom: start.Add(24 * time.Hour)})
		return len(settled) == 2*len(channels)
	})
	for _, b := range f.listed(t, report.BookingQuery{}) {
		if b.Status != report.Settled || !b.Fee.IsFinal() || !b.UpdatedAt.Equal(start.Add(25*time.Hour)) {
			t.Errorf("after it was due: %+v", b)
		}
	}
	if got := f.find(t, pricing.Invoice, "invoice"); got.Status != report.Settled {
		t.Errorf("the invoice is %s", got.Status)
	}
	f.inbox.mustGetNothing(t)
}
