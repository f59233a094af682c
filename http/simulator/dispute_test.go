package simulator_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/http/simulator"
	"gateway/test/rupiah"
)

var disputedChannels = []pricing.Kind{pricing.EWallet, pricing.QRIS}

// disputeNews is the next notification, which must be about a dispute.
func (f *fixture) disputeNews(t *testing.T) report.Dispute {
	t.Helper()
	got := f.inbox.raw(t)
	n, err := provider.ParseDispute(got.body)
	if err != nil || got.kind != "dispute" || got.token != token {
		t.Fatalf("%s %s: %v", got.kind, got.body, err)
	}
	return n
}

// disputed pays "a" on the channel, has the customer dispute it, and returns the news.
func (f *fixture) disputed(t *testing.T, channel pricing.Kind, amount int64) report.Dispute {
	t.Helper()
	f.paid(t, channel)
	must(t, f.OpenDispute(t.Context(), simulator.Dispute{Reversal: simulator.Reversal{ExternalID: "a", Amount: new(rupiah.Of(amount))}}))
	return f.disputeNews(t)
}

func (f *fixture) mustTell(t *testing.T, statuses ...report.DisputeStatus) {
	t.Helper()
	for _, want := range statuses {
		if got := f.disputeNews(t); got.Status != want {
			t.Errorf("the dispute is %s, want %s", got.Status, want)
		}
	}
}

// booked is what the books list of chargebacks of "a".
func (f *fixture) booked(t *testing.T) (all []string) {
	t.Helper()
	for _, b := range f.reversals(t) {
		all = append(all, fmt.Sprint(b.Kind, " ", b.Amount, " ", b.Status))
	}
	return all
}

func TestADisputeIsNotifiedWithItsMoneyAndItsEnd(t *testing.T) {
	t.Parallel()
	for _, channel := range disputedChannels {
		f := newFixture(t)
		f.paid(t, channel)
		paid := f.find(t, channel, "a").PaymentID
		must(t, f.OpenDispute(t.Context(), simulator.Dispute{
			Reversal: simulator.Reversal{ExternalID: "a", Reason: "FRAUD"}, DueIn: time.Hour,
		}))
		got := f.disputeNews(t)
		if got.PaymentID != paid || got.Reference != "a" || got.Status != report.DisputeOpen || !got.Amount.Equal(rupiah.Of(100_000)) ||
			got.Reason != "FRAUD" || !got.DueBy.Equal(start.Add(time.Hour)) {
			t.Errorf("%s: %+v", channel, got)
		}
		if err := f.OpenDispute(t.Context(), simulator.Dispute{Reversal: simulator.Reversal{ExternalID: "a"}}); !errors.Is(err, simulator.ErrState) {
			t.Errorf("%s: disputed twice: %v", channel, err)
		}
		must(t, f.ReviewDispute(t.Context(), got.ID))
		f.mustTell(t, report.DisputeUnderReview)
		must(t, f.WinDispute(t.Context(), got.ID))
		f.mustTell(t, report.DisputeWon)
		f.mustHaveBalance(t, "won", 0)
		if booked := f.booked(t); len(booked) > 0 {
			t.Errorf("%s: booked %v", channel, booked)
		}
		for name, act := range map[string]error{
			"reviewed": f.ReviewDispute(t.Context(), got.ID), "won": f.WinDispute(t.Context(), got.ID), "lost": f.LoseDispute(t.Context(), got.ID),
		} {
			if !errors.Is(act, simulator.ErrState) {
				t.Errorf("%s: %s after it was won: %v", channel, name, act)
			}
		}
		must(t, f.OpenDispute(t.Context(), simulator.Dispute{Reversal: simulator.Reversal{ExternalID: "a"}}))
	}
}

func TestALostDisputeIsBookedAsAChargebackUntilItIsWonAfterAll(t *testing.T) {
	t.Parallel()
	for _, channel := range disputedChannels {
		f := newFixture(t)
		id := f.disputed(t, channel, 40_000).ID
		must(t, f.LoseDispute(t.Context(), id))
		f.mustTell(t, report.DisputeLost)
		f.mustHaveBalance(t, "lost", -40_000)
		if got := fmt.Sprint(f.booked(t)); got != "[CHARGEBACK 40000 COMPLETED]" {
			t.Errorf("%s: booked %s", channel, got)
		}
		must(t, f.WinDispute(t.Context(), id))
		f.mustTell(t, report.DisputeWon)
		f.mustHaveBalance(t, "won after all", 0)
		if got := fmt.Sprint(f.booked(t)); got != "[CHARGEBACK 40000 REVERSED]" {
			t.Errorf("%s: booked %s", channel, got)
		}
	}
}

func TestALossTakesOnlyWhatIsLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.disputed(t, pricing.QRIS, 100_000).ID
	must(t, f.Chargeback(t.Context(), simulator.Reversal{ExternalID: "a", Amount: new(rupiah.Of(70_000))}))
	must(t, f.LoseDispute(t.Context(), id))
	f.mustHaveBalance(t, "lost", -100_000)
	f = newFixture(t)
	id = f.disputed(t, pricing.QRIS, 100_000).ID
	must(t, f.Chargeback(t.Context(), simulator.Reversal{ExternalID: "a"}))
	must(t, f.LoseDispute(t.Context(), id))
	f.mustHaveBalance(t, "nothing was left", -100_000)
}

func TestAmountsDecideADisputeOnceTheNetworkHasTheAnswer(t *testing.T) {
	t.Parallel()
	for amount, outcome := range map[int64]report.DisputeStatus{40_300: report.DisputeWon, 40_301: report.DisputeLost} {
		f := newFixture(t)
		must(t, f.ReviewDispute(t.Context(), f.disputed(t, pricing.QRIS, amount).ID))
		f.mustTell(t, report.DisputeUnderReview, outcome)
		if got := f.booked(t); len(got) == 1 != (outcome == report.DisputeLost) {
			t.Errorf("%d: booked %v", amount, got)
		}
	}
}

func TestWhatCanNotBeDisputed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	open := func(id string) error {
		return f.OpenDispute(t.Context(), simulator.Dispute{Reversal: simulator.Reversal{ExternalID: id, Amount: new(rupiah.Of(100_001))}})
	}
	f.paid(t, pricing.QRIS)
	f.open(t, pricing.EWallet, "unpaid", 100_000)
	f.open(t, pricing.VA, "va", 200_000)
	must(t, f.Pay(t.Context(), "va", nil, ""))
	f.inbox.next(t)
	for _, id := range []string{"a", "unpaid", "va"} {
		if err := open(id); !errors.Is(err, simulator.ErrState) {
			t.Errorf("%s: %v", id, err)
		}
	}
	for name, err := range map[string]error{
		"no payment": open("none"), "reviewed": f.ReviewDispute(t.Context(), "none"), "won": f.WinDispute(t.Context(), "none"),
		"lost": f.LoseDispute(t.Context(), "none"),
	} {
		if !errors.Is(err, simulator.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f.inbox.mustGetNothing(t)
}
