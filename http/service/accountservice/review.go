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

// The following use cases of administrators change a client's account. Each returns the changed client.

// Approve gives a registered client developer access. The reason may be empty. Its refusals are those of
// account.Approve.
func (a Accounts) Approve(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	appID, err := a.IDs.Next(ctx, sequence.App)
	if err != nil {
		return clientrows.Client{}, err
	}
	return a.change(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.Approve(s, account.ApproveCmd{By: service.Actor(ctx), Reason: reason, At: a.Now(), NewAppID: appID})
	})
}

// Reject ends a registration. Its refusals are those of account.Reject.
func (a Accounts) Reject(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	return a.review(ctx, clientID, reason, account.Reject)
}

// Suspend takes developer access away. Its refusals are those of account.Suspend.
func (a Accounts) Suspend(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	return a.review(ctx, clientID, reason, account.Suspend)
}

// Reactivate gives a suspended client developer access again. The reason may be empty. Its refusals are those
// of account.Reactivate.
func (a Accounts) Reactivate(ctx context.Context, clientID int64, reason string) (clientrows.Client, error) {
	return a.review(ctx, clientID, reason, account.Reactivate)
}

// Settings are an administrator's decisions about a client. DailyPayoutCap, in rupiah, limits what is
// auto-approved per day; nil means no cap. It is applied only if SetCap is true, else the cap is unchanged.
type Settings struct {
	AutoApproveWithdrawal bool             `json:"auto_approve"`
	SetCap                bool             `json:"set_cap,omitempty"`
	DailyPayoutCap        *decimal.Decimal `json:"daily_payout_cap,omitempty"`
	// SetRefundCap and DailyRefundCap do the same for refunds; nil means account.DefaultDailyRefundCap.
	SetRefundCap   bool             `json:"set_refund_cap,omitempty"`
	DailyRefundCap *decimal.Decimal `json:"daily_refund_cap,omitempty"`
	Reason         string           `json:"reason,omitempty"`
}

// ChangeSettings decides whether the client's withdrawals go to the provider without an administrator's
// approval, and up to which sum per day. Its refusals are those of account.ChangeSettings.
func (a Accounts) ChangeSettings(ctx context.Context, clientID int64, settings Settings) (clientrows.Client, error) {
	return a.change(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		payoutCap := s.DailyPayoutCap
		if settings.SetCap {
			payoutCap = settings.DailyPayoutCap
		}
		refundCap := s.DailyRefundCap
		if settings.SetRefundCap {
			refundCap = settings.DailyRefundCap
		}
		return account.ChangeSettings(s, account.ChangeSettingsCmd{
			AutoApproveWithdrawal: settings.AutoApproveWithdrawal, DailyPayoutCap: payoutCap, DailyRefundCap: refundCap,
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

// change executes a command on the account. It drops cached keys, because the client's status decides what
// its key allows.
func (a Accounts) change(
	ctx context.Context, clientID int64, decide func(account.State) ([]domain.Event, error),
) (clientrows.Client, error) {
	if _, err := a.execute(ctx, clientID, decide); err != nil {
		return clientrows.Client{}, err
	}
	a.Keys.Clear()
	return a.Queries.Client(ctx, clientID)
}
