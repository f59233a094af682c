package account

import (
	"time"

	"gateway/domain"
)

// IssueKeyCmd makes a new API key the client's only one. Hash is the SHA-256 of
// the key, hex; NewAppID is for the default app, if it comes to one.
type IssueKeyCmd struct {
	KeyID    int64
	Name     string
	Hash     string
	Masked   string
	By       string
	At       time.Time
	NewAppID int64
	// ByAdmin: an administrator may issue a key for any client, whatever its status.
	ByAdmin bool
}

// IssueKey gives a client without an app its default app too. Guards:
// client_not_found; the key is there already: nothing happens;
// developer_access_required; invalid_field name.
func IssueKey(s State, cmd IssueKeyCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if s.Key != nil && s.Key.ID == cmd.KeyID {
		return nil, nil
	}
	if !s.HasDeveloper() && !cmd.ByAdmin {
		return nil, domain.Refuse(domain.Forbidden, "developer_access_required", "an administrator must approve the account first")
	}
	if err := checkName("name", cmd.Name); err != nil {
		return nil, err
	}
	return append(s.defaultApp(cmd.NewAppID, cmd.By, cmd.At), APIKeyIssued{
		ClientID: s.ClientID, KeyID: cmd.KeyID, Name: cmd.Name,
		KeyHash: cmd.Hash, MaskedKey: cmd.Masked, By: cmd.By, At: cmd.At,
	}), nil
}

// RevokeKeyCmd names the key that is to die.
type RevokeKeyCmd struct {
	KeyID int64
	By    string
	At    time.Time
}

// RevokeKey guards: client_not_found, then api_key_not_found for any id but that
// of the active key.
func RevokeKey(s State, cmd RevokeKeyCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if s.Key == nil || s.Key.ID != cmd.KeyID {
		return nil, domain.Refuse(domain.NotFound, "api_key_not_found", "there is no such key")
	}
	return []domain.Event{APIKeyRevoked{ClientID: s.ClientID, KeyID: cmd.KeyID, By: cmd.By, At: cmd.At}}, nil
}

// RotateWebhookSecret moves on to the next callback secret. Guard: client_not_found.
func RotateWebhookSecret(s State, at time.Time) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	return []domain.Event{WebhookSecretRotated{ClientID: s.ClientID, Generation: s.WebhookGeneration + 1, At: at}}, nil
}
