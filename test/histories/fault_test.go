package histories

import (
	"math/rand/v2"
	"time"
)

// disturb causes one or two faults, each at a random moment, and returns when the whole installation works again.
func (h *history) disturb(random *rand.Rand) {
	upTo := func(most time.Duration) time.Duration { return time.Duration(random.Int64N(int64(most))) }
	for range 1 + random.IntN(2) {
		<-time.After(200*time.Millisecond + upTo(500*time.Millisecond))
		n := random.IntN(len(h.in.Instances))
		instance := h.in.Instances[n]
		switch random.IntN(7) {
		case 0, 1, 2:
			h.record.during("kill", n, func() {
				instance.Kill(h.t)
				<-time.After(upTo(200 * time.Millisecond))
				instance.Start(h.t)
			})
		case 3, 4:
			h.record.during("freeze shortly", n, func() {
				instance.Freeze(h.t)
				<-time.After(100*time.Millisecond + upTo(600*time.Millisecond))
				instance.Thaw(h.t)
			})
		case 5:
			// Longer than a leader's heartbeat may be old, so that the other instance leads.
			h.record.during("freeze", n, func() {
				instance.Freeze(h.t)
				<-time.After(3*time.Second + upTo(2*time.Second))
				instance.Thaw(h.t)
			})
		default:
			h.awaitReady() // an instance that starts without a database ends, and is started again by what watches over it
			h.record.during("kill the database", database, func() {
				h.in.KillPostgres(h.t)
				h.in.AwaitPostgres(h.t) // the next fault may kill an instance, which needs the database to start
				h.awaitReady()
				h.awaitReadModels()
			})
		}
	}
	<-time.After(300*time.Millisecond + upTo(300*time.Millisecond))
}

func (h *history) awaitReady() {
	for _, i := range h.in.Instances {
		i.AwaitReady(h.t)
	}
}

// awaitReadModels returns when the read models show all earlier decisions. They commit without waiting for the
// disk, so when the database is killed they may go back until the leader has read the rest of the log again.
func (h *history) awaitReadModels() {
	if a, err := h.merchant.Retry(h.t.Context(), "POST", "/transactions", map[string]any{"total": 1_000}); err != nil {
		h.t.Errorf("a transaction was answered %s %v", a, err)
	}
}
