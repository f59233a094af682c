package accountservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/projections/readmodel/clientrows"

	"github.com/shopspring/decimal"
)

// The use cases of administrators on a client's account. Each gives the client as it is
// then.

// Approve gives a registered client developer access. The reason may be empty. Refusals
// are those of account.Approve.
func (a Accounts) Approve(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	appID, err := a.IDs.Next(ctx, sequence.App)
	if err != nil {
		return clientrows.Client{}, err
	}
	return a.change(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.Approve(s, account.ApproveCmd{By: service.Actor(ctx), Reason: reason, At: a.Now(), NewAppID: appID})
	})
}

// Reject ends a registration. Refusals are those of account.Reject.
func (a Accounts) Reject(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	return a.review(ctx, clientID, reason, account.Reject)
}

// Suspend takes developer access away. Refusals are those of account.Suspend.
func (a Accounts) Suspend(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	return a.review(ctx, clientID, reason, account.Suspend)
}

// Reactivate gives a suspended client developer access again. The reason may be empty.
// Refusals are those of account.Reactivate.
func (a Accounts) Reactivate(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	return a.review(ctx, clientID, reason, account.Reactivate)
}

// Settings are what an administrator decides about a client. DailyPayoutCap, in rupiah, bounds what is approved
// by itself in a day; nil is no cap. It counts where SetCap is set; else the cap stays as it is.
type Settings struct {
	AutoApproveWithdrawal bool             `json:"auto_approve"`
	SetCap                bool             `json:"set_cap,omitempty"`
	DailyPayoutCap        *decimal.Decimal `json:"daily_payout_cap,omitempty"`
	Reason                string           `json:"reason,omitempty"`
}

// ChangeSettings says whether, and up to which sum a day, the client's withdrawals go to the provider
// without an administrator's approval. Refusals are those of account.ChangeSettings.
func (a Accounts) ChangeSettings(ctx context.Context, clientID int64, settings Settings) (clientrows.Client, error) {
	return a.change(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		payoutCap := s.DailyPayoutCap
		if settings.SetCap {
			payoutCap = settings.DailyPayoutCap
		}
		return account.ChangeSettings(s, account.ChangeSettingsCmd{
			AutoApproveWithdrawal: settings.AutoApproveWithdrawal, DailyPayoutCap: payoutCap,
			Reason: settings.Reason, By: service.Actor(ctx), At: a.Now(),
		})
	})
}

func (a Accounts) review(
	ctx context.Context, clientID int64, reason string,
	decide func(account.State, account.ReviewCmd) ([]domain.Event, error),
) (clientrows.Client, error) {
	return a.change(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return decide(s, account.ReviewCmd{By: service.Actor(ctx), Reason: reason, At: a.Now()})
	})
}

// change executes a command on the account. The status of a client decides what its key
// allows, so cached keys are dropped.
func (a Accounts) change(
	ctx context.Context, clientID int64, decide func(account.State) ([]domain.Event, error),
) (clientrows.Client, error) {
	if _, err := a.execute(ctx, clientID, decide); err != nil {
		return clientrows.Client{}, err
	}
	a.Keys.Clear()
	return a.Queries.Client(ctx, clientID)
}
