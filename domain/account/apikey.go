package account

import (
	"slices"
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
