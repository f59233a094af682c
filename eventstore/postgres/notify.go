package postgres

import (
	"context"
	"database/sql"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"
)

// notifyEvery is the shortest time between two hints. A hint also covers all positions before its own.
const notifyEvery = 25 * time.Millisecond

var notifySession = sessionConfig{
	name: "gateway events notify",
	settings: map[string]string{
		"statement_timeout": "2000",
		// A hint need not be flushed to disk. The connection is used for nothing else.
		"synchronous_commit": "off",
	},
	ioTimeout: 3 * time.Second,
}

// notifier tells other processes of new events, after their commit and on its own connection: NOTIFY in the
// appending transaction would take a global lock.
type notifier struct {
	db      *sql.DB
	newest  atomic.Int64    // the position of the next hint
	pending chan struct{}   // holds one value while a hint is queued
	quit    <-chan struct{} // the store's quit
	done    chan struct{}   // closed when sendHints has ended
	log     logrus.FieldLogger
	// roomAt is the position from which another range may be needed. Only sendHints uses it.
	roomAt int64
}

func newNotifier(cfg Config, quit <-chan struct{}) (*notifier, error) {
	db, err := notifySession.open(cfg.DSN, 1)
	if err != nil {
		return nil, err
	}
	db.SetConnMaxIdleTime(time.Minute)
	return &notifier{db: db, pending: make(chan struct{}, 1), quit: quit, done: make(chan struct{}), log: cfg.Log}, nil
}

// notify queues a hint and never blocks. Only one goroutine calls it, with rising positions.
func (n *notifier) notify(position int64) {
	n.newest.Store(position)
	select {
	case n.pending <- struct{}{}:
	default:
	}
}

// sendHints sends queued hints until quit is closed.
func (n *notifier) sendHints() {
	defer close(n.done)
	for {
		select {
		case <-n.pending:
		case <-n.quit:
			return
		}
		n.sendHint()
		n.makeRoom()
		select {
		case <-time.After(notifyEvery):
		case <-n.quit:
			return
		}
	}
}

// sendHint ignores errors, because followers that miss a hint poll.
func (n *notifier) sendHint() {
	_, _ = n.db.ExecContext(context.Background(), `SELECT pg_notify($1, $2)`,
		channel, strconv.FormatInt(n.newest.Load(), 10))
}
