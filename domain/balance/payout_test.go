package balance

import (
	"encoding/json"
	"fmt"
	"testing"

	"gateway/domain/domaintest"
)

func TestOnlyTheNewestClosedPayoutsAreRemembered(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, funded)
	for id := int64(1); id <= MaxClosed+1; id++ {
		o := order(Settlement, id, fmt.Sprintf("WD-123456-17000000000000%05d", id))
		s = Aggregate.Fold(s, SettlementRequested{Order: o, Movement: heldTotal}, PayoutCompleted{Order: o, Movement: paidOutTotal, ProviderID: "0123456789abcdef01234567"})
	}
	if len(s.Closed) != MaxClosed || s.StatusOf(Settlement, 1) != "" || s.StatusOf(Settlement, 2) != StatusCompleted {
		t.Errorf("%d remembered, the first is %q, the second %q", len(s.Closed), s.StatusOf(Settlement, 1), s.StatusOf(Settlement, 2))
	}
	_, err := Reverse(s, Settlement, 1, ReverseCmd{})
	if got := domaintest.Refusal(err); got != "payout_not_found" {
		t.Errorf("a reversal of the forgotten one: %q", got)
	}
	raw, err := json.Marshal(s)
	if err != nil || len(raw) > 900_000 {
		t.Errorf("a snapshot of %d bytes (%v) does not fit into an append", len(raw), err)
	}
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
