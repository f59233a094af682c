package bank_test

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/domaintest"

	"pgregory.net/rapid"
)

var at = time.Date(2025, 6, 1, 8, 30, 0, 0, time.UTC)

func changed(code string, active bool) bank.ChannelChanged {
	return bank.ChannelChanged{Code: code, Active: active, By: "admin-1", At: at}
}

func TestChangeChannel(t *testing.T) {
	t.Parallel()
	change := func(code string, active bool) func(bank.State) ([]domain.Event, error) {
		return func(s bank.State) ([]domain.Event, error) {
			return bank.ChangeChannel(s, bank.ChangeChannelCmd{Code: code, Active: active, By: "admin-1", At: at})
		}
	}
	off := []domain.Event{changed("BCA", false)}
	domaintest.Run(t, bank.Aggregate, []domaintest.Case[bank.State]{
		{Name: "an unknown bank is not found", When: change("NOBANK", false), Refused: "not_found code"},
		{Name: "a name is no code", When: change("Bank Mandiri", false), Refused: "not_found code"},
		{Name: "every bank is active at first, so that is no event", When: change("BCA", true)},
		{Name: "switched off, in lower case", When: change("bca", false), Then: off},
		{Name: "switched off again is no event", Given: off, When: change("BCA", false)},
		{Name: "switched on again", Given: off, When: change("BCA", true), Then: []domain.Event{changed("BCA", true)}},
	})
}

func TestAChangedBankIsInactive(t *testing.T) {
	t.Parallel()
	s := bank.Aggregate.Fold(bank.State{}, changed("BCA", false))
	for code, want := range map[string]bool{"BCA": false, "bca": false, "BNI": true, "NOBANK": false, "Bank Mandiri": false} {
		if got := s.Active(code); got != want {
			t.Errorf("Active(%q) = %v", code, got)
		}
	}
}

func TestEvolveLeavesTheOlderStateAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s bank.State
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			code := rapid.SampledFrom([]string{"BCA", "BNI", "BRI", "MANDIRI"}).Draw(t, "code")
			before := activeCodes(s)
			next := bank.Evolve(s, changed(code, rapid.Bool().Draw(t, "active")))
			if !slices.Equal(before, activeCodes(s)) {
				t.Fatalf("the state before %s changed", code)
			}
			s = next
		}
	})
}

func activeCodes(s bank.State) (codes []string) {
	for _, b := range bank.All() {
		if s.Active(b.Code) {
			codes = append(codes, b.Code)
		}
	}
	return codes
}

func TestAnUnknownEventLeavesTheStateAsItIs(t *testing.T) {
	t.Parallel()
	s := bank.Aggregate.Fold(bank.State{}, changed("BCA", false))
	if got := bank.Evolve(s, unknownEvent{}); !slices.Equal(activeCodes(got), activeCodes(s)) {
		t.Error("the state changed")
	}
}

type unknownEvent struct{}

func (unknownEvent) EventType() string { return "unknown.v1" }

func TestTheStreamOfBanks(t *testing.T) {
	t.Parallel()
	if got := bank.Stream(); got != "settings-banks" {
		t.Error(got)
	}
}
