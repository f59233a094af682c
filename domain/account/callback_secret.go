package account

import (
	"slices"
	"time"

	"gateway/domain"
)

// SecretOverlap is how long a replaced callback secret signs beside the new one, so that a
// merchant can change it without a gap.
const SecretOverlap = 24 * time.Hour

// maxFormerSecrets limits the number of signatures on one callback, however often a client rotates its
// secret.
const maxFormerSecrets = 3

// FormerSecret is a callback secret that was replaced.
type FormerSecret struct {
	Generation int
	MasterID   string
	// Until is the time at which it stops signing.
	Until time.Time
}

// RotateCallbackSecret replaces the callback secret by one derived from the master secret masterID. The
// former secret signs beside it for SecretOverlap. Refusal: client_not_found.
func RotateCallbackSecret(s State, masterID string, at time.Time) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	return []domain.Event{WebhookSecretRotated{ClientID: s.ClientID, Generation: s.WebhookGeneration + 1, MasterID: masterID, At: at}}, nil
}

// SigningFormer returns the former callback secrets that sign beside the present one at the given time,
// newest first.
func (s State) SigningFormer(at time.Time) []FormerSecret {
	i := slices.IndexFunc(s.FormerSecrets, func(f FormerSecret) bool { return !at.Before(f.Until) })
	if i < 0 {
		i = len(s.FormerSecrets)
	}
	return s.FormerSecrets[:i]
}

func (s State) withCallbackSecret(e WebhookSecretRotated) State {
	former := FormerSecret{Generation: s.WebhookGeneration, MasterID: s.WebhookMasterID, Until: e.At.Add(SecretOverlap)}
	kept := s.FormerSecrets[:min(len(s.FormerSecrets), maxFormerSecrets-1)]
	s.FormerSecrets = append([]FormerSecret{former}, kept...)
	if e.AtOnce {
		s.FormerSecrets = nil
	}
	s.WebhookGeneration, s.WebhookMasterID = e.Generation, e.MasterID
	return s
}
