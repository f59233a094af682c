package books

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/whatif"
	"gateway/eventstore"

	"golang.org/x/sync/errgroup"
)

// MaxWhatIf limits the number of payments that WhatIf computes, because it reads the stream of each.
const MaxWhatIf = 10_000

// creditID identifies money that was credited to a client.
type creditID struct {
	transactionID string
	suspenseID    int64
}

// WhatIf computes what the payments credited to a client in a range would have brought under another rule, by
// the end of the range, or by now when the range is open. It refuses more than MaxWhatIf payments with
// invalid_field from. It changes nothing.
func (r Reader) WhatIf(ctx context.Context, client int64, in Range, rule whatif.Rule, now time.Time) (whatif.Comparison, error) {
	if in.To.IsZero() || in.To.After(now) {
		in.To = now
	}
	credits, err := r.credits(ctx, client, in)
	if err != nil {
		return whatif.Comparison{}, err
	}
	payments := make([]whatif.Payment, len(credits))
	g, groupCtx := errgroup.WithContext(ctx)
	g.SetLimit(readersOfAll)
	for i, c := range credits {
		g.Go(func() error {
			events, err := r.eventsOf(groupCtx, payment.Stream(c.transactionID))
			if err == nil {
				payments[i], _ = whatif.Of(events, c.suspenseID, in.To)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return whatif.Comparison{}, err
	}
	totals, err := r.BalanceAt(ctx, client, in.To)
	b := whatif.Balance{Total: totals.Sum(), Available: totals.Available.Add(totals.Receivable), Unsettled: totals.Unsettled}
	return whatif.Compare(payments, rule, b, in.To), err
}

// credits lists the money credited to a client in a range.
func (r Reader) credits(ctx context.Context, client int64, in Range) (all []creditID, err error) {
	part, spans, err := r.spans(ctx, client, in)
	if err != nil {
		return nil, err
	}
	err = r.visit(ctx, client, part, spans, func(e Entry) error {
		event, err := r.Log.Codec().Decode(e.Recorded.Type, e.Recorded.Data)
		if err != nil {
			return err
		}
		switch event := event.(type) {
		case balance.Credited:
			all = append(all, creditID{event.Reference, 0})
		case balance.SuspenseReleased:
			all = append(all, creditID{event.Reference, event.SuspenseID})
		}
		if len(all) > MaxWhatIf {
			return domain.InvalidField("from", "the period has more than %d payments: ask about a shorter one", MaxWhatIf)
		}
		return nil
	})
	return all, err
}

// eventsOf reads all events of a stream.
func (r Reader) eventsOf(ctx context.Context, stream string) (all []domain.Event, err error) {
	const atOnce = 50
	for from := eventstore.Revision(0); ; {
		page, err := r.Log.Store().ReadStream(ctx, stream, from, eventstore.Forwards, atOnce)
		if err != nil {
			return nil, err
		}
		for _, recorded := range page {
			event, err := r.Log.Codec().Decode(recorded.Type, recorded.Data)
			if err != nil {
				return nil, err
			}
			all = append(all, event)
			from = recorded.Revision + 1
		}
		if len(page) < atOnce {
			return all, nil
		}
	}
}
