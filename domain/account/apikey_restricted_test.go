package account

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/person"
)

func TestIssueRestrictedKey(t *testing.T) {
	t.Parallel()
	type request struct {
		by, name string
		scopes   []string
		allow    []string
		until    *time.Time
	}
	issue := func(r request) decision {
		return func(s State) ([]domain.Event, error) {
			return IssueRestrictedKey(s, IssueRestrictedKeyCmd{
				KeyID: 41, Name: r.name, Hash: "hash", Masked: "sk_live_…abcd", Scopes: r.scopes, Allow: r.allow, ExpiresAt: r.until,
				By: r.by, At: noon, NewAppID: 11,
			})
		}
	}
	sound := request{by: theDeveloper, name: "ci", scopes: []string{ScopeEndpoints}}
	but := func(change func(*request)) decision {
		r := sound
		change(&r)
		return issue(r)
	}
	asked := func(by string, scopes ...string) decision { return issue(request{by: by, name: "ci", scopes: scopes}) }
	with := func(scopes ...string) domain.Event {
		e := ofCI
		e.Scopes = scopes
		return e
	}
	by := func(by string, e domain.Event) domain.Event {
		k, _ := e.(RestrictedKeyIssued)
		k.By = by
		return k
	}
	ending := ofCI
	ending.ExpiresAt = new(noon.Add(time.Nanosecond))
	// many returns n keys. If firstEnds is set, the first key expires then.
	many := func(n int64, firstEnds *time.Time) []domain.Event {
		events := slices.Clone(withPeople)
		for id := range n {
			e := ofCI
			e.KeyID = 100 + id
			if id == 0 {
				e.ExpiresAt, e.At = firstEnds, noon.Add(-time.Hour)
			}
			events = append(events, e)
		}
		return events
	}
	suspendedToo := append(slices.Clone(withPeople), suspended)
	asRole := func(role string) []domain.Event {
		return append(slices.Clone(withPeople), person.RoleChanged{ClientID: 7, PersonID: 8, Role: role})
	}
	app := defaultApp
	app.By = theOwner
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of a client there is not", When: issue(request{}), Refused: "client_not_found"},
		{Name: "again", Given: append(slices.Clone(withPeople), ofCI), When: issue(request{})},
		{Name: "of a suspended client", Given: suspendedToo, When: issue(request{}), Refused: "developer_access_required"},
		{Name: "without a name", Given: withPeople, When: issue(request{}), Refused: "invalid_field name"},
		{Name: "without a scope", Given: withPeople, When: issue(request{name: "ci", allow: []string{"x"}}), Refused: "invalid_field scopes"},
		{Name: "with a scope there is not", Given: withPeople, When: but(func(r *request) { r.scopes, r.allow = []string{"root"}, []string{"x"} }), Refused: "invalid_field scopes"},
		{Name: "for no network", Given: withPeople, When: but(func(r *request) { r.allow, r.until = []string{"x"}, new(noon) }), Refused: "invalid_field allow"},
		{Name: "that has ended", Given: many(20, nil), When: but(func(r *request) { r.by, r.until = "client:7", new(noon) }), Refused: "invalid_field expires_at"},
		{Name: "by a stranger", Given: many(20, nil), When: but(func(r *request) { r.by = "client:7/person:99" }), Refused: "role_forbidden"},
		{Name: "by a developer who was removed", Given: append(slices.Clone(withPeople), person.Removed{ClientID: 7, PersonID: 8}), When: issue(sound), Refused: "role_forbidden"},
		{Name: "by a viewer", Given: asRole(person.RoleViewer), When: asked(theDeveloper, ScopeRead), Refused: "role_forbidden"},
		{Name: "by finance", Given: asRole(person.RoleFinance), When: asked(theDeveloper, ScopeRead), Refused: "role_forbidden"},
		{Name: "by a developer: payouts", Given: withPeople, When: asked(theDeveloper, ScopeEndpoints, ScopePayouts), Refused: "role_forbidden"},
		{Name: "by a developer: refunds", Given: withPeople, When: asked(theDeveloper, ScopeRefunds), Refused: "role_forbidden"},
		{Name: "by a developer: profile", Given: withPeople, When: asked(theDeveloper, ScopeProfile), Refused: "role_forbidden"},
		{Name: "the 21st", Given: many(20, nil), When: issue(sound), Refused: "too_many_keys"},
		{Name: "the 20th", Given: many(19, nil), When: issue(sound), Then: eventsOf(with(ScopeRead, ScopeEndpoints))},
		{Name: "the 21st, of which one ends now", Given: many(20, new(noon)), When: issue(sound), Then: eventsOf(with(ScopeRead, ScopeEndpoints))},
		{Name: "the 21st, of which one ends soon", Given: many(20, new(noon.Add(1))), When: issue(sound), Refused: "too_many_keys"},
		{Name: "with an end", Given: withPeople, When: but(func(r *request) { r.until = ending.ExpiresAt }), Then: eventsOf(ending)},
		{Name: "by a developer: all that a developer may", Given: withPeople, When: asked(theDeveloper, ScopeEndpoints, ScopePayments, ScopeRead, ScopeEndpoints), Then: eventsOf(with(ScopeRead, ScopePayments, ScopeEndpoints))},
		{Name: "by a second owner: everything", Given: withPeople, When: asked(secondOwner, Scopes...), Then: eventsOf(by(secondOwner, with(Scopes...)))},
		{Name: "of a client without an app", Given: eventsOf(registered, approved), When: asked(theOwner, ScopeRead), Then: eventsOf(app, by(theOwner, with(ScopeRead)))},
	})
}

func TestARefusedScopeIsNamed(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, withPeople...)
	_, err := IssueRestrictedKey(s, IssueRestrictedKeyCmd{Name: "ci", Scopes: []string{ScopeProfile, ScopeRead, ScopePayouts}, By: theDeveloper, At: noon})
	if err == nil || err.Error() != "role_forbidden: your role may issue no key with the scope payouts, profile" {
		t.Error(err)
	}
}
