package callbackrows

import (
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/eventstore"

	"github.com/google/uuid"
)

// SampleCallbacks are the events that SampleCallback supports: those that call back the URL of a payment, a
// withdrawal or a settlement.
var SampleCallbacks = []string{
	feed.InvoicePaid, feed.InvoiceSettled, feed.InvoiceExpired,
	feed.PayoutName(balance.Withdrawal, balance.StatusCompleted), feed.PayoutName(balance.Withdrawal, balance.StatusFailed),
	feed.PayoutName(balance.Settlement, balance.StatusCompleted), feed.PayoutName(balance.Settlement, balance.StatusFailed),
}

// SampleCallback returns a callback with invented content, for a merchant who tests a receiver. The code that
// makes real callbacks makes it, too. Its id is derived from random. ok is false for an event that is not in
// SampleCallbacks.
func SampleCallback(event string, clientID int64, url string, random uuid.UUID, at time.Time) (sample Callback, ok bool) {
	for _, e := range slices.Concat(SampleHistories(clientID, url, at)...) {
		if entry, _ := feed.Of(e); entry.Type != event {
			continue
		}
		env := eventstore.Envelope{Event: e}
		env.ID = random
		var f Fold
		if f.Fold(env) != nil || len(f.Rows.List) == 0 {
			break
		}
		return f.Rows.List[0].Callback, true
	}
	return Callback{}, false
}
