package merchant

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/service/bank"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// GetAccount is GET /account.
func (a *API) GetAccount(c *gin.Context) {
	client, err := a.Queries.Client(c.Request.Context(), clientOf(c))
	answer(c, client, err)
}

// GetMe is GET /auth/me.
func (a *API) GetMe(c *gin.Context) { a.GetAccount(c) }

// ListApps is GET /apps.
func (a *API) ListApps(c *gin.Context) {
	apps, err := a.Queries.Apps(c.Request.Context(), clientOf(c))
	answer(c, apps, err)
}

// GetBalance is GET /account/balance.
func (a *API) GetBalance(c *gin.Context) {
	balance, err := a.Queries.Balance(c.Request.Context(), clientOf(c))
	answer(c, balance, err)
}

// GetClientBalance knows no other client than the caller.
func (a *API) GetClientBalance(c *gin.Context, id ID) {
	if id != clientOf(c) {
		envelope.Fail(c, readmodel.ErrNotFound)
		return
	}
	a.GetBalance(c)
}

// UpdateAccount is PUT /account.
func (a *API) UpdateAccount(c *gin.Context) {
	r, err := envelope.Bind[AccountUpdate](c)
	if err == nil {
		err = a.applyUpdate(c.Request.Context(), clientOf(c), r)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	a.GetAccount(c)
}

func (a *API) applyUpdate(ctx context.Context, client int64, r AccountUpdate) error {
	cmd := account.UpdateProfileCmd{
		Name: r.Nama, Email: r.Email, Address: r.Alamat, ContactName: r.PIC, ContactPhone: r.NoTelpPIC,
		ContactEmail: r.EmailPIC, AccountNumber: r.Norek, Bank: r.Bank, At: a.Now(),
	}
	if r.Bank != nil && *r.Bank != "" {
		b, err := bank.Channels{Core: a.Core}.Active(ctx, *r.Bank)
		if err != nil {
			return err
		}
		cmd.Bank = &b.Code
	}
	if r.Email != nil {
		return a.changeEmail(ctx, client, cmd)
	}
	return a.updateProfile(ctx, client, cmd)
}

func (a *API) updateProfile(ctx context.Context, client int64, cmd account.UpdateProfileCmd) error {
	_, err := a.changeAccount(ctx, client, func(s account.State) ([]domain.Event, error) {
		return account.UpdateProfile(s, cmd)
	})
	return err
}

// changeEmail claims the new address, changes the profile, and gives up the claim of
// the old one, in this order: at no time do two accounts have the same address. Each
// request has a claim of its own, which the account's takes the place of, so that one
// of several at once can't free what another one changes to. A claim that a crash
// leaves behind lapses (account.EmailState).
func (a *API) changeEmail(ctx context.Context, client int64, cmd account.UpdateProfileCmd) error {
	// Decided once before the claim, so that a refusal leaves no address claimed.
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(client))
	if err == nil {
		_, err = account.UpdateProfile(owner, cmd)
	}
	if err != nil {
		return err
	}
	email := *cmd.Email
	if sameEmail(email, owner.Email) {
		cmd.Email = nil
		return a.updateProfile(ctx, client, cmd)
	}
	_, err = a.claimEmail(ctx, email, client)
	if errors.Is(err, errEmailTaken) {
		return domain.InvalidField("email", "is registered for another account")
	}
	if err != nil {
		return err
	}
	return a.moveTo(ctx, client, email, cmd)
}

// moveTo changes the profile to an address that is claimed for that, and gives up
// the one claim that is too many then: that of the address left, or else this one.
func (a *API) moveTo(ctx context.Context, client int64, email string, cmd account.UpdateProfileCmd) error {
	var left string
	_, err := a.changeAccount(ctx, client, func(s account.State) ([]domain.Event, error) {
		left = s.Email
		return account.UpdateProfile(s, cmd)
	})
	var refused *domain.Refusal
	if err != nil && !errors.As(err, &refused) {
		return err // the change may be in the log
	}
	if err != nil {
		left = email
	}
	return errors.Join(err, a.releaseEmail(context.WithoutCancel(ctx), left, client))
}

// changeAccount executes a command on the client's account.
func (a *API) changeAccount(
	ctx context.Context, client int64, decide func(account.State) ([]domain.Event, error),
) (account.State, error) {
	out, err := service.Execute(ctx, a.Core, account.Aggregate, account.Stream(client), decide)
	return out.State, err
}
