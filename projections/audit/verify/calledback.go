package verify

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// patience is how long work may wait for its turn, by the log's own clock, before it counts as forgotten.
// Time in which the gateway was stopped does not count.
const patience = time.Hour

// calledBack checks that every terminal event with a callback URL got a callback attempt, and that no other
// event did.
type calledBack struct {
	// due are the callbacks without an attempt. tried are those with attempts that have not ended.
	due     map[string]dueCallback
	tried   map[string]string // value: the subject
	clients map[int64]*clientCallbacks
	now     time.Time // when the newest event was written
}

type dueCallback struct {
	event    eventstore.Envelope
	clientID int64
	subject  string
}

// clientCallbacks tells whether a client's callback queue advances.
type clientCallbacks struct {
	lastAttempt time.Time
	// newestTried is the trigger time of the newest callback that got a first attempt.
	newestTried time.Time
}

func newCalledBack() *calledBack {
	return &calledBack{
		due: make(map[string]dueCallback), tried: make(map[string]string), clients: make(map[int64]*clientCallbacks),
	}
}

func (c *calledBack) name() string { return "every terminal event is called back, and no other" }

func (c *calledBack) observe(e eventstore.Envelope, r *Report) {
	if e.BookedAt.After(c.now) {
		c.now = e.BookedAt
	}
	switch event := e.Event.(type) {
	case payment.Paid:
		c.expect(e, event.CallbackURL, event.ClientID, event.TransactionID)
	case payment.Settled:
		c.expect(e, event.CallbackURL, event.ClientID, event.TransactionID)
	case payment.Expired:
		c.expect(e, event.CallbackURL, event.ClientID, event.TransactionID)
	case balance.PayoutCompleted:
		c.expect(e, event.URL, event.ClientID, e.Stream+event.ExternalID)
	case balance.PayoutFailed:
		c.expect(e, event.URL, event.ClientID, e.Stream+event.ExternalID)
	case callback.Attempted:
		c.attempted(e, event, r)
	case callback.Delivered:
		delete(c.tried, event.CallbackID)
	case callback.Exhausted:
		delete(c.tried, event.CallbackID)
	case callback.ResendRequested: // requested for a callback that had ended
		c.tried[event.CallbackID] = ""
	}
}

func (c *calledBack) attempted(e eventstore.Envelope, event callback.Attempted, r *Report) {
	due, first := c.due[event.CallbackID]
	subjectOf, again := c.tried[event.CallbackID]
	if !first && !again {
		r.addFinding(c.name(), subject(e), "is of callback %s, which nothing asked for", event.CallbackID)
	}
	client := c.client(event.ClientID)
	client.lastAttempt = e.BookedAt
	if first && due.event.BookedAt.After(client.newestTried) {
		client.newestTried = due.event.BookedAt
	}
	delete(c.due, event.CallbackID)
	c.tried[event.CallbackID] = cmp.Or(due.subject, subjectOf)
}

func (c *calledBack) client(id int64) *clientCallbacks {
	if c.clients[id] == nil {
		c.clients[id] = &clientCallbacks{}
	}
	return c.clients[id]
}

func (c *calledBack) expect(e eventstore.Envelope, url string, clientID int64, about string) {
	if url != "" {
		c.due[callback.ID(e.ID)] = dueCallback{event: e, clientID: clientID, subject: about}
	}
}

func (c *calledBack) finish(r *Report) {
	retried := make(map[string]bool)
	for _, about := range c.tried {
		retried[about] = true
	}
	for _, id := range slices.SortedFunc(maps.Keys(c.due), func(a, b string) int {
		return cmp.Compare(c.due[a].event.Position.Commit, c.due[b].event.Position.Commit)
	}) {
		due := c.due[id]
		if retried[due.subject] || c.waits(due) {
			r.addWaiting(c.name(), subject(due.event), "waits for its turn since %s", due.event.BookedAt.UTC().Format(time.RFC3339))
			retried[due.subject] = true // the next one of the subject waits for this one
			continue
		}
		r.addFinding(c.name(), subject(due.event), "callback %s was never tried", id)
	}
}

// waits reports whether a callback whose turn it is may still wait: it is new, or older callbacks of the
// client still occupy the receiver. A callback that newer ones of the same client have overtaken is
// forgotten.
func (c *calledBack) waits(due dueCallback) bool {
	since, client := due.event.BookedAt, c.client(due.clientID)
	if c.now.Sub(since) < patience {
		return true
	}
	return c.now.Sub(client.lastAttempt) < patience && client.newestTried.Sub(since) < patience
}
