package accountservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/clientrows"
)

// AppRequest is a new app of a client. The client chooses Code, Category and Type freely. URL is the address
// of the app, or empty.
type AppRequest struct {
	Category, Code, Name, Type, URL string
}

// AddApp adds an app to the creation's client. Its errors are those of service.Create and account.AddApp.
func (a Accounts) AddApp(ctx context.Context, creation service.Creation, r AppRequest) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.App}
	find := func(ctx context.Context, reserved service.Reserved) (clientrows.App, bool, error) {
		s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(creation.ClientID))
		app, missing := s.App(&reserved.ID)
		return appRow(creation.ClientID, app), missing == nil, err
	}
	return service.Create(ctx, a.Core, creation, reserve, find, func(ctx context.Context, reserved service.Reserved) (clientrows.App, error) {
		s, err := a.execute(ctx, creation.ClientID, func(s account.State) ([]domain.Event, error) {
			return account.AddApp(s, account.AddAppCmd{
				ID: reserved.ID, Name: r.Name, Code: r.Code, Category: r.Category, Type: r.Type, URL: r.URL,
				By: service.Actor(ctx), At: a.Now(),
			})
		})
		if err != nil {
			return clientrows.App{}, err
		}
		app, err := s.App(&reserved.ID)
		return appRow(creation.ClientID, app), err
	})
}

// appRow returns the app in the form of the read models.
func appRow(clientID int64, app account.App) clientrows.App {
	return clientrows.App{
		ID: app.ID, ClientID: clientID, Name: app.Name, Code: app.Code, Category: app.Category, Type: app.Type, URL: app.URL,
	}
}

// SetAppFee sets an app's own rate for a channel, and returns all of the app's own rates. Errors:
// readtable.ErrNotFound, and the refusals of account.SetAppFee.
func (a Accounts) SetAppFee(
	ctx context.Context, appID int64, channelCode string, rate pricing.Rate, reason string,
) ([]clientrows.AppFee, error) {
	app, err := a.Queries.App(ctx, appID)
	if err != nil {
		return nil, err
	}
	_, err = a.execute(ctx, app.ClientID, func(s account.State) ([]domain.Event, error) {
		return account.SetAppFee(s, account.SetAppFeeCmd{
			AppID: appID, ChannelCode: channelCode, Rate: rate, Reason: reason, By: service.Actor(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return nil, err
	}
	return a.Queries.AppFees(ctx, app.ClientID, appID)
}
