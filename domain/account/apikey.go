package account

import (
	"time"

	"gateway/domain"
)

// IssueKeyCmd replaces the client's API key. Hash is the SHA-256 of the new key in hex.
// NewAppID is the id of the default app, used if the client has no app.
type IssueKeyCmd struct {
	KeyID  int64
	Name   string
	Hash   string
	Masked string
	// Allow are the addresses and networks that the key may be used from; none allows all.
	Allow    []string
	By       string
	At       time.Time
	NewAppID int64
	// ByAdmin: an administrator issues the key, for a client of any status.
	ByAdmin bool
}

// IssueKey decides an IssueKeyCmd, and adds the default app to a client that has none.
// Checks:
//
//  1. client_not_found
//  2. the key of this id is active already: nothing happens
//  3. developer_access_required
//  4. invalid_field name
//  5. invalid_field allow: NormalizeNetworks, whose result is stored
func IssueKey(s State, cmd IssueKeyCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if s.Key != nil && s.Key.ID == cmd.KeyID {
		return nil, nil
	}
	if s.Status != StatusApproved && !cmd.ByAdmin {
		return nil, domain.Refuse(domain.Forbidden, "developer_access_required", "an administrator must approve the account first")
	}
	if err := checkName("name", cmd.Name); err != nil {
		return nil, err
	}
	allow, err := NormalizeNetworks(cmd.Allow)
	if err != nil {
		return nil, err
	}
	return append(s.defaultApp(cmd.NewAppID, cmd.By, cmd.At), APIKeyIssued{
		ClientID: s.ClientID, KeyID: cmd.KeyID, Name: cmd.Name,
		KeyHash: cmd.Hash, MaskedKey: cmd.Masked, Allow: allow, By: cmd.By, At: cmd.At,
	}), nil
}

// RevokeKeyCmd revokes the client's key, which must have this id.
type RevokeKeyCmd struct {
	KeyID int64
	By    string
	At    time.Time
}

// RevokeKey decides a RevokeKeyCmd. Checks: client_not_found, then api_key_not_found.
func RevokeKey(s State, cmd RevokeKeyCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if s.Key == nil || s.Key.ID != cmd.KeyID {
		return nil, domain.Refuse(domain.NotFound, "api_key_not_found", "there is no such key")
	}
	return []domain.Event{APIKeyRevoked{ClientID: s.ClientID, KeyID: cmd.KeyID, By: cmd.By, At: cmd.At}}, nil
}
