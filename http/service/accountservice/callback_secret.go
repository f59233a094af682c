package accountservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/eventstore"
	"gateway/http/outbound/callbacksender"
)

// CallbackSecret returns the secret that signs the client's callbacks. It is derived from a master secret, so
// it can be shown at any time. It refuses with webhook_secret_lost when the configuration lacks that master
// secret.
func (a Accounts) CallbackSecret(ctx context.Context, clientID int64) (callbacksender.Secret, error) {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return callbacksender.Secret{}, err
	}
	return a.callbackSecretOf(owner)
}

// RotateCallbackSecret replaces the secret with a new one. The former secret also signs for
// secret.Overlap. Its refusals are those of account.RotateCallbackSecret.
func (a Accounts) RotateCallbackSecret(ctx context.Context, clientID int64) (callbacksender.Secret, error) {
	owner, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.RotateCallbackSecret(s, a.Masters.Current().ID, a.Now())
	})
	if err != nil {
		return callbacksender.Secret{}, err
	}
	return a.callbackSecretOf(owner)
}

func (a Accounts) callbackSecretOf(s account.State) (callbacksender.Secret, error) {
	found, err := callbacksender.PresentSecret(a.Masters, callback.Receiver{ClientID: s.ClientID}, s.CallbackSecrets, a.Now())
	if err != nil {
		return found, domain.Refuse(domain.Conflict, "webhook_secret_lost",
			"the secret can't be shown any more: rotate it with POST /webhook-secret")
	}
	return found, nil
}
