package story

import (
	"context"
	"sort"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/eventstore"
)

// maxPostingScan limits the balance events that are read to find one posting. A posting follows its payment
// event closely, unless posting lags.
const maxPostingScan = 5_000

// postingPage is the number of events per read.
const postingPage = 200

func callbackStream(id string) string { return callback.Stream(id) }

// postings returns the postings of a payment. No read model says where they are. But a balance's events are
// in log order, so binary search finds the first one after each event of the payment, and the posting is the
// next one with the payment's reference.
func (r Reader) postings(
	ctx context.Context, clientID int64, transactionID string, events []eventstore.Envelope,
) (found []eventstore.Envelope, err error) {
	stream := balance.Stream(clientID)
	next := eventstore.Revision(0)
	for _, moved := range moving(events) {
		from, err := r.firstAfter(ctx, stream, moved.Position, next)
		if err != nil {
			return nil, err
		}
		posting, ok, err := r.nextPosting(ctx, stream, from, transactionID, moved.Position)
		if err != nil {
			return nil, err
		}
		if ok {
			found, next = append(found, posting), posting.Revision+1
		}
	}
	return found, nil
}

// firstAfter returns the revision, at or after from, of a stream's first event after a position.
func (r Reader) firstAfter(
	ctx context.Context, stream string, after eventstore.Position, from eventstore.Revision,
) (eventstore.Revision, error) {
	last, err := r.Log.Store().ReadStream(ctx, stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(last) == 0 {
		return from, err
	}
	n := sort.Search(int(last[0].Revision+1-from), func(i int) bool {
		page, readErr := r.Log.Store().ReadStream(ctx, stream, from+eventstore.Revision(i), eventstore.Forwards, 1)
		if readErr != nil {
			err = readErr
		}
		return len(page) == 0 || after.Before(page[0].Position)
	})
	return from + eventstore.Revision(n), err
}

// nextPosting returns the next posting of a payment's event. When the log was moved after the posting, the
// posting names the event's position in the former store.
func (r Reader) nextPosting(
	ctx context.Context, stream string, from eventstore.Revision, transactionID string, of eventstore.Position,
) (posting eventstore.Envelope, ok bool, err error) {
	for read := 0; read < maxPostingScan; read += postingPage {
		page, err := r.Log.Store().ReadStream(ctx, stream, from, eventstore.Forwards, postingPage)
		if err != nil {
			return posting, false, err
		}
		for _, recorded := range page {
			from = recorded.Revision + 1
			env, err := r.Log.Decode(recorded)
			if err != nil {
				return posting, false, err
			}
			source, reference := sourceOf(env)
			sameStore := source.Store == r.Log.Store().ID()
			if reference == transactionID && source.Store != "" && (!sameStore || source.Commit == of.Commit && source.Prepare == of.Prepare) {
				return env, true, nil
			}
		}
		if len(page) < postingPage {
			break
		}
	}
	return posting, false, nil
}

// sourceOf returns the payment event that a posting belongs to, and the payment's transaction_id. It returns
// zero values for other events.
func sourceOf(env eventstore.Envelope) (balance.Source, string) {
	switch e := env.Event.(type) {
	case balance.Credited:
		return e.Source, e.Reference
	case balance.Settled:
		return e.Source, e.Reference
	case balance.SuspenseReceived:
		return e.Source, e.Reference
	case balance.SuspenseReleased:
		return e.Source, e.Reference
	case balance.SuspenseRefunded:
		return e.Source, e.Reference
	case balance.PaymentReversed:
		return e.Source, e.Reference
	case balance.HoldEnded:
		return e.Source, e.Reference
	case balance.RefundHeld:
		return e.Source, e.Reference
	case balance.RefundNotHeld:
		return e.Source, e.TransactionID
	case balance.RefundReleased:
		return e.Source, e.Reference
	case balance.ReversalReturned:
		return e.Source, e.Reference
	case balance.DisputeHeld:
		return e.Source, e.Reference
	case balance.DisputeReleased:
		return e.Source, e.Reference
	}
	return balance.Source{}, ""
}
