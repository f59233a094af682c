package accountreactor

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"gateway/eventstore"
	"gateway/projections/reactor"

	"github.com/sirupsen/logrus"
)

// RecoveryQueue lists the clients for which an end of access, or the undo of a change, is not finished.
// *readmodel.Queries implements it.
type RecoveryQueue interface {
	RecoveringClients(ctx context.Context, limit int) ([]int64, error)
}

// RecoveryFinisher carries out the part of a recovery that concerns streams other than the account's. It
// does nothing if that part is done.
type RecoveryFinisher interface {
	FinishRecovery(ctx context.Context, clientID int64) error
}

const (
	recoveriesAtOnce = 4
	recoveryGap      = time.Second
)

// Recoveries finishes ends of access and undos that were interrupted because the process ended, so that a
// thief keeps no access.
type Recoveries struct{ *reactor.Worker }

// NewRecoveries makes the reactor.
func NewRecoveries(
	log *eventstore.Log, queue RecoveryQueue, finisher RecoveryFinisher, progress reactor.Progress, logger *logrus.Entry, now func() time.Time,
) Recoveries {
	r := Recoveries{reactor.NewWorker("recovery-finishing", log, progress, logger, recoveriesAtOnce, recoveryGap)}
	unfinished := &reactor.ToDo[int64, int64]{
		Worker: r.Worker, Retries: reactor.NewRetrySchedule(now, reactor.RetryFirst, reactor.RetryMost),
		List: reactor.FirstPage(queue.RecoveringClients),
		Key:  func(clientID int64) string { return strconv.FormatInt(clientID, 10) },
		Do: func(ctx context.Context, clientID int64) error {
			// After a success the client stays on the list until the read model shows the end.
			return cmp.Or(finisher.FinishRecovery(ctx, clientID), reactor.ErrLater)
		},
	}
	r.StartDue = unfinished.Start
	return r
}
