package account

import (
	"time"

	"gateway/domain"
)

// RotateCallbackSecret replaces the callback secret by one derived from the master secret masterID. The
// former secret signs beside it for secret.Overlap. Refusal: client_not_found.
func RotateCallbackSecret(s State, masterID string, at time.Time) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	next := s.CallbackSecrets.Present().Number + 1
	return []domain.Event{WebhookSecretRotated{ClientID: s.ClientID, Generation: next, MasterID: masterID, At: at}}, nil
}
