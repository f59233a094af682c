package admin

import (
	"context"
	"errors"
	"net/http"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/provider"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// payouts is the withdrawals or the settlements, of all clients.
type payouts struct {
	*Admin
	kind string
}

// payoutTable gives the routes of one kind of payout.
func (a *Admin) payoutTable(path, kind string) []route {
	p := payouts{Admin: a, kind: kind}
	const post, one = http.MethodPost, "/:id"
	return []route{
		{http.MethodGet, path, admin.RoleAuditor, p.list},
		{post, path + one + "/approve", admin.RoleAdmin, act(p.approve)},
		{post, path + one + "/reject", admin.RoleAdmin, act(p.reject)},
		{post, path + one + "/complete", admin.RoleAdmin, act(p.complete)},
		{post, path + one + "/fail", admin.RoleAdmin, act(p.fail)},
	}
}

func (p payouts) list(c *gin.Context) {
	page(c, func(ctx context.Context, status string, at readmodel.Page) ([]readmodel.AdminPayout, int64, error) {
		rows, total, err := p.Queries.Payouts(ctx, p.kind, status, at)
		views := make([]readmodel.AdminPayout, len(rows))
		for i, row := range rows {
			views[i] = row.ForAdmin()
		}
		return views, total, err
	})
}

type approval struct {
	// Manual keeps it from the provider: a person makes the transfer.
	Manual bool `json:"manual,omitempty"`
}

func (p payouts) approve(ctx context.Context, id int64, r approval) (readmodel.AdminPayout, error) {
	return p.change(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.Approve(s, p.kind, id, balance.ApproveCmd{Manual: r.Manual, By: by(ctx), At: p.Now()})
	})
}

func (p payouts) reject(ctx context.Context, id int64, r review) (readmodel.AdminPayout, error) {
	return p.change(ctx, id, func(s balance.State) ([]domain.Event, error) {
		return balance.RejectPayout(s, p.kind, id, balance.RejectCmd{By: by(ctx), Reason: r.Reason, At: p.Now()})
	})
}

type completion struct {
	DiTransferOleh string `json:"di_transfer_oleh"`
}

func (p payouts) complete(ctx context.Context, id int64, r completion) (readmodel.AdminPayout, error) {
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

type failure struct {
	Reason string `json:"reason"`
}

func (p payouts) fail(ctx context.Context, id int64, r failure) (readmodel.AdminPayout, error) {
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
