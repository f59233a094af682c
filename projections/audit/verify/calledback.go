package verify

import (
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// calledBack checks that every terminal event with a callback URL got an attempt, and
// no other event.
type calledBack struct {
	// due are the callbacks without an attempt, tried those with one.
	due   map[string]string
	tried map[string]bool
}

func newCalledBack() *calledBack {
	return &calledBack{due: make(map[string]string), tried: make(map[string]bool)}
}

func (c *calledBack) name() string { return "every terminal event is called back, and no other" }

func (c *calledBack) observe(e eventstore.Envelope, r *Report) {
	switch event := e.Event.(type) {
	case payment.Paid:
		c.expect(e, event.CallbackURL)
	case payment.Settled:
		c.expect(e, event.CallbackURL)
	case payment.Expired:
		c.expect(e, event.CallbackURL)
	case balance.PayoutCompleted:
		c.expect(e, event.URL)
	case balance.PayoutFailed:
		c.expect(e, event.URL)
	case callback.Attempted:
		if _, due := c.due[event.CallbackID]; !due && !c.tried[event.CallbackID] {
			r.addFinding(c.name(), subject(e), "is of callback %s, which nothing asked for", event.CallbackID)
		}
		delete(c.due, event.CallbackID)
		c.tried[event.CallbackID] = true
	case callback.Delivered:
		delete(c.tried, event.CallbackID)
	case callback.Exhausted:
		delete(c.tried, event.CallbackID)
	case callback.ResendRequested: // for a callback that had ended
		c.tried[event.CallbackID] = true
	}
}

func (c *calledBack) expect(e eventstore.Envelope, url string) {
	if url != "" {
		c.due[callback.ID(e.ID)] = subject(e)
	}
}

func (c *calledBack) finish(r *Report) {
	for id, trigger := range c.due {
		r.addFinding(c.name(), trigger, "callback %s was never tried", id)
	}
}
