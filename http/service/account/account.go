// Package account has the use cases of client accounts: registration, login, profile,
// API keys, apps and the callback secret, and the review by administrators.
package account

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/projections/readmodel"
)

// Accounts are the accounts of all clients.
type Accounts struct {
	*service.Core
	// Keys is cleared when keys, or what they allow, change.
	Keys *credential.KeyCache
	// Sessions are those of clients.
	Sessions credential.Sessions
	// Masters derive the callback secrets.
	Masters secret.Ring
}

// MayUsePortal refuses a client that is not approved, by the log as it is now. A suspended
// one may pass. Refusals are those of account.State.MayUsePortal.
func (a Accounts) MayUsePortal(ctx context.Context, clientID int64) error {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return err
	}
	return owner.MayUsePortal()
}

// MayAct refuses a client that is not approved, or is suspended, by the log as it is
// now. Refusals are those of account.State.MayAct.
func (a Accounts) MayAct(ctx context.Context, clientID int64) error {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return err
	}
	return owner.MayAct()
}

// execute executes a command on the client's account.
func (a Accounts) execute(
	ctx context.Context, clientID int64, decide func(account.State) ([]domain.Event, error),
) (account.State, error) {
	out, err := service.Execute(ctx, a.Core, account.Aggregate, account.Stream(clientID), decide)
	return out.State, err
}

// Login is a client that has logged in.
type Login struct {
	Token  credential.Token
	Client readmodel.Client
}

// Login opens a session for a client. Errors are those of auth.Sessions.Login.
func (a Accounts) Login(ctx context.Context, attempt credential.Attempt) (Login, error) {
	var client readmodel.Client
	token, err := a.Sessions.Login(ctx, attempt, func(ctx context.Context, email string) (_ credential.Person, err error) {
		client, err = a.Queries.ClientByEmail(ctx, email)
		return credential.Person{ID: client.ID, PasswordHash: client.PasswordHash}, err
	})
	return Login{Token: token, Client: client}, err
}
