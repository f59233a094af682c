package reactor

import (
	"context"
	"strconv"
	"time"

	"gateway/eventstore"

	"github.com/sirupsen/logrus"
)

// RecoveryQueue lists the clients whose end of access, or undo, is not finished. *readmodel.Queries implements it.
type RecoveryQueue interface {
	RecoveringClients(ctx context.Context, limit int) ([]int64, error)
}

// RecoveryFinisher does what a recovery leaves to other streams than the account's. It does nothing where that is done.
type RecoveryFinisher interface {
	FinishRecovery(ctx context.Context, clientID int64) error
}

// Recoveries finishes ends of access and undos whose process ended in between, so that a thief keeps nothing.
type Recoveries struct {
	*worker
	queue    RecoveryQueue
	finisher RecoveryFinisher
	retries  *retrySchedule
	now      func() time.Time
}

const (
	recoveriesAtOnce = 4
	recoveryGap      = time.Second
	recoveryPage     = 100
	// recoveryFirst leaves the request itself the time to finish. recoveryLast is the longest time between two attempts.
	recoveryFirst, recoveryLast = 2 * time.Second, time.Minute
)

// NewRecoveries makes the reactor.
func NewRecoveries(
	log *eventstore.Log, queue RecoveryQueue, finisher RecoveryFinisher, progress Progress, logger *logrus.Entry, now func() time.Time,
) *Recoveries {
	return &Recoveries{
		worker: newWorker("recovery-finishing", log, progress, logger, recoveriesAtOnce, recoveryGap),
		queue:  queue, finisher: finisher, retries: newRetrySchedule(), now: now,
	}
}

// Run implements Reactor.
func (r *Recoveries) Run(ctx context.Context) error { return r.run(ctx, r.startDue) }

// RunOnce finishes what is due, and returns when that is done.
func (r *Recoveries) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.startDue) }

func (r *Recoveries) startDue(ctx context.Context) error {
	clients, err := r.queue.RecoveringClients(ctx, recoveryPage)
	if err != nil {
		return err
	}
	for _, id := range clients {
		key := strconv.FormatInt(id, 10)
		if !r.retries.isDue(key, r.now()) {
			continue
		}
		r.startJob(ctx, key, func(ctx context.Context) error {
			r.retries.postpone(key, r.now(), recoveryFirst, recoveryLast)
			return r.finisher.FinishRecovery(ctx, id)
		})
	}
	return nil
}
