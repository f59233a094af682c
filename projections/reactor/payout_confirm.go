package reactor

import (
	"cmp"
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/readmodel/payoutrows"
)

// reportOf returns the key in the retry schedule for a notification that is waiting for confirmation.
func reportOf(name string) string { return name + " reported" }

// answersOf returns the key under which the retry schedule counts the provider's answers to that question.
func answersOf(key string) string { return key + " answered" }

// confirm asks the provider for a payout after a notification of it. Only the provider's answer counts,
// not the notification. If the provider answers ConfirmLooks times without confirming the notification,
// confirm records a contradiction, because the notification may be forged.
func (r *Payouts) confirm(ctx context.Context, row payoutrows.Payout) error {
	s, _, err := eventstore.Load(ctx, r.log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return err
	}
	waiting, waits := s.WaitingReport(row.Kind, row.ID)
	if !waits { // already answered; the read model does not show that yet
		return nil
	}
	order := balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}
	key := reportOf(order.Name())
	r.retries.postpone(key)
	found, err := r.provider.FindPayout(ctx, cmp.Or(waiting.ProviderAPI, s.ProviderAPIOf(row.Kind, row.ID)), waiting.Reference)
	if err == nil {
		found.Reference = waiting.Reference
		var out eventstore.Outcome[balance.State]
		if out, err = r.reports.takePayoutRecord(ctx, found); err != nil {
			return notRefused(err)
		}
		s = out.State
		if isA[balance.PayoutAttemptFailed](out.Events) {
			r.retries.postponeBy(order.Name(), r.o.FloatFirst, r.o.FloatMax)
			r.noteFloat(true)
		}
	} else if !errors.Is(err, report.ErrNoRecord) {
		return err
	}
	r.retries.postponeBy(answersOf(key), 0, 0) // counts the answer
	_, waits = s.WaitingReport(row.Kind, row.ID)
	if waits && r.retries.tries(answersOf(key)) < r.o.ConfirmLooks {
		return nil
	}
	r.retries.forget(key)
	r.retries.forget(answersOf(key))
	if !waits {
		return nil
	}
	out, err := r.execute(withProviderAsActor(ctx), order, func(s balance.State) ([]domain.Event, error) {
		return balance.Disbelieve(s, order.Kind, order.ID, r.reports.Now())
	})
	r.reports.raiseContradictions(out.Events)
	return err
}
