package simulator_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/simulator"
	"gateway/test/rupiah"
)

// paid opens a payment of 100,000 with the id "a" and pays it.
func (f *fixture) paid(t *testing.T, channel pricing.Kind) {
	t.Helper()
	f.open(t, channel, "a", 100_000)
	must(t, f.Pay(t.Context(), "a", nil, ""))
	f.inbox.next(t)
}

// reversals returns the bookings that take "a" back, oldest first.
func (f *fixture) reversals(t *testing.T) []report.Booking {
	t.Helper()
	return f.listed(t, report.BookingQuery{Reference: "a", Kinds: []report.BookingKind{report.BookedRefund, report.BookedChargeback}})
}

func TestARefundGoesBackInPartsAndTheFeeStays(t *testing.T) {
	t.Parallel()
	for _, channel := range channels {
		f := newFixture(t, withFees)
		f.paid(t, channel)
		must(t, f.Settle(t.Context(), "a"))
		f.inbox.next(t)
		fee := f.only(t, "a").Fee.Total().IntPart()
		must(t, f.Refund(t.Context(), simulator.Reversal{ExternalID: "a", Amount: new(rupiah.Of(30_000))}))
		f.mustHaveBalance(t, "refunded in part", 70_000-fee)
		for _, tooMuch := range []int64{70_001, 0} {
			err := f.Refund(t.Context(), simulator.Reversal{ExternalID: "a", Amount: new(rupiah.Of(tooMuch))})
			if !errors.Is(err, simulator.ErrState) {
				t.Errorf("%s: %d more was refunded: %v", channel, tooMuch, err)
			}
		}
		must(t, f.Refund(t.Context(), simulator.Reversal{ExternalID: "a"}))
		f.mustHaveBalance(t, "refunded", -fee)
		got := f.reversals(t)
		if len(got) != 2 || got[0].Kind != report.BookedRefund || !got[0].Amount.Equal(rupiah.Of(30_000)) || !got[1].Amount.Equal(rupiah.Of(70_000)) ||
			got[0].Cashflow != report.MoneyOut || got[0].ProductID == got[1].ProductID || got[0].Fee.Status != report.FeeNone {
			t.Errorf("%s: %+v", channel, got)
		}
	}
}

func TestARefundOfAnEWalletIsNotifiedWithoutOurReference(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.paid(t, pricing.EWallet)
	must(t, f.Refund(t.Context(), simulator.Reversal{ExternalID: "a", Amount: new(rupiah.Of(30_000))}))
	var body struct {
		Event string         `json:"event"`
		Data  map[string]any `json:"data"`
	}
	got := f.inbox.raw(t)
	must(t, json.Unmarshal(got.body, &body))
	if _, named := body.Data["reference_id"]; got.kind != "ewallet" || body.Event != "ewallet.refund" || named ||
		body.Data["charge_id"] != f.find(t, pricing.EWallet, "a").ProviderID || body.Data["refund_amount"] != 30_000.0 ||
		body.Data["id"] != f.reversals(t)[0].ProductID {
		t.Errorf("%s", got.body)
	}
}

func TestAVoidTakesTheWholePaymentBackWithItsFee(t *testing.T) {
	t.Parallel()
	for name, isSettled := range map[string]bool{"before the settlement": false, "after it": true} {
		f := newFixture(t, withFees)
		f.paid(t, pricing.EWallet)
		want := report.FeeCancelled
		if isSettled {
			must(t, f.Settle(t.Context(), "a"))
			f.inbox.next(t)
			want = report.FeeGivenBack
		}
		must(t, f.Void(t.Context(), "a", ""))
		if got := string(f.inbox.raw(t).body); !strings.Contains(got, `"ewallet.void"`) || !strings.Contains(got, `"status":"VOIDED"`) {
			t.Errorf("%s: %s", name, got)
		}
		f.mustHaveBalance(t, name, 0)
		if got := f.only(t, "a"); got.Status != report.Reversed || !got.Voided || got.Fee.Status != want {
			t.Errorf("%s: %+v", name, got)
		}
		if got := f.find(t, pricing.EWallet, "a"); got.FailureCode != report.Voided {
			t.Errorf("%s: %+v", name, got)
		}
		if err := f.Void(t.Context(), "a", ""); !errors.Is(err, simulator.ErrState) {
			t.Errorf("%s: voided twice: %v", name, err)
		}
		if err := f.Refund(t.Context(), simulator.Reversal{ExternalID: "a"}); !errors.Is(err, simulator.ErrState) {
			t.Errorf("%s: refunded after the void: %v", name, err)
		}
	}
}

func TestWhatCanNotBeVoided(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*testing.T, *fixture){
		"no e-wallet": func(t *testing.T, f *fixture) { f.paid(t, pricing.VA) },
		"not paid":    func(t *testing.T, f *fixture) { f.open(t, pricing.EWallet, "a", 100_000) },
		"refunded in part": func(t *testing.T, f *fixture) {
			f.paid(t, pricing.EWallet)
			must(t, f.Refund(t.Context(), simulator.Reversal{ExternalID: "a", Amount: new(rupiah.Of(1))}))
		},
	} {
		f := newFixture(t)
		prepare(t, f)
		if err := f.Void(t.Context(), "a", ""); !errors.Is(err, simulator.ErrState) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f := newFixture(t)
	if err := f.Void(t.Context(), "a", ""); !errors.Is(err, simulator.ErrNotFound) {
		t.Errorf("no payment: %v", err)
	}
}

func TestAChargebackIsInTheBooksOnly(t *testing.T) {
	t.Parallel()
	for _, channel := range channels {
		f := newFixture(t)
		f.paid(t, channel)
		must(t, f.Chargeback(t.Context(), simulator.Reversal{ExternalID: "a"}))
		got := f.reversals(t)
		if len(got) != 1 || got[0].Kind != report.BookedChargeback || !got[0].Amount.Equal(rupiah.Of(100_000)) {
			t.Errorf("%s: %+v", channel, got)
		}
		f.mustHaveBalance(t, "charged back before the settlement", -100_000)
		f.inbox.mustGetNothing(t)
	}
}

func TestASecondPaymentIsTakenBackByItsOwnID(t *testing.T) {
	t.Parallel()
	for _, channel := range channels {
		f := newFixture(t)
		f.paid(t, channel)
		must(t, f.Pay(t.Context(), "a", new(rupiah.Of(7_000)), ""))
		second := f.listed(t, report.BookingQuery{Reference: "a"})[1].ProductID
		must(t, f.Refund(t.Context(), simulator.Reversal{ExternalID: "a", PaymentID: second}))
		must(t, f.Refund(t.Context(), simulator.Reversal{ExternalID: "a"}))
		got := f.reversals(t)
		if len(got) != 2 || !got[0].Amount.Equal(rupiah.Of(7_000)) || !got[1].Amount.Equal(rupiah.Of(100_000)) {
			t.Errorf("%s: %+v", channel, got)
		}
	}
}

func TestASilentSimulatorDoesItsWorkAndNotifiesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.SetFaults(simulator.Faults{Silent: true})
	for _, channel := range channels {
		f.open(t, channel, string(channel), 100_000)
		must(t, f.Pay(t.Context(), string(channel), nil, ""))
	}
	f.disburse(t, "payout", 50_000)
	must(t, f.CompletePayout(t.Context(), "payout"))
	f.inbox.mustGetNothing(t)
	f.SetFaults(simulator.Faults{})
	f.inbox.mustGetNothing(t)
	if got := f.listed(t, report.BookingQuery{}); len(got) != len(channels)+1 {
		t.Errorf("%d bookings", len(got))
	}
}
