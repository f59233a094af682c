package balance

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/test/rupiah"
)

func TestOnlyTheNewestClosedPayoutsAreRemembered(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, funded)
	for id := int64(1); id <= MaxClosed+1; id++ {
		o := order(Settlement, id, fmt.Sprintf("WD-%05d", id))
		s = Aggregate.Fold(s, SettlementRequested{Order: o, Movement: heldTotal}, PayoutCompleted{Order: o, Movement: paidOutTotal, ProviderID: "p"})
	}
	if len(s.Closed) != MaxClosed || s.StatusOf(Settlement, 1) != "" || s.StatusOf(Settlement, 2) != StatusCompleted {
		t.Errorf("%d remembered, the first is %q, the second %q", len(s.Closed), s.StatusOf(Settlement, 1), s.StatusOf(Settlement, 2))
	}
	_, err := Reverse(s, Settlement, 1, ReverseCmd{})
	if got := domaintest.Refusal(err); got != "payout_not_found" {
		t.Errorf("a reversal of the forgotten one: %q", got)
	}
	fits(t, s)
}

// fits checks that a snapshot of the state, with its header, fits into an append.
func fits(t *testing.T, s State) {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil || len(raw) > eventstore.MaxAppendBytes-20_000 {
		t.Errorf("a snapshot of %d bytes (%v) does not fit into an append", len(raw), err)
	}
}

func TestASnapshotFitsIntoAnAppendWhateverTheTextsOfThePayoutsAre(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, funded)
	for id := int64(1); id <= MaxClosed; id++ {
		o := order(Settlement, id, strings.Repeat("\"", 255))
		s = Aggregate.Fold(s, SettlementRequested{Order: o, Movement: heldTotal}, PayoutCompleted{Order: o, Movement: paidOutTotal, ProviderID: "0123456789abcdef01234567"})
	}
	if n := len(s.Closed); n < 500 || n == MaxClosed || s.ClosedBytes > MaxClosedBytes || s.ClosedBytes != bytesOf(s.Closed) {
		t.Errorf("%d remembered, %d bytes are counted, %d are there", n, s.ClosedBytes, bytesOf(s.Closed))
	}
	s.Totals.Available = rupiah.Of("1000000000000")
	full := order(Settlement, 0, strings.Repeat("<", 255))
	full.URL, full.Purpose, full.By = strings.Repeat("&", 2_048), strings.Repeat("\n", 255), strings.Repeat("\"", 255)
	open := 0
	for id := int64(MaxClosed + 1); ; id++ {
		full.ID = id
		events, err := RequestSettlement(s, RequestCmd{Order: full})
		if domaintest.Refusal(err) == "too_many_open" {
			break
		}
		if err != nil || open > MaxOpen {
			t.Fatal(open, err)
		}
		open++
		s = Aggregate.Fold(s, events...)
		key := full.NewReference(strings.Repeat("f", 32))
		s = Aggregate.Fold(s, PayoutApproved{Order: events[0].(SettlementRequested).Order},
			PayoutSubmitted{Order: events[0].(SettlementRequested).Order, IdempotencyKey: key, Reference: key, ProviderAPI: "v2", Attempt: 9},
			PayoutUnknown{Order: events[0].(SettlementRequested).Order, Reason: "timeout"})
	}
	if open < openAlways {
		t.Errorf("%d may be open", open)
	}
	fits(t, s)
}

func bytesOf(closed []ClosedPayout) (n int) {
	for _, c := range closed {
		n += c.size()
	}
	return n
}

func TestOpenPayoutsAreLimitedInNumber(t *testing.T) {
	t.Parallel()
	s := State{ClientID: client, Totals: ledger.Totals{Available: rupiah.Of("1000000000000")}}
	request := func(id int64) ([]domain.Event, error) {
		return RequestSettlement(s, RequestCmd{Order: order(Settlement, id, fmt.Sprint("ST-", id))})
	}
	for id := int64(1); id < MaxOpen; id++ {
		s = Aggregate.Fold(s, SettlementRequested{Order: order(Settlement, id, fmt.Sprint("ST-", id))})
	}
	events, err := request(MaxOpen)
	if err != nil {
		t.Fatalf("the last one: %v", err)
	}
	s = Aggregate.Fold(s, events...)
	if _, err := request(MaxOpen + 1); domaintest.Refusal(err) != "too_many_open" {
		t.Errorf("one more than %d: %v", MaxOpen, err)
	}
	if events, err := request(MaxOpen); err != nil || len(events) > 0 {
		t.Errorf("a retry of the last: %v %v", events, err)
	}
	if _, err := RequestWithdrawal(s, RequestCmd{Order: order(Withdrawal, 1, "WD")}); domaintest.Refusal(err) != "too_many_open" {
		t.Errorf("a withdrawal beside %d settlements: %v", MaxOpen, err)
	}
	s = Aggregate.Fold(s, PayoutRejected{Order: s.Open[0].Order})
	if _, err := request(MaxOpen + 1); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
	fits(t, s)
}

func TestOnlyTheNewestAdjustmentsAreRemembered(t *testing.T) {
	t.Parallel()
	var s State
	for n := range MaxAdjustments + 1 {
		s = Aggregate.Fold(s, Adjusted{ClientID: client, Movement: Movement{Reference: fmt.Sprint("adj-", n)}})
	}
	if len(s.Adjustments) != MaxAdjustments || s.Adjustments[0] != "adj-1" {
		t.Errorf("%d remembered from %s on", len(s.Adjustments), s.Adjustments[0])
	}
}

func TestStreamIsNamedByTheClient(t *testing.T) {
	t.Parallel()
	if got := Stream(7); got != "balance-7" {
		t.Error(got)
	}
}
