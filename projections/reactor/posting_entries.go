package reactor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// postingAppend is how many events one append takes at most: well below what a
// store refuses, in number and in bytes.
const postingAppend = eventstore.MaxEventsPerAppend / 2

// entry is one event that is to be posted, and the position before it.
type entry struct {
	after eventstore.Position
	cmd   balance.PostCmd
	// broken says why the event could not even be read.
	broken error
}

// unpostable says which entry of a client could not be posted; those before it were.
type unpostable struct {
	entry entry
	err   error
}

func (u *unpostable) Error() string {
	return fmt.Sprintf("event %d: %v", u.entry.cmd.Source.Commit, u.err)
}
func (u *unpostable) Unwrap() error { return u.err }

var posted = map[string]bool{
	payment.Paid{}.EventType():             true,
	payment.Settled{}.EventType():          true,
	payment.Suspended{}.EventType():        true,
	payment.SuspenseReleased{}.EventType(): true,
	payment.SuspenseRefunded{}.EventType(): true,
}

// collect sorts the events by client, in the order of the log.
func (p *Posting) collect(
	after eventstore.Position, events []eventstore.Recorded, wanted func(client int64) bool,
) (map[int64][]entry, error) {
	byClient := make(map[int64][]entry)
	store := p.log.Store().ID()
	for _, r := range events {
		if posted[r.Type] {
			e := entry{after: after}
			e.cmd.Source = balance.Source{Store: store, Commit: r.Position.Commit, Prepare: r.Position.Prepare}
			if err := p.read(r, &e); err != nil {
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

// read fills the entry. An event that can't be decoded is its client's trouble, as
// long as it says whose it is.
func (p *Posting) read(r eventstore.Recorded, e *entry) error {
	opened, err := p.log.Decode(r)
	if err != nil {
		var owner struct {
			ClientID int64 `json:"client_id"`
		}
		if json.Unmarshal(r.Data, &owner) != nil || owner.ClientID == 0 {
			return err
		}
		e.cmd.ClientID, e.broken = owner.ClientID, err
		return nil
	}
	e.cmd.Event = opened.Event
	switch event := opened.Event.(type) {
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
	}
	return nil
}

// post books the entries of one client, in as few appends as there may be. Errors:
// *unpostable, and those that concern no client in particular.
func (p *Posting) post(ctx context.Context, client int64, entries []entry) error {
	for len(entries) > 0 {
		chunk := entries[:min(len(entries), postingAppend)]
		n, err := p.append(ctx, client, chunk)
		if isInfrastructure(ctx, err) {
			return err
		}
		if err != nil {
			return &unpostable{entry: entries[n], err: err}
		}
		entries = entries[n:]
	}
	return nil
}

// append books as many entries as go before the first that can't be posted: the
// error is about the entry n, and not given before all others are booked.
func (p *Posting) append(ctx context.Context, client int64, entries []entry) (n int, err error) {
	cmds := make([]balance.PostCmd, 0, len(entries))
	for _, e := range entries {
		if e.broken != nil {
			err = e.broken
			break
		}
		cmds = append(cmds, e.cmd)
	}
	if len(cmds) == 0 {
		return 0, err
	}
	_, failure := eventstore.Execute(ctx, p.log, balance.Aggregate, balance.Stream(client),
		func(s balance.State) ([]domain.Event, error) {
			events, err := balance.Post(s, cmds)
			n = len(cmds)
			if err == nil {
				return events, nil
			}
			// Post is all or nothing: find how far it goes.
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

// isInfrastructure: the trouble is nobody's in particular, so nobody is parked.
func isInfrastructure(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, eventstore.ErrClosed))
}
