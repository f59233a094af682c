package payoutreactor

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
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"
)

const (
	// searchOverlap is how much earlier than the last surviving event a search begins, because clocks
	// differ.
	searchOverlap = 10 * time.Minute
	// searchRate is the most calls that a search makes in a minute.
	searchRate = 300
	// blocksPage is the number of reserved blocks of ids that are read at once.
	blocksPage = 100
	// requestPage is the number of events that are read at once to find the request of a payout.
	requestPage = 1_000
)

// PayoutSearch searches the books of all connections for orders of payouts that the log lacks, because a restore
// may have lost the events of attempts. It is safe for concurrent use.
type PayoutSearch struct {
	log     *eventstore.Log
	books   []reportreactor.BookingLister
	now     func() time.Time
	keepFor time.Duration
	arrival time.Duration
	payers  []Payer
	rate    *reactor.CallRate

	// turn lets one caller at a time search, and guards the fields below.
	turn chan struct{}
	// from is the time from which the kept bookings were read, and readAt when they were read.
	from, readAt time.Time
	kept         map[string][]report.Booking
}

// PayoutSearchOptions are the times of a PayoutSearch.
type PayoutSearchOptions struct {
	// KeepFor is how long the bookings are reused after they were read; with zero every search reads the
	// books again. Lost orders are older than the restore, so reusing bookings for a short time hides
	// none.
	KeepFor time.Duration
	// Arrival is how long after a restore an order that the log lost may still arrive at the provider.
	Arrival time.Duration
	// Payers are the connections that make payouts and have no books. They are asked for the references that the first
	// attempts of a payout have.
	Payers []Payer
}

// Payer is a connection that is asked for payouts by their references.
type Payer struct {
	// Connection is its name, ProviderAPI the API that gets orders there.
	Connection, ProviderAPI string
	Provider                PayoutProvider
}

// lostReferences is how many references of a payout are looked up at a Payer. A further one is made only after the
// provider failed an order for lack of float.
const lostReferences = 5

// NewPayoutSearch makes a search.
func NewPayoutSearch(log *eventstore.Log, books []reportreactor.BookingLister, now func() time.Time, o PayoutSearchOptions) *PayoutSearch {
	return &PayoutSearch{
		log: log, books: books, now: now, keepFor: o.KeepFor, arrival: o.Arrival, payers: o.Payers, turn: make(chan struct{}, 1),
		rate: &reactor.CallRate{Limit: searchRate, Sleep: reactor.SleepFor, Now: now},
	}
}

// ErrOrdersUnderWay means that a lost order may still arrive at the provider, so the provider's books
// prove nothing yet.
var ErrOrdersUnderWay = errors.New("the log was restored just now: an order that it lost may still arrive at the provider")

// Lost returns the provider's bookings of orders of the payout if the log may lack an attempt, which is so
// if a new generation of the log began after the payout's id was reserved. The request event may be newer
// than that generation, because a client that repeats a lost request with a surviving idempotency key gets
// the same id again. Errors: ErrOrdersUnderWay; those of the store and of BookingLister.
func (s *PayoutSearch) Lost(ctx context.Context, o balance.Order, requested eventstore.Recorded) ([]report.Booking, error) {
	since, former, err := s.lostSince(ctx, o, requested)
	if err != nil || !former {
		return nil, err
	}
	return s.ordersSince(ctx, o, requested, since)
}

// ordersSince returns what the books list, and what the connections without books have.
func (s *PayoutSearch) ordersSince(
	ctx context.Context, o balance.Order, requested eventstore.Recorded, since time.Time,
) ([]report.Booking, error) {
	listed, err := s.since(ctx, o, since)
	if err != nil {
		return nil, err
	}
	for _, p := range s.payers {
		known, err := p.orders(ctx, o, requested)
		if err != nil {
			return nil, fmt.Errorf("ask %s for orders of %s: %w", p.Connection, o.Name(), err)
		}
		listed = append(listed, known...)
	}
	return listed, nil
}

// orders asks for the references of the first attempts, which follow from the request, until one is not known.
func (p Payer) orders(ctx context.Context, o balance.Order, requested eventstore.Recorded) (all []report.Booking, err error) {
	for number := 1; number <= lostReferences; number++ {
		reference := o.NewReference(balance.ReferenceDigits(requested.ID.String(), number, p.ProviderAPI))
		found, err := p.Provider.FindPayout(ctx, p.ProviderAPI, reference)
		if errors.Is(err, report.ErrNoRecord) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, report.Booking{
			Connection: p.Connection, ID: found.ProviderID, Kind: report.BookedPayout, ProductID: found.ProviderID, Reference: reference,
			Status: found.Status, Amount: found.Amount, AccountNumber: found.AccountNumber, UpdatedAt: found.UpdatedAt,
		})
	}
	return all, nil
}

// All returns the provider's bookings of orders of the payout. It searches from the time since which the
// log may lack attempts, or if it lacks none, from the payout's request on. Errors are those of Lost.
func (s *PayoutSearch) All(ctx context.Context, o balance.Order, requested eventstore.Recorded) ([]report.Booking, error) {
	since, former, err := s.lostSince(ctx, o, requested)
	if err != nil {
		return nil, err
	}
	if !former {
		since = o.RequestedAt
	}
	return s.ordersSince(ctx, o, requested, since)
}

// lostSince returns the time since which the log may lack attempts of the payout; former is false if it
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

// blockOf returns the position of the event that reserved the block containing this id, or the zero
// Position if the log has no such block.
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

// since returns the payout's bookings from searchOverlap before the given time on. The provider can search
// only for a complete reference, and the end of a lost reference is unknown. So since reads all payouts of
// that time, and picks those whose reference begins with the payout's name.
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
	q := report.BookingQuery{Kinds: []report.BookingKind{report.BookedPayout}, From: from}
	var all []report.Booking
	for _, books := range s.books {
		listed, err := reportreactor.AllBookings(ctx, books, q, s.rate.Wait)
		if err != nil {
			return fmt.Errorf("search the provider's books for payouts: %w", err)
		}
		all = append(all, listed...)
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

// PayoutRequest finds the event that requested a payout. position is the event's position according to the
// read models. If another event is there, PayoutRequest reads the client's stream backwards. Errors:
// payout_not_found; those of the store.
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
		page, err := log.Store().ReadStream(ctx, balance.Stream(o.ClientID), from, eventstore.Backwards, requestPage)
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
