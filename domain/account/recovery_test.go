package account

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/person"
	"gateway/domain/recovery"
)

// theft is an hour in which a thief uses the owner's session: the thief promotes a friend who was a viewer,
// invites two people, one of whom joins, changes the friend's password, and issues keys. A finance person and
// a key existed before.
var (
	later = noon.Add(time.Hour)
	theft = slices.Concat(approvedClient, []domain.Event{
		person.Invited{ClientID: 7, PersonID: 8, Email: "finance@example.com", Role: person.RoleFinance, At: noon.Add(-time.Hour)},
		person.Joined{ClientID: 7, PersonID: 8, PasswordHash: "h8", At: noon.Add(-time.Hour)},
		person.Invited{ClientID: 7, PersonID: 9, Email: "friend@example.com", Role: person.RoleViewer, At: noon.Add(-time.Hour)},
		person.Joined{ClientID: 7, PersonID: 9, PasswordHash: "h9", At: noon.Add(-time.Hour)},
		APIKeyIssued{ClientID: 7, KeyID: 20, Name: "old", KeyHash: "h20", By: theOwner, At: noon.Add(-time.Hour)},

		person.RoleChanged{ClientID: 7, PersonID: 9, Role: person.RoleFinance, By: theOwner, At: noon},
		person.PasswordChanged{ClientID: 7, PersonID: 9, PasswordHash: "h9b", By: "client:7/person:9", At: noon},
		person.Invited{ClientID: 7, PersonID: 10, Email: "thief@example.com", Role: person.RoleOwner, By: theOwner, At: noon},
		person.Joined{ClientID: 7, PersonID: 10, PasswordHash: "h10", At: noon},
		person.Invited{
			ClientID: 7, PersonID: 11, Email: "other@example.com", Role: person.RoleDeveloper, Number: 1, By: theOwner, At: noon,
		},
		RestrictedKeyIssued{ClientID: 7, KeyID: 21, Name: "ci", KeyHash: "h21", MaskedKey: "sk_…1", Scopes: []string{ScopeRead}, By: theOwner, At: noon},
		APIKeyIssued{ClientID: 7, KeyID: 22, Name: "new", KeyHash: "h22", MaskedKey: "sk_…2", By: theOwner, At: noon},
		WebhookSecretRotated{ClientID: 7, Generation: 1, MasterID: "m1", At: noon},
	})
	gained = recovery.Items{
		{Kind: recovery.Person, Of: 9, Label: "friend@example.com", Was: person.RoleFinance, By: theOwner, At: noon},
		{Kind: recovery.Password, Of: 9, By: "client:7/person:9", At: noon},
		{Kind: recovery.Person, Of: 10, Label: "thief@example.com", Was: person.RoleOwner, By: "client:7/person:10", At: noon},
		{Kind: recovery.Invitation, Of: 11, Label: "other@example.com", Was: person.RoleDeveloper, By: theOwner, At: noon},
		{Kind: recovery.Key, Of: 21, Label: "ci sk_…1", By: theOwner, At: noon},
		{Kind: recovery.Key, Of: 22, Label: "new sk_…2", By: theOwner, At: noon},
		{Kind: recovery.Secret, At: noon},
	}
)

func recoverNow(keep int64, elsewhere ...recovery.Item) decision {
	return func(s State) ([]domain.Event, error) {
		return EndAccess(s, EndAccessCmd{
			RecoverCmd: RecoverCmd{Since: noon, Elsewhere: elsewhere, Keep: keep, MasterID: "m2", By: theOwner, At: later},
		})
	}
}

func TestARecoveryUndoesAllThatTheAccountGained(t *testing.T) {
	t.Parallel()
	ended := func(keep int64, void []int64, items recovery.Items) AccessEnded {
		return AccessEnded{
			ClientID: 7, By: theOwner, VoidPasswords: void, At: later,
			Recovering: Recovering{Since: noon, Items: items, Keep: keep, To: "toko@example.com"},
		}
	}
	viewer := func(id int64) domain.Event {
		return person.RoleChanged{ClientID: 7, PersonID: id, Role: person.RoleViewer, By: theOwner, At: later}
	}
	rotated := WebhookSecretRotated{ClientID: 7, Generation: 2, MasterID: "m2", AtOnce: true, At: later}
	endpoint := recovery.Item{Kind: recovery.Endpoint, Of: 5, Label: "thief.example", At: noon}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "all of it", Given: theft, When: recoverNow(0), Then: eventsOf(ended(0, []int64{9}, gained), viewer(9), viewer(10), rotated)},
		{
			Name: "the password of the one who asks stays", Given: theft, When: recoverNow(9),
			Then: eventsOf(ended(9, nil, gained), viewer(9), viewer(10), rotated),
		},
		{
			Name: "with what was gained elsewhere", Given: theft, When: recoverNow(0, endpoint),
			Then: eventsOf(ended(0, []int64{9}, append(slices.Clip(gained), endpoint)), viewer(9), viewer(10), rotated),
		},
	})
	s := Aggregate.Fold(State{}, slices.Concat(theft, eventsOf(ended(0, []int64{9}, gained), viewer(9), viewer(10), rotated))...)
	if len(s.workingKeys(later)) != 0 || len(s.CallbackSecrets) != 1 || s.CallbackSecrets.Present().Number != 2 || s.Recovery.Finished {
		t.Errorf("after it: %+v", s)
	}
	for id, role := range map[int64]string{7: person.RoleOwner, 8: person.RoleFinance, 9: person.RoleViewer, 10: person.RoleViewer} {
		if p, _ := s.People.Find(id); p.Role != role || (id == 9) != (p.PasswordHash == "") {
			t.Errorf("after it person %d is %+v", id, p)
		}
	}
	if _, err := s.People.CheckInvitation(11, 1, later); err == nil {
		t.Error("the invitation is good still")
	}
}

func TestWhatARecoveryUndidIsRestoredSingly(t *testing.T) {
	t.Parallel()
	recovered, err := recoverNow(0, recovery.Item{Kind: recovery.Endpoint, Of: 5, At: noon})(Aggregate.Fold(State{}, theft...))
	if err != nil {
		t.Fatal(err)
	}
	given := slices.Concat(theft, recovered)
	restore := func(item string) decision {
		return func(s State) ([]domain.Event, error) {
			return Restore(s, RestoreCmd{Item: item, By: theOwner, At: later})
		}
	}
	marked := func(item string) domain.Event {
		return RecoveryRestored{ClientID: 7, Item: item, By: theOwner, At: later}
	}
	role := person.RoleChanged{ClientID: 7, PersonID: 9, Role: person.RoleFinance, By: theOwner, At: later}
	invited := person.Invited{
		ClientID: 7, PersonID: 11, Email: "other@example.com", Role: person.RoleDeveloper, ClientName: "Toko", Number: 2,
		ExpiresAt: later.Add(7 * 24 * time.Hour), By: theOwner, At: later,
	}
	full := APIKeyIssued{ClientID: 7, KeyID: 22, Name: "new", KeyHash: "h22", MaskedKey: "sk_…2", By: theOwner, At: later}
	restricted := RestrictedKeyIssued{ClientID: 7, KeyID: 21, Name: "ci", KeyHash: "h21", MaskedKey: "sk_…1", Scopes: []string{ScopeRead}, By: theOwner, At: later}
	another := APIKeyIssued{ClientID: 7, KeyID: 30, KeyHash: "h30", By: theOwner, At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "before any recovery", Given: theft, When: restore("person-9"), Refused: "recovery_item_not_found"},
		{Name: "what was not gained", Given: given, When: restore("person-8"), Refused: "recovery_item_not_found"},
		{Name: "a password", Given: given, When: restore("password-9"), Refused: "not_restorable"},
		{Name: "a secret", Given: given, When: restore("secret-0"), Refused: "not_restorable"},
		{Name: "a person", Given: given, When: restore("person-9"), Then: eventsOf(role, marked("person-9"))},
		{Name: "a person again", Given: append(slices.Clip(given), role, marked("person-9")), When: restore("person-9")},
		{Name: "a person who is gone", Given: append(slices.Clip(given), person.Removed{PersonID: 9}), When: restore("person-9"), Refused: "not_restorable"},
		{Name: "an invitation", Given: given, When: restore("invitation-11"), Then: eventsOf(invited, marked("invitation-11"))},
		{Name: "an invitation that is gone", Given: append(slices.Clip(given), person.Removed{PersonID: 11}), When: restore("invitation-11"), Refused: "not_restorable"},
		{Name: "the full key", Given: given, When: restore("api_key-22"), Then: eventsOf(full, marked("api_key-22"))},
		{Name: "the full key beside another", Given: append(slices.Clip(given), another), When: restore("api_key-22"), Refused: "not_restorable"},
		{Name: "a restricted key", Given: append(slices.Clip(given), another), When: restore("api_key-21"), Then: eventsOf(restricted, marked("api_key-21"))},
		{Name: "an endpoint, which is on already", Given: given, When: restore("callback_endpoint-5"), Then: eventsOf(marked("callback_endpoint-5"))},
	})
	s := Aggregate.Fold(State{}, slices.Concat(given, eventsOf(full, marked("api_key-22")))...)
	if k, ok := s.WorkingKey("h22", later); !ok || k.ID != 22 || !s.Recovery.HasRestored("api_key-22") {
		t.Errorf("the key that was restored: %+v", k)
	}
}

func TestWhatAnEarlierRecoveryUndidIsRestoredAfterAnotherOne(t *testing.T) {
	t.Parallel()
	once := slices.Clone(theft)
	for range 2 {
		recovered, err := recoverNow(0)(Aggregate.Fold(State{}, once...))
		if err != nil {
			t.Fatal(err)
		}
		once = append(once, recovered...)
	}
	for _, item := range []string{"person-9", "invitation-11", "api_key-21", "api_key-22"} {
		if _, err := Restore(Aggregate.Fold(State{}, once...), RestoreCmd{Item: item, By: theOwner, At: later}); err != nil {
			t.Errorf("%s: %v", item, err)
		}
	}
	s := Aggregate.Fold(State{}, once...)
	if p, _ := s.Recovery.Items.Find("person-9"); p.Was != person.RoleFinance {
		t.Errorf("the role of before is %q", p.Was)
	}
}

func TestARecoveryIsFinishedOnce(t *testing.T) {
	t.Parallel()
	ended := AccessEnded{ClientID: 7, By: theOwner, Recovering: Recovering{Since: noon}, At: later}
	finish := func(of time.Time) decision {
		return func(s State) ([]domain.Event, error) { return FinishRecovery(s, of, later) }
	}
	done := RecoveryFinished{ClientID: 7, At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "none", Given: approvedClient, When: finish(later)},
		{Name: "one of an older version", Given: append(slices.Clip(approvedClient), AccessEnded{ClientID: 7, At: later}), When: finish(later)},
		{Name: "the last", Given: append(slices.Clip(approvedClient), ended), When: finish(later), Then: eventsOf(done)},
		{Name: "another one", Given: append(slices.Clip(approvedClient), ended), When: finish(noon)},
		{Name: "twice", Given: append(slices.Clip(approvedClient), ended, done), When: finish(later)},
	})
}
