package account

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/person"
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
