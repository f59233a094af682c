package accountservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/outbound/callbacksender"
)

// CallbackSecret is the secret that signs a client's callbacks.
type CallbackSecret struct {
	Text string `json:"secret"`
	// FormerSignsUntil is how long a former secret also signs, or nil when none does.
	FormerSignsUntil *time.Time `json:"former_signs_until"`
}

// CallbackSecret returns the secret that signs the client's callbacks. It is derived from a master secret, so
// it can be shown at any time. It refuses with webhook_secret_lost when the configuration lacks that master
// secret.
func (a Accounts) CallbackSecret(ctx context.Context, clientID int64) (CallbackSecret, error) {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return CallbackSecret{}, err
	}
	return a.callbackSecretOf(owner)
}

// RotateCallbackSecret replaces the secret with a new one. The former secret also signs for
// account.SecretOverlap. Its refusals are those of account.RotateCallbackSecret.
func (a Accounts) RotateCallbackSecret(ctx context.Context, clientID int64) (CallbackSecret, error) {
	owner, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.RotateCallbackSecret(s, a.Masters.Current().ID, a.Now())
	})
	if err != nil {
		return CallbackSecret{}, err
	}
	return a.callbackSecretOf(owner)
}

func (a Accounts) callbackSecretOf(s account.State) (CallbackSecret, error) {
	master, err := a.Masters.ByID(s.WebhookMasterID)
	if err != nil {
		return CallbackSecret{}, domain.Refuse(domain.Conflict, "webhook_secret_lost",
			"the secret can't be shown any more: rotate it with POST /webhook-secret")
	}
	found := CallbackSecret{Text: callbacksender.DeriveSecret(master.Bytes, s.ClientID, s.WebhookGeneration)}
	if former := s.SigningFormer(a.Now()); len(former) > 0 {
		found.FormerSignsUntil = &former[0].Until
	}
	return found, nil
}
