package reactor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/domain/sequence"
	"gateway/eventstore"
)

const (
	// searchOverlap is how far before the last surviving event the books are searched, for
	// clocks that differ.
	searchOverlap = 10 * time.Minute
	// searchRate is how many calls a minute a search makes at most.
	searchRate = 300
	// blocksPage is the number of reserved blocks of ids that are read at once.
	blocksPage = 100
)

// PayoutSearch looks in the provider's books for orders of payouts that the log lacks: a
// restored log may end before the attempt that it lost. It is safe for concurrent use.
type PayoutSearch struct {
	log     *eventstore.Log
	books   BookingLister
	now     func() time.Time
	keepFor time.Duration
	arrival time.Duration
	rate    *callRate

	// turn has room for the one that searches, and guards the following.
	turn chan struct{}
	// from is the earliest booking time of the kept bookings, readAt the time when they were read.
	from, readAt time.Time
	kept         map[string][]report.Booking
}

// PayoutSearchOptions are the times of a PayoutSearch.
type PayoutSearchOptions struct {
	// KeepFor is how long what was read is used again; zero reads the books for every search. Lost orders are older
	// than the restore, so a short time hides none.
	KeepFor time.Duration
	// Arrival is how long after a restore an order of the lost past may still arrive at the provider.
	Arrival time.Duration
}

// NewPayoutSearch makes a search.
func NewPayoutSearch(log *eventstore.Log, books BookingLister, now func() time.Time, o PayoutSearchOptions) *PayoutSearch {
	return &PayoutSearch{
		log: log, books: books, now: now, keepFor: o.KeepFor, arrival: o.Arrival, turn: make(chan struct{}, 1),
		rate: &callRate{limit: searchRate, sleep: sleepFor, now: now},
	}
}

// ErrOrdersUnderWay says that a lost order may still arrive at the provider, so that its books prove nothing yet.
var ErrOrdersUnderWay = errors.New("the log was restored just now: an order that it lost may still arrive at the provider")

// Lost returns the provider's bookings of orders of the payout, if the log may lack an attempt:
// a generation of the log began after the payout's id was reserved. The request may be younger:
// a key of idempotency that survived makes a lost request anew, under the same id. Errors: ErrOrdersUnderWay; those of
// the store and of BookingLister.
func (s *PayoutSearch) Lost(ctx context.Context, o balance.Order, requested eventstore.Recorded) ([]report.Booking, error) {
	since, former, err := s.lostSince(ctx, o, requested)
	if err != nil || !former {
		return nil, err
	}
	return s.since(ctx, o, since)
}

// All returns the provider's bookings of orders of the payout: since the log may lack an
// attempt, or since the payout was requested. Errors are those of Lost.
func (s *PayoutSearch) All(ctx context.Context, o balance.Order, requested eventstore.Recorded) ([]report.Booking, error) {
	since, former, err := s.lostSince(ctx, o, requested)
	if err != nil {
		return nil, err
	}
	if !former {
		since = o.RequestedAt
	}
	return s.since(ctx, o, since)
}

// lostSince returns the time from which the log may lack attempts of the payout; former is false if it
// lacks none.
func (s *PayoutSearch) lostSince(
	ctx context.Context, o balance.Order, requested eventstore.Recorded,
) (since time.Time, former bool, err error) {
	g, err := eventstore.ReadGeneration(ctx, s.log.Store())
	if err != nil || g.Number == 0 {
		return since, false, err
	}
	underWay := s.now().Before(g.ChangedAt.Add(s.arrival))
	reserved, err := blockOf(ctx, s.log, o.Kind, o.ID)
	if err != nil {
		return since, false, err
	}
	if reserved == (eventstore.Position{}) || requested.Position.Before(reserved) {
		reserved = requested.Position
	}
	since, former, err = eventstore.GenerationAfter(ctx, s.log.Store(), reserved)
	if err == nil && former && underWay {
		err = ErrOrdersUnderWay
	}
	return since, former, err
}

// blockOf finds the position at which the block of ids with this one was reserved; the zero
// Position where the log has no such block.
func blockOf(ctx context.Context, log *eventstore.Log, kind string, id int64) (eventstore.Position, error) {
	for from := eventstore.End; from >= 0; {
		page, err := log.Store().ReadStream(ctx, sequence.Stream(kind), from, eventstore.Backwards, blocksPage)
		if err != nil || len(page) == 0 {
			return eventstore.Position{}, err
		}
		for _, r := range page {
			from = r.Revision - 1
			if r.Type != (sequence.Reserved{}).EventType() {
				continue
			}
			e, err := log.Decode(r)
			if err != nil {
				return eventstore.Position{}, err
			}
			if block, ok := e.Event.(sequence.Reserved); ok && block.From <= id {
				return r.Position, nil
			}
		}
	}
	return eventstore.Position{}, nil
}

// since returns the bookings of the payout from a time on, minus searchOverlap. The provider
// finds a reference only as a whole, so all payouts of that time are read, and those are taken
// whose reference begins with the payout's name.
func (s *PayoutSearch) since(ctx context.Context, o balance.Order, from time.Time) ([]report.Booking, error) {
	if !from.IsZero() {
		from = from.Add(-searchOverlap)
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.kept == nil || from.Before(s.from) || s.now().Sub(s.readAt) >= s.keepFor {
		if err := s.read(ctx, from); err != nil {
			return nil, err
		}
	}
	return s.kept[o.Name()], nil
}

func (s *PayoutSearch) read(ctx context.Context, from time.Time) error {
	all, err := allBookings(ctx, s.books, report.BookingQuery{Kinds: []report.BookingKind{report.BookedPayout}, From: from}, s.rate.wait)
	if err != nil {
		return fmt.Errorf("search the provider's books for payouts: %w", err)
	}
	s.from, s.readAt, s.kept = from, s.now(), make(map[string][]report.Booking)
	for _, b := range all {
		if kind, clientID, id, ours := balance.ParseReference(b.Reference); ours {
			name := balance.Order{Kind: kind, ClientID: clientID, ID: id}.Name()
			s.kept[name] = append(s.kept[name], b)
		}
	}
	return nil
}

// payoutOfBooking gives a booking's own word on a payout.
func payoutOfBooking(b report.Booking) report.Payout {
	return report.Payout{
		ProviderID: b.ProductID, Reference: b.Reference, Status: b.Status, Amount: b.Amount, UpdatedAt: b.UpdatedAt,
	}
}

// NotePayoutFound records that the provider's books have an order of a payout that the gateway is
// not known to have made, which holds the payout. A booking of a known order, or of a payout
// that has ended, changes nothing. Errors: payout_not_found; those of the store.
func (r *Reports) NotePayoutFound(ctx context.Context, b report.Booking) error {
	kind, clientID, id, _ := balance.ParseReference(b.Reference)
	out, err := eventstore.Execute(withProviderAsActor(ctx), r.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) {
			return balance.NoteFound(s, kind, id, payoutOfBooking(b), r.Now())
		})
	r.raiseContradictions(out.Events)
	return err
}

// PayoutRequest finds the event that requested a payout. position is where the read models have it;
// where another event is there, the client's stream is read backwards. Errors: payout_not_found;
// those of the store and of the codec.
func PayoutRequest(ctx context.Context, log *eventstore.Log, o balance.Order, position int64) (eventstore.Recorded, error) {
	at := eventstore.Position{Commit: position, Prepare: position}
	events, err := log.Store().ReadAll(ctx, at.JustBefore(), 1)
	if err != nil {
		return eventstore.Recorded{}, err
	}
	if len(events) > 0 && isRequestOf(log, events[0], o) {
		return events[0], nil
	}
	for from := eventstore.End; ; {
		page, err := log.Store().ReadStream(ctx, balance.Stream(o.ClientID), from, eventstore.Backwards, forgottenPage)
		if err != nil {
			return eventstore.Recorded{}, err
		}
		for _, r := range page {
			if isRequestOf(log, r, o) {
				return r, nil
			}
			from = r.Revision - 1
		}
		if len(page) == 0 || from < 0 {
			return eventstore.Recorded{}, domain.Refuse(domain.NotFound, "payout_not_found", "there is no such payout")
		}
	}
}

// isRequestOf reports whether the event requests the payout.
func isRequestOf(log *eventstore.Log, r eventstore.Recorded, o balance.Order) bool {
	isRequest := r.Type == balance.WithdrawalRequested{}.EventType() || r.Type == balance.SettlementRequested{}.EventType()
	if !isRequest || r.Stream != balance.Stream(o.ClientID) {
		return false
	}
	e, err := log.Decode(r)
	if err != nil {
		return false
	}
	of, ok := e.Event.(interface{ PayoutID() (string, int64) })
	if !ok {
		return false
	}
	kind, id := of.PayoutID()
	return kind == o.Kind && id == o.ID
}
