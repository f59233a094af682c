package account

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/person"
)

func TestWhoLeavesTakesNoKeyAlong(t *testing.T) {
	t.Parallel()
	remove := func(id int64, endKeys bool) decision {
		return func(s State) ([]domain.Event, error) {
			return RemovePerson(s, RemovePersonCmd{RemoveCmd: person.RemoveCmd{PersonID: id, By: theOwner, At: noon}, EndKeys: endKeys})
		}
	}
	change := func(id int64, role string) decision {
		return func(s State) ([]domain.Event, error) {
			return ChangeRole(s, person.ChangeRoleCmd{PersonID: id, Role: role, By: theOwner, At: noon})
		}
	}
	key := func(id int64, by string, until *time.Time) domain.Event {
		e := ofCI
		e.KeyID, e.By, e.ExpiresAt = id, by, until
		return e
	}
	full := issued
	full.By = secondOwner
	given := append(slices.Clone(withPeople), key(41, theDeveloper, nil), key(42, secondOwner, nil), key(43, theDeveloper, new(noon.Add(1))),
		key(44, theDeveloper, new(noon)), full)
	removed := func(id int64) domain.Event {
		return person.Removed{ClientID: 7, PersonID: id, By: theOwner, At: noon}
	}
	became := func(id int64, role string) domain.Event {
		return person.RoleChanged{ClientID: 7, PersonID: id, Role: role, By: theOwner, At: noon}
	}
	ended := func(id int64, reason string) domain.Event {
		return RestrictedKeyEnded{ClientID: 7, KeyID: id, Name: "ci", Reason: reason, By: theOwner, At: noon}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "remove a stranger", Given: given, When: remove(99, true), Refused: "person_not_found"},
		{Name: "remove the owner", Given: given, When: remove(7, true), Refused: "owner_required"},
		{Name: "remove a developer", Given: given, When: remove(8, true), Then: eventsOf(removed(8), ended(41, EndIssuerRemoved), ended(43, EndIssuerRemoved))},
		{Name: "remove a developer whose keys stay", Given: given, When: remove(8, false), Then: eventsOf(removed(8))},
		{Name: "remove an owner, whose full key stays", Given: given, When: remove(9, true), Then: eventsOf(removed(9), ended(42, EndIssuerRemoved))},
		{Name: "no role there is", Given: given, When: change(8, "root"), Refused: "invalid_field role"},
		{Name: "the same role", Given: given, When: change(8, person.RoleDeveloper)},
		{Name: "a developer becomes a viewer", Given: given, When: change(8, person.RoleViewer), Then: eventsOf(became(8, person.RoleViewer), ended(41, EndIssuerDemoted), ended(43, EndIssuerDemoted))},
		{Name: "a developer becomes finance", Given: given, When: change(8, person.RoleFinance), Then: eventsOf(became(8, person.RoleFinance), ended(41, EndIssuerDemoted), ended(43, EndIssuerDemoted))},
		{Name: "a developer becomes an owner", Given: given, When: change(8, person.RoleOwner), Then: eventsOf(became(8, person.RoleOwner))},
		{Name: "an owner becomes a developer", Given: given, When: change(9, person.RoleDeveloper), Then: eventsOf(became(9, person.RoleDeveloper), ended(42, EndIssuerDemoted))},
	})
	var ids []int64
	for _, k := range Aggregate.Fold(State{}, given...).KeysOf(9, noon) {
		ids = append(ids, k.ID)
	}
	if !slices.Equal(ids, []int64{21, 42}) {
		t.Errorf("the keys of the second owner are %v", ids)
	}
}
