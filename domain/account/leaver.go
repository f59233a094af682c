package account

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/person"
	"gateway/domain/text"
)

// RemovePersonCmd removes a person. If EndKeys is set, the restricted keys that the person issued end too.
type RemovePersonCmd struct {
	person.RemoveCmd
	EndKeys bool
}

// RemovePerson removes a person, or withdraws an invitation, and ends the restricted keys that the person
// issued. The full key keeps working, because the merchant's servers depend on it. Refusals are those of
// person.Remove.
func RemovePerson(s State, cmd RemovePersonCmd) ([]domain.Event, error) {
	events, err := person.Remove(s.People, cmd.RemoveCmd)
	if err != nil || !cmd.EndKeys {
		return events, err
	}
	return append(events, s.endKeysOf(cmd.PersonID, EndIssuerRemoved, cmd.By, cmd.At)...), nil
}

// ChangeRole gives a person another role. If the new role may issue less than the old one, the restricted
// keys that the person issued end. Refusals are those of person.ChangeRole.
func ChangeRole(s State, cmd person.ChangeRoleCmd) ([]domain.Event, error) {
	before, _ := s.People.Find(cmd.PersonID)
	events, err := person.ChangeRole(s.People, cmd)
	if err != nil || len(events) == 0 || !Demotes(before.Role, cmd.Role) {
		return events, err
	}
	return append(events, s.endKeysOf(cmd.PersonID, EndIssuerDemoted, cmd.By, cmd.At)...), nil
}

func (s State) endKeysOf(personID int64, reason, by string, at time.Time) (events []domain.Event) {
	for _, k := range s.KeysOf(personID, at) {
		if k.Restricted {
			events = append(events, s.endRestricted(k, reason, by, at))
		}
	}
	return events
}

// KeysOf returns the keys that a person issued and that work at the given time.
func (s State) KeysOf(personID int64, at time.Time) []APIKey {
	by := person.Actor(s.ClientID, personID)
	return slices.DeleteFunc(s.workingKeys(at), func(k APIKey) bool { return k.By != by })
}

// ResetAddress returns the address to which the person's link for a new password is mailed, when that person
// enters this address and has forgotten the password. ok is false if the address is not the person's. While a
// pause runs, the link of the login that registered the client goes only to the address from before the
// pause, whichever of the two was entered.
func (s State) ResetAddress(personID int64, email string, at time.Time) (to string, ok bool) {
	p, known := s.People.Find(personID)
	if known && personID == s.ClientID && s.Paused(at) {
		return s.MailAddress(at), s.Protects(email, at) || EmailID(p.Email) == EmailID(email)
	}
	if !known || p.Status != person.StatusActive || EmailID(p.Email) != EmailID(email) {
		return "", false
	}
	return p.Email, true
}

// RequestResetLink makes a link with this number for a new password of the login that registered the client.
// An administrator hands the link out. Checks: client_not_found; invalid_field reason: empty, or not plain
// text of at most 255 characters; a link with this number was made: nothing happens.
func RequestResetLink(s State, number int, by, reason string, at time.Time) ([]domain.Event, error) {
	if !s.Exists {
		return nil, notFound()
	}
	if err := text.Require("reason", reason, text.MaxLine); err != nil {
		return nil, err
	}
	if s.People.CheckReset(s.ClientID, number, at) == nil {
		return nil, nil
	}
	return person.RequestReset(s.People, person.RequestResetCmd{PersonID: s.ClientID, Number: number, By: by, Reason: reason, At: at})
}
