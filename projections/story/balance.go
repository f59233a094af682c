package story

import (
	"context"
	"errors"

	"gateway/domain/balance"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel/readtable"
)

const (
	// maxParts limits the payments, payouts, refunds and disputes of each kind that an answer about a balance names, oldest
	// first.
	maxParts = 20
	// maxOwedSearch limits the events that are searched for the one that increased the client's debt.
	maxOwedSearch = 1_000
)

func (r Reader) whyBalance(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	if clientID != 0 && clientID != subject.ID {
		return why.Answer{}, readtable.ErrNotFound
	}
	if _, err := r.Queries.Client(ctx, subject.ID); err != nil {
		return why.Answer{}, err
	}
	s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(subject.ID))
	if err != nil {
		return why.Answer{}, err
	}
	f := why.BalanceFacts{ClientID: subject.ID, Totals: s.Totals}
	if err := r.newest(ctx, subject.ID, &f); err != nil {
		return why.Answer{}, err
	}
	names, err := r.parts(ctx, subject.ID, s)
	if err != nil {
		return why.Answer{}, err
	}
	for _, name := range names {
		part, err := r.Why(ctx, name, 0)
		if err != nil && !errors.Is(err, readtable.ErrNotFound) {
			return why.Answer{}, err
		}
		f.Parts = append(f.Parts, part)
	}
	w, err := r.world(ctx, subject.ID, nil, subject.Name(), nil)
	if err != nil {
		return why.Answer{}, err
	}
	return why.OfBalance(f, w), nil
}

// newest adds the newest event of the balance and, if the client owes money, the event that last took money
// back.
func (r Reader) newest(ctx context.Context, clientID int64, f *why.BalanceFacts) error {
	limit := 1
	if f.Totals.Receivable.IsNegative() {
		limit = maxOwedSearch
	}
	page, err := r.Log.Store().ReadStream(ctx, balance.Stream(clientID), eventstore.End, eventstore.Backwards, limit)
	if err != nil {
		return err
	}
	taken := balance.PaymentReversed{}.EventType()
	for i, recorded := range page {
		if i == 0 {
			f.Last = placeOf(recorded)
		}
		if recorded.Type == taken && f.Totals.Receivable.IsNegative() {
			f.Owed = placeOf(recorded)
			return nil
		}
	}
	return nil
}

// parts lists the payments, payouts, refunds and disputes whose money is not withdrawable.
func (r Reader) parts(ctx context.Context, clientID int64, s balance.State) (names []string, err error) {
	for _, p := range s.Open[:min(len(s.Open), maxParts)] {
		names = append(names, Subject{Kind: KindPayout, PayoutKind: p.Kind, ID: p.ID}.Name())
	}
	for _, h := range s.RefundHolds[:min(len(s.RefundHolds), maxParts)] {
		names = append(names, Subject{Kind: KindRefund, ID: h.RefundID}.Name())
	}
	for _, h := range s.DisputeHolds[:min(len(s.DisputeHolds), maxParts)] {
		names = append(names, Subject{Kind: KindDispute, ID: h.DisputeID}.Name())
	}
	held, err := r.Queries.HeldTransactions(ctx, clientID, maxParts)
	if err != nil {
		return nil, err
	}
	open, err := r.Queries.TransactionsInSuspense(ctx, clientID, maxParts)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, id := range append(held, open...) {
		if name := "transactions/" + id; !seen[name] {
			seen[name], names = true, append(names, name)
		}
	}
	return names, nil
}
