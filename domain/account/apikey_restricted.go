package account

import (
	"slices"
	"strings"
	"time"

	"gateway/domain"
)

// maxRestrictedKeys limits how many restricted keys of a client may work at once.
const maxRestrictedKeys = 20

// The reasons why a restricted key ended.
const (
	EndRevoked       = "revoked"
	EndIssuerRemoved = "issuer_removed"
	EndIssuerDemoted = "issuer_demoted"
)

// RestrictedKeyIssued adds a key with some scopes and replaces no other key. KeyHash is the SHA-256 of the
// key in hex. Scopes are in the order of the variable Scopes and include read. Allow has the same meaning as
// in APIKeyIssued. The key expires at ExpiresAt, without an event; null means never.
type RestrictedKeyIssued struct {
	ClientID  int64      `json:"client_id"`
	KeyID     int64      `json:"key_id"`
	Name      string     `json:"name"`
	KeyHash   string     `json:"key_hash"`
	MaskedKey string     `json:"masked_key"`
	Scopes    []string   `json:"scopes"`
	Allow     []string   `json:"allow"`
	ExpiresAt *time.Time `json:"expires_at"`
	By        string     `json:"by"`
	At        time.Time  `json:"at"`
}

// RestrictedKeyEnded ends one restricted key before it expires. Reason is EndRevoked, EndIssuerRemoved or
// EndIssuerDemoted. By is the actor who revoked the key, or who removed or demoted the person who had issued
// it. Name is the name of the key.
type RestrictedKeyEnded struct {
	ClientID int64     `json:"client_id"`
	KeyID    int64     `json:"key_id"`
	Name     string    `json:"name"`
	Reason   string    `json:"reason"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// IssueRestrictedKeyCmd adds a restricted key. Hash, Masked, Allow and NewAppID have the same meaning as in
// IssueKeyCmd. The key expires at ExpiresAt; nil means never.
type IssueRestrictedKeyCmd struct {
	KeyID     int64
	Name      string
	Hash      string
	Masked    string
	Scopes    []string
	Allow     []string
	ExpiresAt *time.Time
	By        string
	At        time.Time
	NewAppID  int64
}

// IssueRestrictedKey decides an IssueRestrictedKeyCmd, and adds the default app to a client that has none.
// Checks:
//
//  1. client_not_found
//  2. a restricted key with this id works already: nothing happens
//  3. developer_access_required
//  4. invalid_field name
//  5. invalid_field scopes: none, or an unknown one
//  6. invalid_field allow: NormalizeNetworks, whose result is stored
//  7. invalid_field expires_at: not in the future
//  8. role_forbidden: the role may not give one of the scopes (Issuable), or may issue no keys
//  9. too_many_keys: 20 restricted keys work already
func IssueRestrictedKey(s State, cmd IssueRestrictedKeyCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if slices.ContainsFunc(s.RestrictedKeys, func(k APIKey) bool { return k.ID == cmd.KeyID }) {
		return nil, nil
	}
	if s.Status != StatusApproved {
		return nil, errNoDeveloper
	}
	if err := checkName("name", cmd.Name); err != nil {
		return nil, err
	}
	scopes, err := normalizeScopes(cmd.Scopes)
	if err != nil {
		return nil, err
	}
	allow, err := NormalizeNetworks(cmd.Allow)
	if err != nil {
		return nil, err
	}
	if cmd.ExpiresAt != nil && !cmd.ExpiresAt.After(cmd.At) {
		return nil, domain.InvalidField("expires_at", "must be in the future")
	}
	if err := mayIssue(s.roleOf(cmd.By), scopes); err != nil {
		return nil, err
	}
	if len(s.workingRestricted(cmd.At)) >= maxRestrictedKeys {
		return nil, domain.Refuse(domain.Invalid, "too_many_keys", "a client may have %d restricted keys", maxRestrictedKeys)
	}
	return append(s.defaultApp(cmd.NewAppID, cmd.By, cmd.At), RestrictedKeyIssued{
		ClientID: s.ClientID, KeyID: cmd.KeyID, Name: cmd.Name, KeyHash: cmd.Hash, MaskedKey: cmd.Masked,
		Scopes: scopes, Allow: allow, ExpiresAt: cmd.ExpiresAt, By: cmd.By, At: cmd.At,
	}), nil
}

// mayIssue refuses scopes that the role may not give, and names them.
func mayIssue(role string, scopes []string) error {
	own := issuable[role]
	lacking := slices.DeleteFunc(slices.Clone(scopes), func(scope string) bool { return slices.Contains(own, scope) })
	switch {
	case len(own) == 0:
		return domain.Refuse(domain.Forbidden, "role_forbidden", "your role may issue no keys")
	case len(lacking) > 0:
		return domain.Refuse(domain.Forbidden, "role_forbidden", "your role may issue no key with the scope %s", strings.Join(lacking, ", "))
	}
	return nil
}

func (s State) endRestricted(k APIKey, reason, by string, at time.Time) RestrictedKeyEnded {
	return RestrictedKeyEnded{ClientID: s.ClientID, KeyID: k.ID, Name: k.Name, Reason: reason, By: by, At: at}
}

// withRestrictedKey adds the key and drops those that expired earlier.
func (s State) withRestrictedKey(e RestrictedKeyIssued) State {
	s.RestrictedKeys = append(s.workingRestricted(e.At), APIKey{
		ID: e.KeyID, Name: e.Name, Hash: e.KeyHash, Masked: e.MaskedKey, Restricted: true, Scopes: e.Scopes, Allow: e.Allow,
		EndsAt: e.ExpiresAt, By: e.By, CreatedAt: e.At,
	})
	return s
}

// EventType is the wire name.
func (RestrictedKeyIssued) EventType() string { return "account.restricted_key_issued.v1" }
func (RestrictedKeyEnded) EventType() string  { return "account.restricted_key_ended.v1" }
