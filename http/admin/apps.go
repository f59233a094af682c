package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"
)

func (a *Admin) issueKey(ctx context.Context, client int64, r APIKeyRequest) (IssuedKey, error) {
	issued, err := a.keys.IssueKey(ctx, client, r.Name, true)
	return IssuedKey(issued), err
}

func (a *Admin) addApp(ctx context.Context, made idempotency.Creation, r AppRequest) (readmodel.App, error) {
	if err := envelope.CheckURL("url", r.URL); err != nil {
		return readmodel.App{}, err
	}
	out, err := service.Execute(ctx, a.Core, account.Aggregate, account.Stream(made.Client), func(s account.State) ([]domain.Event, error) {
		return account.AddApp(s, account.AddAppCmd{
			ID: made.ID, Name: r.Name, Code: r.Kode, Category: r.Jenis, Type: r.Type, URL: r.URL, By: by(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return readmodel.App{}, err
	}
	app, err := out.State.App(&made.ID)
	return readmodel.App{
		ID: app.ID, ClientID: made.Client, Name: app.Name, Code: app.Code, Category: app.Category, Type: app.Type, URL: app.URL,
	}, err
}

// setAppFee answers with all rates of the app's own.
func (a *Admin) setAppFee(ctx context.Context, appID int64, r AppFeeRequest) ([]readmodel.AppFee, error) {
	rate, err := rateOf(r.Flat, r.Percent, r.VATInclusive)
	if err != nil {
		return nil, err
	}
	app, err := a.Queries.App(ctx, appID)
	if err != nil {
		return nil, err
	}
	err = a.changeAccount(ctx, app.ClientID, func(s account.State) ([]domain.Event, error) {
		return account.SetAppFee(s, account.SetAppFeeCmd{
			AppID: appID, ChannelCode: r.ChannelCode, Rate: rate, By: by(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return nil, err
	}
	return a.Queries.AppFees(ctx, app.ClientID, appID)
}
