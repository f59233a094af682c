package admin

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/provider"
	"gateway/projections/readmodel"
)

// payouts is the withdrawals or the settlements, of all clients.
type payouts struct {
	*Admin
	kind string
}

func (p payouts) list(ctx context.Context, status string, at readmodel.Page) ([]readmodel.AdminPayout, int64, error) {
	rows, total, err := p.Queries.Payouts(ctx, p.kind, status, at)
	return each(rows, readmodel.Payout.ForAdmin), total, err
}

func (p payouts) approve(ctx context.Context, id int64, r ApprovalRequest) (readmodel.AdminPayout, error) {
	return p.change(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.Approve(s, p.kind, id, balance.ApproveCmd{Manual: r.Manual, By: by(ctx), At: p.Now()})
	})
}

func (p payouts) reject(ctx context.Context, id int64, r ReviewRequest) (readmodel.AdminPayout, error) {
	return p.change(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.RejectPayout(s, p.kind, id, balance.RejectCmd{By: by(ctx), Reason: r.Reason, At: p.Now()})
	})
}

func (p payouts) complete(ctx context.Context, id int64, r CompletionRequest) (readmodel.AdminPayout, error) {
	missing, err := p.missingAtProvider(ctx, id)
	if err != nil {
		return readmodel.AdminPayout{}, err
	}
	now := p.Now()
	return p.change(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.CompleteManually(s, p.kind, id,
			balance.CompleteCmd{DiTransferOleh: r.DiTransferOleh, TransferAt: now, At: now}, missing)
	})
}

func (p payouts) fail(ctx context.Context, id int64, r ReasonRequest) (readmodel.AdminPayout, error) {
	missing, err := p.missingAtProvider(ctx, id)
	if err != nil {
		return readmodel.AdminPayout{}, err
	}
	return p.change(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.FailManually(s, p.kind, id, balance.FailCmd{By: by(ctx), Reason: r.Reason, At: p.Now()}, missing)
	})
}

// missingAtProvider asks the provider about a payout whose outcome is unknown. Only
// its word that it has no record lets a person decide; no answer is no such word.
func (p payouts) missingAtProvider(ctx context.Context, id int64) (bool, error) {
	row, err := p.Queries.Payout(ctx, p.kind, id)
	if err != nil {
		return false, err
	}
	s, _, err := eventstore.Load(ctx, p.Log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return false, err
	}
	open, ok := s.Payout(p.kind, id)
	if !ok || !open.Unknown {
		return false, nil
	}
	_, err = p.provider.FindDisbursement(ctx, open.ProviderReference())
	if err != nil && !errors.Is(err, provider.ErrNotFound) {
		p.Logger.WithError(err).Warn("the provider was asked about an unknown payout and did not answer")
	}
	return errors.Is(err, provider.ErrNotFound), nil
}

func (p payouts) change(
	ctx context.Context, id int64, decide func(balance.State) ([]domain.Event, error),
) (readmodel.AdminPayout, error) {
	row, err := p.Queries.Payout(ctx, p.kind, id)
	if err == nil {
		err = p.changeBalance(ctx, row.ClientID, decide)
	}
	if err == nil {
		row, err = p.Queries.Payout(ctx, p.kind, id)
	}
	return row.ForAdmin(), err
}
