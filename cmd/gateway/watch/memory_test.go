package watch

import "testing"

func TestTheHeapIsKeptNearItsGoalWhileTheLiveDataAllowIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		live    uint64
		percent int
	}{
		{0, 200},
		{10 << 20, 200},
		{17 << 20, 200},
		{20 << 20, 160},
		{26 << 20, 100},
		{heapGoal, 100},
		{2 << 30, 100},
	} {
		if got := gcPercent(c.live); got != c.percent {
			t.Errorf("%d MB of live data: %d %%, want %d %%", c.live>>20, got, c.percent)
		}
	}
}
