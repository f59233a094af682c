package account

import (
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/person"
)

const (
	// maxKeyOverlap is the longest time, in hours, that a replaced full key may keep working beside its
	// successor.
	maxKeyOverlap = 168
	// maxFormerKeys limits how many replaced full keys of a client may still work.
	maxFormerKeys = 5
)

// IssueKeyCmd replaces the client's full API key. Hash is the SHA-256 of the new key in hex.
// NewAppID is the id of the default app, used if the client has no app.
type IssueKeyCmd struct {
	KeyID  int64
	Name   string
	Hash   string
	Masked string
	// Allow lists the addresses and networks that the key may be used from; empty allows all.
	Allow []string
	// Overlap is the number of hours that the present key keeps working beside the new one. With 0 the
	// present key ends at once, and so does every key that still works from an earlier overlap.
	Overlap  int64
	By       string
	At       time.Time
	NewAppID int64
	// ByAdmin is true if an administrator issues the key, which is allowed for a client of any status.
	ByAdmin bool
}

// IssueKey decides an IssueKeyCmd, and adds the default app to a client that has none. Checks:
//
//  1. client_not_found
//  2. the key with this id is active already: nothing happens
//  3. developer_access_required
//  4. role_forbidden: only an owner may issue the full key
//  5. invalid_field name
//  6. invalid_field allow: NormalizeNetworks, whose result is stored
//  7. invalid_field overlap: not 0 to 168
//  8. too_many_keys: five former keys still work
func IssueKey(s State, cmd IssueKeyCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if s.Key != nil && s.Key.ID == cmd.KeyID {
		return nil, nil
	}
	if s.Status != StatusApproved && !cmd.ByAdmin {
		return nil, errNoDeveloper
	}
	if !cmd.ByAdmin && s.roleOf(cmd.By) != person.RoleOwner {
		return nil, domain.Refuse(domain.Forbidden, "role_forbidden",
			"the full key is an owner's to issue; your role may issue restricted keys at most")
	}
	if err := checkName("name", cmd.Name); err != nil {
		return nil, err
	}
	allow, err := NormalizeNetworks(cmd.Allow)
	if err != nil {
		return nil, err
	}
	formerUntil, err := s.formerUntil(cmd)
	if err != nil {
		return nil, err
	}
	return append(s.defaultApp(cmd.NewAppID, cmd.By, cmd.At), APIKeyIssued{
		ClientID: s.ClientID, KeyID: cmd.KeyID, Name: cmd.Name,
		KeyHash: cmd.Hash, MaskedKey: cmd.Masked, Allow: allow, FormerUntil: formerUntil, By: cmd.By, At: cmd.At,
	}), nil
}

// formerUntil returns the time until which the present key works beside the next one; nil if it ends at once.
func (s State) formerUntil(cmd IssueKeyCmd) (*time.Time, error) {
	switch {
	case cmd.Overlap < 0 || cmd.Overlap > maxKeyOverlap:
		return nil, domain.InvalidField("overlap", "must be a number of hours from 0 to %d", maxKeyOverlap)
	case cmd.Overlap == 0:
		return nil, nil
	case s.Key != nil && len(s.workingFormer(cmd.At)) >= maxFormerKeys:
		return nil, domain.Refuse(domain.Invalid, "too_many_keys",
			"%d former keys still work: wait for the end of one, revoke one, or issue the key without an overlap", maxFormerKeys)
	}
	until := cmd.At.Add(time.Duration(cmd.Overlap) * time.Hour)
	return &until, nil
}

// RevokeKeyCmd revokes one of the client's keys: the full one, a former one that still works, or a
// restricted one.
type RevokeKeyCmd struct {
	KeyID int64
	By    string
	At    time.Time
}

// RevokeKey decides a RevokeKeyCmd. Other keys keep working. Checks: client_not_found, then
// api_key_not_found, which also covers a key that has ended.
func RevokeKey(s State, cmd RevokeKeyCmd) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	k, ok := s.findKey(cmd.At, func(k APIKey) bool { return k.ID == cmd.KeyID })
	if !ok {
		return nil, domain.Refuse(domain.NotFound, "api_key_not_found", "there is no such key")
	}
	if k.Restricted {
		return []domain.Event{s.endRestricted(k, EndRevoked, cmd.By, cmd.At)}, nil
	}
	return []domain.Event{APIKeyRevoked{ClientID: s.ClientID, KeyID: cmd.KeyID, By: cmd.By, At: cmd.At}}, nil
}

// WorkingKey returns the key with this hash if it works at the given time. ok is false if the key was
// replaced or revoked, or has expired.
func (s State) WorkingKey(hash string, at time.Time) (key APIKey, ok bool) {
	return s.findKey(at, func(k APIKey) bool { return k.Hash == hash })
}

// findKey finds one of the keys that work at the given time.
func (s State) findKey(at time.Time, is func(APIKey) bool) (APIKey, bool) {
	for _, k := range s.workingKeys(at) {
		if is(k) {
			return k, true
		}
	}
	return APIKey{}, false
}

// workingKeys returns all keys that work at the given time: the full key, former keys and restricted keys.
func (s State) workingKeys(at time.Time) (keys []APIKey) {
	if s.Key != nil {
		keys = append(keys, *s.Key)
	}
	return slices.Concat(keys, s.workingFormer(at), s.workingRestricted(at))
}

func (s State) workingFormer(at time.Time) []APIKey     { return working(s.FormerKeys, at) }
func (s State) workingRestricted(at time.Time) []APIKey { return working(s.RestrictedKeys, at) }

// working returns the keys that have not expired.
func working(keys []APIKey, at time.Time) []APIKey {
	return slices.DeleteFunc(slices.Clone(keys), func(k APIKey) bool { return !k.WorksAt(at) })
}

// roleOf returns the role of the client's active person with this actor name; empty for any other actor.
func (s State) roleOf(actor string) string {
	for _, p := range s.People.People {
		if p.Status == person.StatusActive && person.Actor(s.ClientID, p.ID) == actor {
			return p.Role
		}
	}
	return ""
}

// withFullKey returns the state with this key as the full key. The former full key keeps working until the
// time in the event; if it ends at once, the keys of earlier overlaps end too.
func (s State) withFullKey(e APIKeyIssued) State {
	var former []APIKey
	if e.FormerUntil != nil {
		former = s.workingFormer(e.At)
		if s.Key != nil {
			k := *s.Key
			k.EndsAt = e.FormerUntil
			former = append(former, k)
		}
	}
	s.FormerKeys = former
	s.Key = &APIKey{
		ID: e.KeyID, Name: e.Name, Hash: e.KeyHash, Masked: e.MaskedKey, Scopes: FullScopes, Allow: e.Allow, By: e.By, CreatedAt: e.At,
	}
	return s
}

// withoutKey returns the state without the full or former key with this id.
func (s State) withoutKey(id int64) State {
	if s.Key != nil && s.Key.ID == id {
		s.Key = nil
	}
	s.FormerKeys = without(s.FormerKeys, id)
	return s
}

func without(keys []APIKey, id int64) []APIKey {
	return slices.DeleteFunc(slices.Clone(keys), func(k APIKey) bool { return k.ID == id })
}

var errNoDeveloper = domain.Refuse(domain.Forbidden, "developer_access_required", "an administrator must approve the account first")

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
