package api

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/backend"
	"gateway/http/envelope"
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
		Nama: r.Nama, Email: r.Email, Alamat: r.Alamat, PIC: r.PIC, NoTelpPIC: r.NoTelpPIC,
		EmailPIC: r.EmailPIC, Norek: r.Norek, Bank: r.Bank, At: a.Now(),
	}
	if r.Bank != nil && *r.Bank != "" {
		b, err := a.activeBank(ctx, *r.Bank)
		if err != nil {
			return err
		}
		cmd.Bank = &b.Code
	}
	if r.Email != nil {
		return a.changeEmail(ctx, client, cmd)
	}
	_, err := a.updateProfile(ctx, client, cmd)
	return err
}

func (a *API) updateProfile(ctx context.Context, client int64, cmd account.UpdateProfileCmd) (account.State, error) {
	return a.changeAccount(ctx, client, func(s account.State) ([]domain.Event, error) {
		return account.UpdateProfile(s, cmd)
	})
}

// changeEmail claims the new address, changes the profile, and releases the old
// address, in this order: at no time do two accounts have the same one. What a
// crash leaves undone, the same request finishes when it is made again.
func (a *API) changeEmail(ctx context.Context, client int64, cmd account.UpdateProfileCmd) error {
	// Decided once before the claim, so that a refusal leaves no address claimed.
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(client))
	if err == nil {
		_, err = account.UpdateProfile(owner, cmd)
	}
	if err != nil {
		return err
	}
	_, err = a.claimEmail(ctx, *cmd.Email, client)
	if errors.Is(err, errEmailTaken) {
		return domain.InvalidField("email", "is registered for another account")
	}
	if err != nil {
		return err
	}
	owner, err = a.updateProfile(ctx, client, cmd)
	if err != nil || owner.FormerEmail == "" {
		return err
	}
	return a.releaseEmail(ctx, owner.FormerEmail, client)
}

// changeAccount executes a command on the client's account.
func (a *API) changeAccount(
	ctx context.Context, client int64, decide func(account.State) ([]domain.Event, error),
) (account.State, error) {
	out, err := backend.Do(ctx, a.Backend, account.Aggregate, account.Stream(client), decide)
	return out.State, err
}
