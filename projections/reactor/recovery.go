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

const (
	recoveriesAtOnce = 4
	recoveryGap      = time.Second
	recoveryPage     = 100
	// recoveryFirst leaves the request itself the time to finish. recoveryLast is the longest time between two attempts.
	recoveryFirst, recoveryLast = 2 * time.Second, time.Minute
)

// Recoveries finishes ends of access and undos whose process ended in between, so that a thief keeps nothing.
type Recoveries struct{ *worker }

// NewRecoveries makes the reactor.
func NewRecoveries(
	log *eventstore.Log, queue RecoveryQueue, finisher RecoveryFinisher, progress Progress, logger *logrus.Entry, now func() time.Time,
) Recoveries {
	r := Recoveries{newWorker("recovery-finishing", log, progress, logger, recoveriesAtOnce, recoveryGap)}
	retries := newRetrySchedule(now, recoveryFirst, recoveryLast)
	key := func(clientID int64) string { return strconv.FormatInt(clientID, 10) }
	unfinished := &toDo[int64, int64]{
		worker: r.worker, retries: retries, page: recoveryPage, key: key,
		read: func(ctx context.Context, _ int64, limit int) ([]int64, error) {
			return queue.RecoveringClients(ctx, limit)
		},
		do: func(ctx context.Context, clientID int64) error {
			retries.postpone(key(clientID)) // in any case: until the read model shows the end, the client is on the list
			return finisher.FinishRecovery(ctx, clientID)
		},
	}
	r.startDue = unfinished.start
	return r
}
