package postgres

import (
	"context"
	"database/sql"
	"strconv"
	"sync/atomic"
	"time"
)

// Hints are sent at most this often: one tells of all before it.
const notifyEvery = 25 * time.Millisecond

var notifySession = session{
	name: "gateway events notify",
	settings: map[string]string{
		"statement_timeout": "2000",
		// A hint is worth no flush to disk. Nothing else is done on this connection.
		"synchronous_commit": "off",
	},
	silence: 3 * time.Second,
}

// notifier tells other processes of new events, after their commit and apart from
// it: NOTIFY in the appending transaction would take a global lock.
type notifier struct {
	db      *sql.DB
	newest  atomic.Int64
	pending chan struct{}
	quit    <-chan struct{}
	done    chan struct{}
}

func newNotifier(dsn string, quit <-chan struct{}) (*notifier, error) {
	db, err := notifySession.open(dsn, 1)
	if err != nil {
		return nil, err
	}
	db.SetConnMaxIdleTime(time.Minute)
	return &notifier{db: db, pending: make(chan struct{}, 1), quit: quit, done: make(chan struct{})}, nil
}

// notify never blocks. It is called by one goroutine, with rising positions.
func (n *notifier) notify(position int64) {
	n.newest.Store(position)
	select {
	case n.pending <- struct{}{}:
	default:
	}
}

func (n *notifier) run() {
	defer close(n.done)
	for {
		select {
		case <-n.pending:
		case <-n.quit:
			return
		}
		n.send()
		select {
		case <-time.After(notifyEvery):
		case <-n.quit:
			return
		}
	}
}

// send does its best: who misses a hint polls.
func (n *notifier) send() {
	_, _ = n.db.ExecContext(context.Background(), `SELECT pg_notify($1, $2)`,
		channel, strconv.FormatInt(n.newest.Load(), 10))
}
