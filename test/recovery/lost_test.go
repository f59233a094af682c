package recovery

import (
	"fmt"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
)

func TestMain(m *testing.M) { installation.Main(m) }

// rounds is how often each fault is caused.
func rounds(t *testing.T) int { return installation.Rounds(t, "RECOVERY_ROUNDS", 2) }

// The database of the read models is dropped, with every table and checkpoint. The next start rebuilds all of
// it from the log.
func TestLostReadModelsAreBuiltAgainAndNothingIsDoneTwice(t *testing.T) {
	installation.OnEachStore(t, func(t *testing.T, store installation.Store) {
		in := installation.New(t, installation.Options{Store: store})
		l := in.NewLoad(t, 4)
		for round := range rounds(t) {
			if round%2 == 0 {
				loseWhileStopped(t, in, l)
			} else {
				loseUnderLoad(t, in, l)
			}
			in.Verify(t)
			l.CheckAcknowledged(t)
			payOutPending(t, l)
			in.Verify(t)
			if again := l.Receiver.Repeated(); len(again) > 0 {
				t.Fatalf("round %d: callbacks that were delivered came again: %v", round, again)
			}
		}
		poll.Within(t, 2*time.Minute, "callbacks that were refused are delivered", func() (bool, any) {
			ids := l.Receiver.Outstanding()
			return len(ids) == 0, ids
		})
		l.ReportAmount(t)
	})
}

// loseWhileStopped drops the read models while the gateway is stopped. Afterwards all lists must be the same,
// byte by byte.
func loseWhileStopped(t *testing.T, in *installation.Installation, l *installation.Load) {
	t.Helper()
	l.During(t, func() { <-time.After(3 * time.Second) })
	before := viewAtRest(t, l)
	in.Instances[0].Stop(t)
	in.DropReadModels(t)
	in.Instances[0].Start(t)
	if after := view(t, l); after != before {
		t.Errorf("the lists differ; before:\n%s\nafter:\n%s", before, after)
	}
}

// loseUnderLoad drops the read models while the gateway serves, then restarts it.
func loseUnderLoad(t *testing.T, in *installation.Installation, l *installation.Load) {
	t.Helper()
	l.During(t, func() {
		<-time.After(3 * time.Second)
		in.DropReadModels(t)
		<-time.After(time.Second)
		in.Instances[0].Stop(t)
		in.Instances[0].Start(t)
		<-time.After(500 * time.Millisecond)
	})
}

// payOutPending approves the pending withdrawals, which must be paid out.
func payOutPending(t *testing.T, l *installation.Load) {
	t.Helper()
	for _, open := range withdrawalsWithStatus(t, l, "pending") {
		l.Admin.Must(t, "POST", fmt.Sprintf("/admin/withdrawals/%d/approve", open), nil)
	}
	poll.Within(t, installation.InvariantsWithin, "approved withdrawals are paid out", func() (bool, any) {
		left := withdrawalsWithStatus(t, l, "processing")
		return len(left) == 0, left
	})
}

func withdrawalsWithStatus(t *testing.T, l *installation.Load, status string) (ids []int64) {
	t.Helper()
	var rows []struct{ ID int64 }
	l.Admin.Must(t, "GET", "/admin/withdrawals?per_page=100&status="+status, nil).Into(t, &rows)
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids
}
