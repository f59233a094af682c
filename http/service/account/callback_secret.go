package account

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/callback"
)

// CallbackSecret gives the secret that the client's callbacks are signed with. It is
// derived from a master secret, so it can be shown at any time. Refusal:
// webhook_secret_lost, when the configuration lacks that master secret.
func (a Accounts) CallbackSecret(ctx context.Context, clientID int64) (string, error) {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return "", err
	}
	return a.callbackSecretOf(owner)
}

// RotateCallbackSecret replaces the secret by a new one. Refusals are those of
// account.RotateCallbackSecret.
func (a Accounts) RotateCallbackSecret(ctx context.Context, clientID int64) (string, error) {
	owner, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.RotateCallbackSecret(s, a.Masters.Current().ID, a.Now())
	})
	if err != nil {
		return "", err
	}
	return a.callbackSecretOf(owner)
}

func (a Accounts) callbackSecretOf(s account.State) (string, error) {
	master, err := a.Masters.ByID(s.WebhookMasterID)
	if err != nil {
		return "", domain.Refuse(domain.Conflict, "webhook_secret_lost",
			"the secret can't be shown any more: rotate it with POST /webhook-secret")
	}
	return callback.DeriveSecret(master.Bytes, s.ClientID, s.WebhookGeneration), nil
}
