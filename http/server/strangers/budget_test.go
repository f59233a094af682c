package strangers

import (
	"sync"
	"testing"
)

func TestABudgetHasRoomUpToItsLimits(t *testing.T) {
	t.Parallel()
	type step struct {
		address string
		amount  int64 // negative: given back
		want    verdict
	}
	for what, c := range map[string]struct {
		total, perAddress int
		steps             []step
	}{
		"an address has its share and no more": {100, 10, []step{{"a", 10, admitted}, {"a", 1, addressFull}, {"b", 10, admitted}}},
		"all have the total and no more":       {15, 10, []step{{"a", 10, admitted}, {"b", 5, admitted}, {"c", 1, allFull}}},
		"what is given back is free again":     {10, 10, []step{{"a", 10, admitted}, {"a", -4, admitted}, {"a", 4, admitted}, {"a", 1, addressFull}}},
		"what is refused takes nothing":        {10, 10, []step{{"a", 11, addressFull}, {"a", 10, admitted}}},
		"no address has no share":              {10, 1, []step{{"", 10, admitted}, {"", 1, allFull}}},
		"0 is no limit":                        {0, 0, []step{{"a", 1 << 40, admitted}, {"a", 1 << 40, admitted}}},
	} {
		b := newBudget(c.total, c.perAddress)
		for i, s := range c.steps {
			if s.amount < 0 {
				b.give(s.address, -s.amount)
			} else if got := b.take(s.address, s.amount); got != s.want {
				t.Errorf("%s: step %d gives %d, want %d", what, i, got, s.want)
			}
		}
	}
}

func TestABudgetRemembersNoAddressThatHoldsNothing(t *testing.T) {
	t.Parallel()
	b := newBudget(1000, 10)
	var all sync.WaitGroup
	for _, address := range []string{"a", "b", "c", ""} {
		for range 50 {
			all.Go(func() {
				if b.take(address, 1) == admitted {
					b.give(address, 1)
				}
			})
		}
	}
	all.Wait()
	if len(b.byAddress) > 0 || b.held() != 0 {
		t.Errorf("it holds %d, and remembers %v", b.held(), b.byAddress)
	}
}
