package simulation

import (
	"time"

	"gateway/domain/balance"
	"gateway/eventstore"
)

// FirstWorld is the first seed whose run has a plan: a misfortune of the whole installation that is drawn for
// it. Smaller seeds have none, so that the kept seeds still give the runs for which they are kept.
const FirstWorld uint64 = 1_000_000

// plan is what happens to the installation of one run, and what kinds of customers it has. Seeds below
// FirstWorld have the zero plan.
type plan struct {
	// restores are the numbers of operations after which an older log is restored. The log is cut at a step of
	// a payout or of a payment.
	restores []int
	// imports: the restore is an export that is imported into another store (importLog).
	imports bool
	// moveAt is the number of operations after which the log is moved to another store, while a gateway
	// continues in the old one; 0 means never.
	moveAt int
	// moneys: customers pay one payment by several charges, and money of such payments is taken back, named or not.
	moneys bool
	// vanishes: the archive of the log is away at times.
	vanishes bool
	// age is how long the installation rests before each restore, so that what it read before is that old.
	age time.Duration
}

// drawPlan draws the plan of the seed.
func (w *world) drawPlan() (p plan) {
	if w.seed < FirstWorld || w.refunding() && w.seed%2 == 0 {
		return p
	}
	w.weather.restores = 0
	if w.postgres != nil {
		return w.drawPlanOnPostgres()
	}
	kind := w.random.IntN(8)
	p.moneys = w.chance(2) || kind == 0
	switch {
	case kind <= 4 && kind > 0:
		for range 1 + w.random.IntN(2) {
			p.restores = append(p.restores, 60+w.random.IntN(400))
		}
		p.imports = w.chance(3)
		p.age = w.drawAge()
	case kind > 4 && w.cluster == nil:
		p.moveAt = 60 + w.random.IntN(400)
	}
	return p
}

// drawAge draws how long an installation rests before a restore: not at all, for hours, or for longer than the
// days of the provider's books that are read again anyway.
func (w *world) drawAge() time.Duration {
	switch w.random.IntN(6) {
	case 0, 1:
		return time.Duration(w.random.IntN(40)) * time.Hour
	case 2:
		w.limits.slice = max(w.limits.slice, 12*time.Hour) // otherwise the books of so many days would not be read by the end
		return time.Duration(9+w.random.IntN(4)) * 24 * time.Hour
	}
	return 0
}

// drawPlanOnPostgres draws the plan of a seed that runs on PostgreSQL: an archive that vanishes, and, for half
// of the seeds, an import into the other database of the fixture.
func (w *world) drawPlanOnPostgres() plan {
	p := plan{vanishes: true, moneys: w.chance(2)}
	if w.chance(2) {
		p.restores, p.imports = []int{60 + w.random.IntN(300)}, true
	}
	return p
}

// befall does what the plan says after so many operations.
func (w *world) befall(done int) {
	w.turn(done)
	if w.plan.vanishes && w.chance(40) {
		w.archiveVanishes(w.chance(2))
	}
	for i, at := range w.plan.restores {
		if at > 0 && done >= at {
			w.plan.restores[i] = 0
			w.restoreAtAStep()
			return
		}
	}
	if w.plan.moveAt > 0 && done >= w.plan.moveAt {
		w.plan.moveAt = 0
		w.move()
	}
}

// restoreAtAStep restores a log that ends at a step of one of the latest payouts, or anywhere if there is none.
func (w *world) restoreAtAStep() {
	w.archiveVanishes(false) // reading and exporting need the whole log
	var steps []int64
	all := w.events()
	for i, e := range all {
		if int64(i) >= max(w.setUpEvents, w.generation, int64(len(all))-150) && isStep(e) {
			steps = append(steps, int64(i)+1)
		}
	}
	w.rest(w.plan.age)
	for _, p := range w.processes {
		w.kill(p, "for a restore")
	}
	w.bury()
	cut := max(w.setUpEvents, w.generation, w.count()-1-w.random.Int64N(40))
	if len(steps) > 0 {
		cut = steps[w.random.IntN(len(steps))]
	}
	w.restoreTo(cut)
}

// isStep reports whether the event is a step of a payout.
func isStep(e eventstore.Envelope) bool {
	switch e.Event.(type) {
	case balance.WithdrawalRequested, balance.SettlementRequested, balance.PayoutApproved, balance.PayoutSubmitted, balance.PayoutAccepted,
		balance.PayoutUnknown, balance.PayoutAttemptFailed, balance.PayoutCompleted, balance.PayoutFailed, balance.PayoutReversed:
		return true
	}
	return false
}

// rest lets the installation run on without new operations.
func (w *world) rest(long time.Duration) {
	step := max(20*time.Minute, long/100)
	if w.booking() {
		step = max(step, long/40)
	}
	for until := time.Now().Add(long); time.Now().Before(until) && len(w.failures) == 0; {
		w.bury()
		w.keepUp()
		for n := 0; n < 300 && w.step(); n++ {
			w.bury()
		}
		w.pass(step)
	}
}
