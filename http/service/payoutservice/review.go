package payoutservice

import (
	"cmp"
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
)

// Approve sends a pending payout to the provider or, when manual, to a person who makes the transfer. Errors:
// readtable.ErrNotFound, the refusals of balance.Approve, and, when manual, eventstore.ErrBusy when the
// provider must be asked first and cannot be.
func (k Kind) Approve(ctx context.Context, id int64, manual bool) (payoutrows.AdminPayout, error) {
	row, owner, err := k.withOwner(ctx, id)
	if err != nil {
		return payoutrows.AdminPayout{}, err
	}
	var present *balance.BankAccount // a settlement may go to any account
	if k.kind == balance.Withdrawal {
		present = &balance.BankAccount{Number: owner.AccountNumber, Bank: owner.Bank}
	}
	if manual {
		if err := k.noteLostOf(ctx, id); err != nil {
			return payoutrows.AdminPayout{}, err
		}
	}
	return k.review(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.Approve(s, k.kind, id, balance.ApproveCmd{
			Manual: manual, Present: present, By: service.Actor(ctx),
			Notify: told(row, owner), At: k.Now(),
		})
	})
}

// withOwner returns the payout, and the account of its client according to the log.
func (k Kind) withOwner(ctx context.Context, id int64) (payoutrows.Payout, account.State, error) {
	row, err := k.rows().Payout(ctx, k.kind, id)
	if err != nil {
		return row, account.State{}, err
	}
	owner, _, err := eventstore.Load(ctx, k.Log, account.Aggregate, account.Stream(row.ClientID))
	return row, owner, err
}

// Reject ends a pending payout. The client is shown the reason. Errors: readtable.ErrNotFound, the refusals
// of balance.Reject, and eventstore.ErrBusy when the provider must be asked first and cannot be.
func (k Kind) Reject(ctx context.Context, id int64, reason string) (payoutrows.AdminPayout, error) {
	if err := k.noteLostOf(ctx, id); err != nil {
		return payoutrows.AdminPayout{}, err
	}
	row, owner, err := k.withOwner(ctx, id)
	if err != nil {
		return payoutrows.AdminPayout{}, err
	}
	return k.review(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.Reject(s, k.kind, id, balance.RejectCmd{By: service.Actor(ctx), Notify: told(row, owner), Reason: reason, At: k.Now()})
	})
}

// Complete records that the person transferredBy made the transfer. Errors: readtable.ErrNotFound, and the
// refusals of balance.CompleteManually.
func (k Kind) Complete(ctx context.Context, id int64, transferredBy string) (payoutrows.AdminPayout, error) {
	known, err := k.askProvider(ctx, id)
	if err != nil {
		return payoutrows.AdminPayout{}, err
	}
	now := k.Now()
	return k.review(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.CompleteManually(s, k.kind, id,
			balance.CompleteCmd{TransferredBy: transferredBy, TransferAt: now, At: now}, known)
	})
}

// Fail records that a person did not make the transfer. Errors: readtable.ErrNotFound, and the refusals of
// balance.FailManually.
func (k Kind) Fail(ctx context.Context, id int64, reason string) (payoutrows.AdminPayout, error) {
	known, err := k.askProvider(ctx, id)
	if err != nil {
		return payoutrows.AdminPayout{}, err
	}
	return k.review(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.FailManually(s, k.kind, id, balance.FailCmd{By: service.Actor(ctx), Reason: reason, At: k.Now()}, known)
	})
}

// List returns a page of the payouts that the filter selects, whose Kind it sets, and their total number. With a
// trouble or a connection these are among the newest ones (payoutrows.FewFilter).
func (k Kind) List(ctx context.Context, f payoutrows.FewFilter, page readtable.Page) ([]payoutrows.AdminPayout, int64, error) {
	f.Kind = k.kind
	rows, total, err := k.page(ctx, f, page)
	views := make([]payoutrows.AdminPayout, len(rows))
	for i, row := range rows {
		views[i] = row.ForAdmin()
	}
	if err == nil {
		err = k.withSigns(ctx, views)
	}
	return views, total, err
}

// Waiting returns a page of the payouts that wait for a decision, those that wait longest first, and their total number.
func (k Kind) Waiting(ctx context.Context, page readtable.Page) ([]payoutrows.AdminPayout, int64, error) {
	rows, total, err := k.Queries.Waiting(ctx, k.kind, page)
	views := make([]payoutrows.AdminPayout, len(rows))
	for i, row := range rows {
		views[i] = row.ForAdmin()
	}
	if err == nil {
		err = k.withSigns(ctx, views)
	}
	return views, total, err
}

func (k Kind) page(ctx context.Context, f payoutrows.FewFilter, page readtable.Page) ([]payoutrows.Payout, int64, error) {
	switch {
	case f.Trouble != "" || f.Connection != "":
		return k.Queries.PayoutsIn(ctx, f, page)
	case f.ClientID == 0:
		return k.Queries.Payouts(ctx, f.PayoutFilter(), page)
	}
	return k.Queries.ClientPayouts(ctx, f.PayoutFilter(), page)
}

func (k Kind) review(
	ctx context.Context, id int64, decide func(balance.State) ([]domain.Event, error),
) (payoutrows.AdminPayout, error) {
	row, err := k.rows().Payout(ctx, k.kind, id)
	if err == nil {
		row, err = k.execute(ctx, row, decide)
	}
	return row.ForAdmin(), err // without signs of risk, which are for those who decide
}

// askProvider returns what a person's decision on a payout depends on: whether the provider, asked about an
// unknown payout, has no record of it, or has failed it, and has no order for it that the log lacks. Only
// then may a person decide its outcome, because no answer is not a no. The provider is not asked while an
// attempt may be under way, since its answer would not cover that attempt.
func (k Kind) askProvider(ctx context.Context, id int64) (balance.ByHand, error) {
	known := balance.ByHand{AttemptWindow: cmp.Or(k.AttemptWindow, DefaultAttemptWindow)}
	row, err := k.rows().Payout(ctx, k.kind, id)
	if err != nil {
		return known, err
	}
	s, _, err := eventstore.Load(ctx, k.Log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return known, err
	}
	open, ok := s.Payout(k.kind, id)
	undecided := open.Unknown || open.Attempts == 0 && (!open.Manual || open.Held)
	if !ok || open.Status != balance.StatusProcessing || !undecided || open.AttemptUnderWay(k.Now(), known.AttemptWindow) {
		return known, nil
	}
	known.Attempt = open.Attempts
	known.NotAtProvider, err = k.notAtProvider(ctx, open, row.Position)
	if err != nil {
		k.Logger.WithError(err).Warn("the provider was asked about a payout and did not answer")
	}
	return known, nil
}

// notAtProvider asks the provider for the last attempt, and for orders that the log lacks, which it records.
// Errors: those of the provider and of the store.
func (k Kind) notAtProvider(ctx context.Context, open balance.Payout, position int64) (bool, error) {
	if api, reference := open.LookUp(); reference != "" {
		provider, err := k.Providers(open.Connection)
		if err != nil {
			return false, err
		}
		found, err := provider.FindPayout(ctx, api, reference)
		if err != nil && !errors.Is(err, report.ErrNoRecord) || err == nil && found.Status != report.Failed {
			return false, err
		}
	}
	requested, err := payoutreactor.PayoutRequest(ctx, k.Log, open.Order, position)
	if err != nil {
		return false, err
	}
	search := k.search(k.arrival())
	look := search.Lost
	if open.Attempts == 0 {
		look = search.All
	}
	orders, err := look(ctx, open.Order, requested)
	none := err == nil
	for _, b := range orders {
		if b.Status == report.Failed || b.Reference == open.Reference {
			continue
		}
		none = false
		err = errors.Join(err, k.reports().NotePayoutFound(ctx, b))
	}
	return none, err
}

func (k Kind) reports() *reportreactor.Reports {
	return &reportreactor.Reports{Log: k.Log, Now: k.Now, Logger: k.Logger}
}
