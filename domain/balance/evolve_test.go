package balance

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

func TestEveryPostedEventMovesTheWatermark(t *testing.T) {
	t.Parallel()
	newer := from(42)
	for _, e := range eventsOf(
		Credited{Source: newer}, Settled{Source: newer}, SuspenseReceived{Source: newer}, SuspenseReleased{Source: newer},
		SuspenseRefunded{Source: newer}, PaymentReversed{Source: newer}, HoldEnded{Source: newer},
	) {
		if s := Evolve(State{Watermark: from(10)}, e); s.Watermark != newer {
			t.Errorf("%s leaves the watermark at %v", e.EventType(), s.Watermark)
		}
	}
	if s := Evolve(State{Watermark: from(10)}, funded); s.Watermark != from(10) {
		t.Errorf("an adjustment, which no payment caused, moves it to %v", s.Watermark)
	}
}

// payoutLike returns withdrawal1 in its processing state, changed by the case.
func payoutLike(change func(*Payout)) Payout {
	p := Payout{Order: withdrawal1, Status: StatusProcessing, ApprovedBy: "admin:1"}
	change(&p)
	return p
}

// inJSON returns the JSON by which values are compared, so that 1.5 equals 1.50.
func inJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestWhatEachEventDoesToAnOpenPayout(t *testing.T) {
	t.Parallel()
	after := func(given []domain.Event, more ...domain.Event) []domain.Event {
		return append(given[:len(given):len(given)], more...)
	}
	sent := func(p *Payout) {
		p.SubmittedKey, p.Reference, p.ProviderAPI, p.References, p.Attempts, p.AttemptedAt = reference1, reference1, "v1", 1, 1, noon
		p.Connection = "xendit"
	}
	failedForGood := func(p *Payout) {
		p.FailedReference, p.FailedAPI, p.References, p.Attempts, p.AttemptedAt = reference1, "v1", 1, 1, noon
		p.Unknown, p.UnknownReason, p.Connection = true, FloatEmpty, "xendit"
	}
	again, older, second := submitted, submitted, submitted
	again.Attempt, again.At = 2, later
	older.Reference, older.ProviderAPI, older.Attempt, older.IdempotencyKey = "", "", 0, "a key"
	second.Reference, second.IdempotencyKey, second.ProviderAPI, second.Attempt = reference2, "another key", "v2", 2
	adopted := PayoutAdopted{Order: atXendit(withdrawal1), Reference: reference2, ProviderID: "prov-2", ProviderAPI: "v2", Attempt: 3, At: later}
	sameOrder := adopted
	sameOrder.Reference, sameOrder.Attempt = reference1, 1
	otherwise := found
	otherwise.Contradiction = OtherAmount
	for _, c := range []struct {
		name  string
		given []domain.Event
		want  Payout
	}{
		{"requested", pendingPayout, Payout{Order: withdrawal1, Status: StatusPending}},
		{"approved", processingPayout, payoutLike(func(*Payout) {})},
		{"approved for a transfer by hand", manualPayout, payoutLike(func(p *Payout) { p.Manual = true })},
		{"submitted", submittedPayout, payoutLike(sent)},
		{"submitted by an older event", after(processingPayout, older), payoutLike(func(p *Payout) {
			sent(p)
			p.Reference, p.SubmittedKey = "withdrawal-7-1", "a key"
		})},
		{"submitted again under its reference", after(unknownPayout, again), payoutLike(func(p *Payout) {
			sent(p)
			p.Attempts, p.AttemptedAt, p.Unknown, p.UnknownReason = 2, later, true, "timeout"
		})},
		{"submitted under a second reference", after(floatPayout, second), payoutLike(func(p *Payout) {
			failedForGood(p)
			p.SubmittedKey, p.Reference, p.ProviderAPI, p.References, p.Attempts = "another key", reference2, "v2", 2, 2
		})},
		{"its outcome is unknown", unknownPayout, payoutLike(func(p *Payout) {
			sent(p)
			p.Unknown, p.UnknownReason = true, "timeout"
		})},
		{"accepted after its outcome was unknown", after(unknownPayout, accepted), payoutLike(func(p *Payout) {
			sent(p)
			p.ProviderID = "prov-1"
		})},
		{"the attempt failed for good", floatPayout, payoutLike(failedForGood)},
		{"held", after(submittedPayout, found), payoutLike(func(p *Payout) {
			sent(p)
			p.Held = true
		})},
		{"another contradiction does not hold it", after(submittedPayout, otherwise), payoutLike(sent)},
		{"an order was adopted", after(eventsOf(funded, requested, manual), unknown, found, adopted), payoutLike(func(p *Payout) {
			p.SubmittedKey, p.Reference, p.ProviderAPI, p.ProviderID, p.References, p.Attempts = reference2, reference2, "v2", "prov-2", 1, 3
			p.Connection = "xendit"
		})},
		{"its own order was adopted", after(unknownPayout, sameOrder), payoutLike(func(p *Payout) {
			sent(p)
			p.ProviderAPI, p.ProviderID = "v2", "prov-2"
		})},
	} {
		s := Aggregate.Fold(State{}, c.given...)
		if got, want := inJSON(t, s.Open), inJSON(t, []Payout{c.want}); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, want)
		}
	}
}

func TestAnEventChangesThePayoutThatItNamesAlone(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, SettlementRequested{Order: settlement1}, WithdrawalRequested{Order: withdrawal2}, WithdrawalRequested{Order: withdrawal1})
	before := inJSON(t, s.Open[:2])
	for _, e := range eventsOf(approved, submitted, unknown, accepted, found, floatEmpty, PayoutAdopted{Order: atXendit(withdrawal1), Attempt: 1}) {
		s = Evolve(s, e)
		if got := inJSON(t, s.Open[:2]); got != before {
			t.Errorf("%s of %s changes others: %s", e.EventType(), withdrawal1.Name(), got)
		}
	}
	s = Evolve(s, completed)
	if got := inJSON(t, s.Open); got != before {
		t.Errorf("the end of %s leaves %s open", withdrawal1.Name(), got)
	}
}

func TestWhatIsRememberedOfAPayoutThatEnded(t *testing.T) {
	t.Parallel()
	bySecondAPI := submitted
	bySecondAPI.ProviderAPI = report.PayoutsV2
	ended := func(status, providerID, random, api string) ClosedPayout {
		return ClosedPayout{
			Kind: Withdrawal, ID: 1, ExternalID: "WD-1", Status: status, ProviderID: providerID, Random: random, ProviderAPI: api,
			Amount: rupiah.Of("50000"), Fee: rupiah.Of("5000"), FeeVAT: rupiah.Of("495.5"),
		}
	}
	cameBack := reversedBy(reversed)
	for _, c := range []struct {
		name  string
		given []domain.Event
		want  []ClosedPayout
	}{
		{"rejected", rejectedPayout, []ClosedPayout{ended(StatusRejected, "", "", "")}},
		{"cancelled", cancelledPayout, []ClosedPayout{ended(StatusCancelled, "", "", "")}},
		{"completed", completedPayout, []ClosedPayout{ended(StatusCompleted, "prov-1", "00c0ffee", "")}},
		{"completed by the second API", eventsOf(funded, requested, approved, bySecondAPI, completed), []ClosedPayout{ended(StatusCompleted, "prov-1", "00c0ffee", "v2")}},
		{"failed", failedPayout, []ClosedPayout{ended(StatusFailed, "prov-1", "00c0ffee", "")}},
		{"ended by hand after its attempt had failed for good", append(floatPayout[:len(floatPayout):len(floatPayout)], byHand), []ClosedPayout{ended(StatusCompleted, "", "00c0ffee", "")}},
		{"reversed", reversedPayout, []ClosedPayout{ended(StatusCompleted, "prov-1", "00c0ffee", ""), ended(StatusReversed, "prov-1", "00c0ffee", "")}},
		{"reversed after it was forgotten", eventsOf(cameBack), []ClosedPayout{ended(StatusReversed, "prov-1", "00c0ffee", "")}},
		{"reversed by an older event after it was forgotten", eventsOf(reversed), []ClosedPayout{ended(StatusReversed, "prov-1", "", "")}},
	} {
		s := Aggregate.Fold(State{}, c.given...)
		if got, want := inJSON(t, s.Closed), inJSON(t, c.want); got != want || len(s.Open) > 0 {
			t.Errorf("%s: %d are open,\ngot  %s\nwant %s", c.name, len(s.Open), got, want)
		}
		// A list has one comma fewer than elements, and two brackets.
		if got, want := s.ClosedBytes, len(inJSON(t, s.Closed))-1; got != want {
			t.Errorf("%s: %d bytes are counted, and a snapshot has %d", c.name, got, want)
		}
	}
}

func TestTheOldestPayoutsThatEndedAreForgottenAtALimitOfBytes(t *testing.T) {
	t.Parallel()
	old := ClosedPayout{Kind: Settlement, ID: 8, Status: StatusFailed, ExternalID: strings.Repeat("x", 1_000)}
	oldest := ClosedPayout{Kind: Settlement, ID: 9, Status: StatusFailed}
	last := Aggregate.Fold(State{}, rejectedPayout...).ClosedBytes
	for above, forgotten := range map[int]int{0: 0, 1: 1} {
		s := State{Closed: []ClosedPayout{oldest, old}, ClosedBytes: 450_000 - last + above}
		s = Aggregate.Fold(s, requested, rejected)
		if got := 3 - len(s.Closed); got != forgotten || forgotten == 1 && s.Closed[0].ID != old.ID {
			t.Errorf("%d bytes above the limit: %d are forgotten", above, got)
		}
		if want := 450_000 + above - forgotten*oldest.size(); s.ClosedBytes != want {
			t.Errorf("%d bytes above the limit: %d are counted, want %d", above, s.ClosedBytes, want)
		}
	}
}

func TestWhatEndsTheWaitForAConfirmation(t *testing.T) {
	t.Parallel()
	waiting := func(o Order, providerID string) PayoutReported {
		return PayoutReported{Order: o, Reported: Reported{ProviderID: providerID}, ProviderAPI: "v2"}
	}
	contradicted := func(contradiction string) PayoutContradicted {
		return PayoutContradicted{Order: atXendit(withdrawal1), Contradiction: contradiction}
	}
	for _, c := range []struct {
		name  string
		event domain.Event
		ends  bool
	}{
		{"the attempt failed for good", floatEmpty, true},
		{"rejected", rejected, true},
		{"cancelled", cancelled, true},
		{"completed", completed, true},
		{"failed", failed, true},
		{"reversed", reversed, true},
		{"not confirmed", contradicted(NotConfirmed), true},
		{"ended otherwise", contradicted(EndedOtherwise), true},
		{"another amount", contradicted(OtherAmount), false},
		{"not submitted", contradicted(NotSubmitted), false},
		{"accepted", accepted, false},
		{"unknown", unknown, false},
	} {
		s := Aggregate.Fold(State{}, funded, requested, approved, submitted,
			waiting(withdrawal2, "w2"), waiting(settlement1, "s1"), waiting(withdrawal1, "before"), waiting(withdrawal1, "w1"), c.event)
		got, waits := s.WaitingReport(Withdrawal, 1)
		if waits == c.ends || waits && (got.ProviderID != "w1" || got.ProviderAPI != "v2") {
			t.Errorf("%s: waits %t for %+v", c.name, waits, got)
		}
		for _, other := range []Order{withdrawal2, settlement1} {
			if got, waits := s.WaitingReport(other.Kind, other.ID); !waits || got.Kind != other.Kind || got.ID != other.ID {
				t.Errorf("%s ends the wait of %s", c.name, other.Name())
			}
		}
	}
}

func TestTheLastFiftyContradictionsAreRemembered(t *testing.T) {
	t.Parallel()
	said := func(n int) PayoutContradicted {
		return contradicting(StatusProcessing, OtherProviderID, provided(report.Completed, func(r *report.Payout) { r.ProviderID = fmt.Sprint("prov-", n) }))
	}
	s := Aggregate.Fold(State{}, acceptedPayout...)
	for n := 100; n < 150; n++ {
		s = Evolve(s, said(n))
	}
	repeated := func(n int) int {
		r := provided(report.Completed)
		r.ProviderID = fmt.Sprint("prov-", n)
		events, err := TakeReport(s, Withdrawal, 1, r, later)
		if err != nil {
			t.Error(err)
		}
		return len(events)
	}
	if n := repeated(100); n != 0 {
		t.Errorf("the fiftieth from the end makes %d events", n)
	}
	s = Evolve(s, said(150))
	if n := repeated(100); n != 1 || repeated(101) != 0 {
		t.Errorf("the one before the last fifty makes %d events, the oldest of them %d", n, repeated(101))
	}
}

func TestTheLastTwoHundredAdjustmentsAreRemembered(t *testing.T) {
	t.Parallel()
	var s State
	for n := range 200 {
		s = Evolve(s, Adjusted{Movement: Movement{Reference: fmt.Sprint("adj-", n)}})
	}
	if !s.Adjusted("adj-0") || !s.Adjusted("adj-199") || s.Adjusted("adj-200") {
		t.Errorf("of 200, %d are remembered", len(s.Adjustments))
	}
	if s = Evolve(s, Adjusted{Movement: Movement{Reference: "adj-200"}}); s.Adjusted("adj-0") || !s.Adjusted("adj-1") || !s.Adjusted("adj-200") {
		t.Errorf("of 201, %d are remembered from %s on", len(s.Adjustments), s.Adjustments[0])
	}
}
