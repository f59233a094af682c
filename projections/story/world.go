package story

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// posting is the name of the posting reactor's checkpoint.
const posting = "posting"

// world gathers what the subject's own events do not contain. resource is its name in callbacks, and about
// are its names in approvals.
func (r Reader) world(
	ctx context.Context, clientID int64, events []eventstore.Envelope, resource string, about []string,
) (w why.World, err error) {
	w.Now = r.Now()
	checkpoints, err := engine.Checkpoints(ctx, r.DB)
	if err != nil {
		return w, err
	}
	w.Halted = halted(checkpoints)
	if err := r.posted(ctx, clientID, checkpoints[posting], &w); err != nil {
		return w, err
	}
	off, since, err := eventstore.PayoutsOffSince(ctx, r.Log.Store())
	if err != nil {
		return w, err
	}
	if off {
		place := placeOf(since)
		w.PayoutsOff = &place
	}
	approvals, err := r.approvals(ctx, about)
	if err != nil {
		return w, err
	}
	w.Approvals = factsOf(approvals)
	w.Callbacks, err = r.callbacks(ctx, clientID, resource, events)
	return w, err
}

// approvals returns the events of the approvals about these names.
func (r Reader) approvals(ctx context.Context, about []string) (all []eventstore.Envelope, err error) {
	if len(about) == 0 {
		return nil, nil
	}
	rows, err := r.Queries.Trails(ctx, about, maxTrail)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if row.IsApproval() {
			events, err := r.stream(ctx, row.Stream)
			if err != nil {
				return nil, err
			}
			all = append(all, events...)
		}
	}
	return all, nil
}

func halted(checkpoints map[string]engine.Checkpoint) (all []why.Halt) {
	for _, name := range slices.Sorted(maps.Keys(checkpoints)) {
		c := checkpoints[name]
		if c.State != engine.StateHalted {
			continue
		}
		// When the error names no event, the event is one after the checkpoint.
		h := why.Halt{Name: name, Cause: c.Error, Event: why.Place{Position: c.Position.Commit}}
		if at := engine.HaltOf(c); at != nil {
			h.Event = why.Place{Position: at.Position, Revision: at.Revision, Type: at.Type, Stream: at.Stream}
		}
		all = append(all, h)
	}
	return all
}

// posted fills in what is known about the client's posting: the position that it has reached, and the event
// behind which the client is parked.
func (r Reader) posted(ctx context.Context, clientID int64, c engine.Checkpoint, w *why.World) error {
	s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(clientID))
	if err != nil {
		return err
	}
	// A watermark of a former store cannot be compared. A watermark without a store has posted nothing.
	if w.PostedKnown = s.Watermark.Store == "" || s.Watermark.Store == r.Log.Store().ID(); w.PostedKnown {
		w.Posted = s.Watermark.Commit
	}
	if c.Error == "" || !w.PostedKnown {
		return nil // no client is parked
	}
	w.Parked, err = r.parked(ctx, clientID, s, c.Position)
	return err
}

// These limits bound parked's search for the event; the checkpoint stays just before the oldest parked one.
const (
	parkedPage  = 1_000
	parkedPages = 10
)

// parked looks for the client's first unposted event after the posting's checkpoint, and tries whether the
// balance would accept it. It returns nil when the client is not parked or the event is far behind the
// checkpoint.
func (r Reader) parked(ctx context.Context, clientID int64, s balance.State, after eventstore.Position) (*why.Halt, error) {
	for range parkedPages {
		page, err := r.Log.Store().ReadAll(ctx, after, parkedPage)
		if err != nil || len(page) == 0 {
			return nil, err
		}
		for _, recorded := range page {
			after = recorded.Position
			if !strings.HasPrefix(recorded.Stream, payment.Stream("")) || r.Log.IsForeign(recorded) || clientOf(recorded) != clientID {
				continue
			}
			if recorded.Position.Commit <= s.Watermark.Commit && s.Watermark.Store != "" {
				continue
			}
			switch refusal, moves := r.tryToPost(s, recorded, clientID); {
			case refusal != "":
				return &why.Halt{Event: placeOf(recorded), Cause: refusal}, nil
			case moves:
				return nil, nil // it will be posted
			}
		}
	}
	return nil, nil
}

// tryToPost decides on the event as the posting reactor does, but appends nothing. moves tells whether the
// event moves money. refusal says why the balance refuses it; it is empty when the balance accepts it.
func (r Reader) tryToPost(s balance.State, recorded eventstore.Recorded, clientID int64) (refusal string, moves bool) {
	env, err := r.Log.Decode(recorded)
	if err != nil {
		return err.Error(), true
	}
	if !balance.MovesMoney(env.Event) {
		return "", false
	}
	source := balance.Source{Store: r.Log.Store().ID(), Commit: recorded.Position.Commit, Prepare: recorded.Position.Prepare}
	post := balance.PostCmd{Source: source, Event: env.Event, ClientID: clientID, At: recorded.BookedAt}
	if _, err := balance.Post(s, []balance.PostCmd{post}); err != nil {
		return err.Error(), true
	}
	return "", true
}

func clientOf(recorded eventstore.Recorded) int64 {
	var data struct {
		ClientID int64 `json:"client_id"`
	}
	_ = json.Unmarshal(recorded.Data, &data) // unreadable data names no client
	return data.ClientID
}

func suspenseName(id int64) string { return fmt.Sprintf("suspense/%d", id) }
