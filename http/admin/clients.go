package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/projections/readmodel"
)

func (a *Admin) approveClient(ctx context.Context, id int64, r ReviewRequest) (readmodel.Client, error) {
	appID, err := a.IDs.Next(ctx, sequence.App)
	if err != nil {
		return readmodel.Client{}, err
	}
	return a.changeClient(ctx, id, func(s account.State) ([]domain.Event, error) {
		return account.Approve(s, account.ApproveCmd{By: by(ctx), Reason: r.Reason, At: a.Now(), NewAppID: appID})
	})
}

func (a *Admin) rejectClient(ctx context.Context, id int64, r ReasonRequest) (readmodel.Client, error) {
	return a.reviewClient(ctx, id, r.Reason, account.Reject)
}

func (a *Admin) suspendClient(ctx context.Context, id int64, r ReasonRequest) (readmodel.Client, error) {
	return a.reviewClient(ctx, id, r.Reason, account.Suspend)
}

func (a *Admin) reactivateClient(ctx context.Context, id int64, r ReviewRequest) (readmodel.Client, error) {
	return a.reviewClient(ctx, id, r.Reason, account.Reactivate)
}

func (a *Admin) reviewClient(
	ctx context.Context, id int64, reason string, decide func(account.State, account.ReviewCmd) ([]domain.Event, error),
) (readmodel.Client, error) {
	return a.changeClient(ctx, id, func(s account.State) ([]domain.Event, error) {
		return decide(s, account.ReviewCmd{By: by(ctx), Reason: reason, At: a.Now()})
	})
}

func (a *Admin) changeSettings(ctx context.Context, id int64, r ClientSettings) (readmodel.Client, error) {
	return a.changeClient(ctx, id, func(s account.State) ([]domain.Event, error) {
		return account.ChangeSettings(s, account.ChangeSettingsCmd{
			AutoApproveWithdrawal: r.IsAutoApproveWithdrawal, By: by(ctx), At: a.Now(),
		})
	})
}

// changeClient executes a command on a client's account. What its key may do
// changes with its status, so nothing remembered of the key counts any more.
func (a *Admin) changeClient(
	ctx context.Context, id int64, decide func(account.State) ([]domain.Event, error),
) (readmodel.Client, error) {
	if err := a.changeAccount(ctx, id, decide); err != nil {
		return readmodel.Client{}, err
	}
	a.keys.ForgetKeys()
	return a.Queries.Client(ctx, id)
}

func (a *Admin) changeAccount(ctx context.Context, id int64, decide func(account.State) ([]domain.Event, error)) error {
	_, err := service.Execute(ctx, a.Core, account.Aggregate, account.Stream(id), decide)
	return err
}
