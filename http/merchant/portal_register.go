package merchant

import (
	"context"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// errEmailTaken is what the deciders of package account answer; refusals are
// compared by their code.
var errEmailTaken = domain.Refuse(domain.Conflict, "email_taken", "")

// Register is POST /auth/register.
func (a *API) Register(c *gin.Context) {
	_, err := a.registers.Take(c.ClientIP())
	var r RegisterRequest
	if err == nil {
		r, err = envelope.Bind[RegisterRequest](c)
	}
	var opened account.State
	if err == nil {
		opened, err = a.openAccount(c.Request.Context(), r)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Created(c, registeredView(opened))
}

func (a *API) openAccount(ctx context.Context, r RegisterRequest) (account.State, error) {
	email, err := account.NormalizeEmail(r.Email)
	if err != nil {
		return account.State{}, err
	}
	hash, err := auth.HashPassword(ctx, r.Password)
	if err != nil {
		return account.State{}, err
	}
	id, err := a.claimForNew(ctx, email)
	if err != nil {
		return account.State{}, err
	}
	out, err := service.Execute(ctx, a.Core, account.Aggregate, account.Stream(id), func(s account.State) ([]domain.Event, error) {
		return account.Register(s, account.RegisterCmd{
			ClientID: id, Code: kode(id), Name: r.Nama, Email: email, PasswordHash: hash, At: a.Now(),
		})
	}, eventstore.ExpectNew)
	return out.State, err
}

// claimForNew claims the address for a new client id. Where it is claimed already
// it gives the id that has it: if that account was never opened, its registration
// broke off, and this one goes on in its place. The account's stream, which can be
// opened once, is what refuses all others.
func (a *API) claimForNew(ctx context.Context, email string) (int64, error) {
	id, err := a.IDs.Next(ctx, sequence.Client)
	if err != nil {
		return 0, err
	}
	holder, err := a.claimEmail(ctx, email, id)
	if errors.Is(err, errEmailTaken) {
		return holder, nil
	}
	return id, err
}

// claimEmail gives who has the address, also when the claim is refused.
func (a *API) claimEmail(ctx context.Context, email string, client int64) (holder int64, err error) {
	taken, err := a.changeEmailClaim(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.ClaimEmail(s, client, a.Now())
	})
	if !errors.Is(err, errEmailTaken) {
		return client, err
	}
	owner, _, lost := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(taken.ClientID))
	if lost != nil {
		return 0, lost
	}
	if !taken.Lapsed(email, owner, a.Now()) {
		return taken.ClientID, err
	}
	now, err := a.changeEmailClaim(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.TakeOverEmail(s, taken, client, a.Now())
	})
	return now.ClientID, err
}

func (a *API) releaseEmail(ctx context.Context, email string, client int64) error {
	_, err := a.changeEmailClaim(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.ReleaseEmail(s, client, a.Now())
	})
	return err
}

func (a *API) changeEmailClaim(
	ctx context.Context, email string, decide func(account.EmailState) ([]domain.Event, error),
) (account.EmailState, error) {
	stream := account.EmailAggregate.Stream(account.EmailID(email))
	out, err := eventstore.Execute(ctx, a.Log, account.EmailAggregate, stream, decide)
	return out.State, err
}

func sameEmail(a, b string) bool { return account.EmailID(a) == account.EmailID(b) }

// kode is the client code: the id in a form that is read as a name.
func kode(id int64) string { return fmt.Sprintf("M%06d", id) }

// registeredView shows a new account as the read models will.
func registeredView(s account.State) readmodel.Client {
	return readmodel.Client{ID: s.ClientID, Name: s.Profile.Name, Email: s.Profile.Email, Code: s.Code, Status: s.Status}
}
