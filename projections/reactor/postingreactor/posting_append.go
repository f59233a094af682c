package postingreactor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// postingAppend is the number of events in one append, well below a store's limits on number and bytes.
const postingAppend = eventstore.MaxEventsPerAppend / 2

// entry is one event to post. after is the position before that event.
type entry struct {
	after eventstore.Position
	cmd   balance.PostCmd
	// trace names the span that appended the event; it is empty while tracing is off.
	trace string
	// decodeErr says why the event could not be decoded.
	decodeErr error
}

// unpostable names the entry of a client that could not be posted. The entries before
// it were posted.
type unpostable struct {
	entry entry
	err   error
}

func (u *unpostable) Error() string {
	return fmt.Sprintf("event %d: %v", u.entry.cmd.Source.Commit, u.err)
}
func (u *unpostable) Unwrap() error { return u.err }

// movesNothing lists the event types of payments that move no money. Posting posts all other events of
// payment streams. A type that this version of the program does not know parks its client, because it may
// move money. Events of other programs are skipped.
var movesNothing = map[string]bool{
	payment.Requested{}.EventType():            true,
	payment.Rerouted{}.EventType():             true,
	payment.Opened{}.EventType():               true,
	payment.Refused{}.EventType():              true,
	payment.Expired{}.EventType():              true,
	payment.SuspenseSettled{}.EventType():      true,
	payment.Reported{}.EventType():             true,
	payment.ReportAnswered{}.EventType():       true,
	payment.Contradicted{}.EventType():         true,
	payment.ReversalReported{}.EventType():     true,
	payment.ReversalAssigned{}.EventType():     true,
	payment.ReversalContradicted{}.EventType(): true,
	payment.SuspenseReopened{}.EventType():     true,
	payment.Chained{}.EventType():              true,
	payment.Replaced{}.EventType():             true,
	payment.Closed{}.EventType():               true,
	payment.ClaimGivenUp{}.EventType():         true,
	payment.RefundConfirmed{}.EventType():      true,
	payment.RefundApproved{}.EventType():       true,
	payment.RefundSubmitted{}.EventType():      true,
	payment.RefundAccepted{}.EventType():       true,
	payment.RefundAttemptFailed{}.EventType():  true,
	payment.DisputeAnswered{}.EventType():      true,
	payment.DisputeReminded{}.EventType():      true,
	payment.DisputeForwarded{}.EventType():     true,
	payment.DisputeAccepted{}.EventType():      true,
	payment.DisputeExpired{}.EventType():       true,
	payment.CustomerErased{}.EventType():       true,
}

var paymentStreams = payment.Stream("")

func isPosted(r eventstore.Recorded) bool {
	return strings.HasPrefix(r.Stream, paymentStreams) && !movesNothing[r.Type]
}

// entriesByClient groups the events to post by client, in the order of the log.
func (p *Posting) entriesByClient(
	after eventstore.Position, events []eventstore.Recorded, wanted func(client int64) bool,
) (map[int64][]entry, error) {
	byClient := make(map[int64][]entry)
	store := p.log.Store().ID()
	for _, r := range events {
		if isPosted(r) && !p.log.IsForeign(r) {
			e := entry{after: after, trace: p.log.TraceOf(r)}
			e.cmd.Source = balance.Source{Store: store, Commit: r.Position.Commit, Prepare: r.Position.Prepare}
			if err := p.fillEntry(r, &e); err != nil {
				return nil, err
			}
			if wanted(e.cmd.ClientID) {
				byClient[e.cmd.ClientID] = append(byClient[e.cmd.ClientID], e)
			}
		}
		after = r.Position
	}
	return byClient, nil
}

// fillEntry decodes the event into the entry. An event that can't be decoded parks its client, which the
// event's data or stream names. If neither names one, fillEntry returns an error, because the event may
// concern any client.
func (p *Posting) fillEntry(r eventstore.Recorded, e *entry) error {
	decoded, err := p.log.Decode(r)
	if err != nil {
		return e.park(r, err)
	}
	e.cmd.Event = decoded.Event
	switch event := decoded.Event.(type) {
	case payment.Paid:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.Settled:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.Suspended:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.SuspenseReleased:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.SuspenseRefunded:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.Reversed:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.ReversalReturned:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.DisputeOpened:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.DisputeDecided:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.HoldEnded:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	default:
		return p.fillRefund(r, e)
	}
	return nil
}

// fillRefund fills an entry from an event of a refund.
func (p *Posting) fillRefund(r eventstore.Recorded, e *entry) error {
	switch event := e.cmd.Event.(type) {
	case payment.RefundRequested:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.RefundUndone:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.RefundRejected:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.RefundCancelled:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	case payment.RefundFailed:
		e.cmd.ClientID, e.cmd.At = event.ClientID, event.At
	default:
		return e.park(r, fmt.Errorf("event %d of stream %s: the posting does not know the type %s", r.Revision, r.Stream, r.Type))
	}
	return nil
}

// park marks the entry as impossible to post, and finds its client. It returns reason if it finds none.
func (e *entry) park(r eventstore.Recorded, reason error) error {
	e.cmd.Event, e.decodeErr = nil, reason
	var owner struct {
		ClientID int64 `json:"client_id"`
	}
	if json.Unmarshal(r.Data, &owner) == nil && owner.ClientID > 0 {
		e.cmd.ClientID = owner.ClientID
		return nil
	}
	clientID, ok := payment.ClientOf(strings.TrimPrefix(r.Stream, paymentStreams))
	if !ok {
		return reason
	}
	e.cmd.ClientID = clientID
	return nil
}

// postEntries posts the entries of one client in as few appends as possible. Errors: *unpostable, and
// errors that affect all clients.
func (p *Posting) postEntries(ctx context.Context, client int64, entries []entry) error {
	for len(entries) > 0 {
		chunk := entries[:min(len(entries), postingAppend)]
		n, err := p.appendPostable(ctx, client, chunk)
		if affectsAllClients(ctx, err) {
			return err
		}
		if err != nil {
			return &unpostable{entry: entries[n], err: err}
		}
		entries = entries[n:]
	}
	return nil
}

// appendPostable posts the entries before the first one that can't be posted, and returns their number n.
// If it also returns an error, that error is about entry n, and this call has posted the n entries before
// it. If n is less than the number of entries and there is no error, the caller calls again with the rest.
func (p *Posting) appendPostable(ctx context.Context, client int64, entries []entry) (n int, err error) {
	cmds := make([]balance.PostCmd, 0, len(entries))
	for _, e := range entries {
		if e.decodeErr != nil {
			err = e.decodeErr
			break
		}
		cmds = append(cmds, e.cmd)
	}
	if len(cmds) == 0 {
		return 0, err
	}
	ctx, spans := continueEntries(ctx, entries[:len(cmds)])
	defer func() { spans.end(err) }()
	_, failure := eventstore.Execute(ctx, p.log, balance.Aggregate, balance.Stream(client),
		func(s balance.State) ([]domain.Event, error) {
			events, err := balance.Post(s, cmds)
			n = len(cmds)
			if err == nil {
				return events, nil
			}
			// Post posts all commands or none: find the longest prefix that it accepts.
			n = sort.Search(len(cmds), func(i int) bool {
				_, err := balance.Post(s, cmds[:i+1])
				return err != nil
			})
			if n == 0 {
				return nil, err
			}
			return balance.Post(s, cmds[:n])
		})
	if failure != nil {
		return 0, failure
	}
	if n < len(cmds) {
		return n, nil
	}
	return n, err
}

// affectsAllClients reports whether the error affects all clients, so that no client is
// parked for it.
func affectsAllClients(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, eventstore.ErrClosed))
}
