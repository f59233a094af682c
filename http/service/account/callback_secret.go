package account

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/callback"
)

// CallbackSecret gives the secret that the client's callbacks are signed with. It is
// derived from the master secret, so it can be shown at any time.
func (a Accounts) CallbackSecret(ctx context.Context, clientID int64) (string, error) {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	return a.callbackSecretOf(owner), err
}

// RotateCallbackSecret replaces the secret by a new one. Refusals are those of
// account.RotateCallbackSecret.
func (a Accounts) RotateCallbackSecret(ctx context.Context, clientID int64) (string, error) {
	owner, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.RotateCallbackSecret(s, a.Now())
	})
	return a.callbackSecretOf(owner), err
}

func (a Accounts) callbackSecretOf(s account.State) string {
	return callback.DeriveSecret(a.MasterSecret, s.ClientID, s.WebhookGeneration)
}
