package account

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestIssueKey(t *testing.T) {
	t.Parallel()
	try := func(by, name string, allow []string, overlap int64, byAdmin bool) decision {
		return func(s State) ([]domain.Event, error) {
			return IssueKey(s, IssueKeyCmd{
				KeyID: 21, Name: name, Hash: "hash", Masked: "sk_live_…abcd", Allow: allow, Overlap: overlap,
				By: by, At: noon, NewAppID: 11, ByAdmin: byAdmin,
			})
		}
	}
	issue := func(name string, byAdmin bool) decision { return try(theOwner, name, nil, 0, byAdmin) }
	overlapping := func(hours int64) decision { return try(theOwner, "server", nil, hours, false) }
	until := func(hours int) APIKeyIssued {
		e := issued
		e.FormerUntil = new(noon.Add(time.Duration(hours) * time.Hour))
		return e
	}
	app := defaultApp
	app.By = theOwner
	older := issued
	older.KeyID = 20
	// Five former keys work for one more hour, beside a present one.
	var rotated []domain.Event
	for id := range int64(6) {
		e := until(1)
		e.KeyID = 30 + id
		rotated = append(rotated, e)
	}
	with := func(more ...domain.Event) []domain.Event { return slices.Concat(approvedClient, more) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "to nobody", When: issue("", false), Refused: "client_not_found"},
		{Name: "again", Given: append(approvedClient, issued), When: issue("", false)},
		{Name: "by a pending client", Given: pendingClient, When: issue("", false), Refused: "developer_access_required"},
		{Name: "by a suspended client", Given: suspendedClient, When: issue("", false), Refused: "developer_access_required"},
		{Name: "by a developer", Given: withPeople, When: try(theDeveloper, "", nil, 0, false), Refused: "role_forbidden"},
		{Name: "by a stranger", Given: withPeople, When: try("client:7/person:99", "", nil, 0, false), Refused: "role_forbidden"},
		{Name: "without a name", Given: approvedClient, When: try(theOwner, "", []string{"x"}, -1, false), Refused: "invalid_field name"},
		{Name: "for no network", Given: approvedClient, When: try(theOwner, "server", []string{"x"}, -1, false), Refused: "invalid_field allow"},
		{Name: "with an overlap below 0", Given: with(rotated...), When: overlapping(-1), Refused: "invalid_field overlap"},
		{Name: "with an overlap above a week", Given: with(rotated...), When: overlapping(169), Refused: "invalid_field overlap"},
		{Name: "with an overlap while five former keys work", Given: with(rotated...), When: overlapping(168), Refused: "too_many_keys"},
		{Name: "without one while five former keys work", Given: with(rotated...), When: issue("server", false), Then: eventsOf(issued)},
		{Name: "with an overlap while four former keys work", Given: with(rotated[:5]...), When: overlapping(168), Then: eventsOf(until(168))},
		{Name: "by an approved client", Given: approvedClient, When: issue("server", false), Then: eventsOf(issued)},
		{Name: "replaces the older key", Given: append(approvedClient, older), When: issue("server", false), Then: eventsOf(issued)},
		{Name: "by an admin, to a pending client without an app", Given: pendingClient, When: issue("server", true), Then: eventsOf(app, issued)},
		{Name: "by an admin, to a suspended client", Given: suspendedClient, When: issue("server", true), Then: eventsOf(issued)},
	})
}

// works lists the ids of the keys that work at the given time.
func works(at time.Time, events ...domain.Event) (ids []int64) {
	for _, k := range Aggregate.Fold(State{}, slices.Concat(approvedClient, events)...).workingKeys(at) {
		ids = append(ids, k.ID)
	}
	return ids
}

func TestWhichKeysWork(t *testing.T) {
	t.Parallel()
	full := func(id int64, at time.Time, formerUntil *time.Time) domain.Event {
		return APIKeyIssued{ClientID: 7, KeyID: id, KeyHash: fmt.Sprint("h", id), FormerUntil: formerUntil, By: theOwner, At: at}
	}
	restricted := func(id int64, at time.Time, until *time.Time) domain.Event {
		return RestrictedKeyIssued{ClientID: 7, KeyID: id, KeyHash: fmt.Sprint("h", id), Scopes: []string{ScopeRead}, ExpiresAt: until, By: theOwner, At: at}
	}
	hour := new(noon.Add(time.Hour))
	before, later := hour.Add(-time.Nanosecond), hour.Add(time.Hour)
	revoked := func(id int64) domain.Event { return APIKeyRevoked{ClientID: 7, KeyID: id} }
	for name, c := range map[string]struct {
		at    time.Time
		given []domain.Event
		want  []int64
	}{
		"the next at once":                   {noon, eventsOf(full(1, noon, nil), full(2, noon, nil)), []int64{2}},
		"both before the end of an overlap":  {before, eventsOf(full(1, noon, nil), full(2, noon, hour)), []int64{2, 1}},
		"one from the end of it on":          {*hour, eventsOf(full(1, noon, nil), full(2, noon, hour)), []int64{2}},
		"overlaps of several":                {before, eventsOf(full(1, noon, nil), full(2, noon, hour), full(3, noon, new(later))), []int64{3, 1, 2}},
		"each to its own end":                {*hour, eventsOf(full(1, noon, nil), full(2, noon, hour), full(3, noon, new(later))), []int64{3, 2}},
		"none of them without an overlap":    {noon, eventsOf(full(1, noon, nil), full(2, noon, hour), full(3, noon, nil)), []int64{3}},
		"the former when the next is gone":   {noon, eventsOf(full(1, noon, nil), full(2, noon, hour), revoked(2)), []int64{1}},
		"the next when the former is gone":   {noon, eventsOf(full(1, noon, nil), full(2, noon, hour), revoked(1)), []int64{2}},
		"a restricted one beside":            {noon, eventsOf(restricted(5, noon, nil), full(1, noon, nil), full(2, noon, nil)), []int64{2, 5}},
		"a restricted one before its end":    {before, eventsOf(restricted(5, noon, hour)), []int64{5}},
		"a restricted one from its end on":   {*hour, eventsOf(restricted(5, noon, hour)), nil},
		"a restricted one that was ended":    {noon, eventsOf(restricted(5, noon, nil), restricted(6, noon, nil), RestrictedKeyEnded{KeyID: 5}), []int64{6}},
		"nothing after the end of access":    {noon, eventsOf(full(1, noon, nil), full(2, noon, hour), restricted(5, noon, nil), AccessEnded{At: noon}), nil},
		"nothing after a change was undone":  {noon, eventsOf(full(1, noon, nil), full(2, noon, hour), restricted(5, noon, nil), ChangeUndone{At: noon}), nil},
		"one that was issued after all that": {noon, eventsOf(full(1, noon, nil), AccessEnded{At: noon}, restricted(5, noon, nil)), []int64{5}},
	} {
		if got := works(c.at, c.given...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	s := Aggregate.Fold(State{}, slices.Concat(approvedClient, eventsOf(full(1, noon, nil), full(2, noon, hour), restricted(5, noon, hour)))...)
	for hash, want := range map[string][]string{"h1": FullScopes, "h2": FullScopes, "h5": {ScopeRead}, "h9": nil} {
		if k, ok := s.WorkingKey(hash, noon); ok != (want != nil) || !slices.Equal(k.Scopes, want) {
			t.Errorf("%s: %+v, %t", hash, k, ok)
		}
	}
	if s = Evolve(s, restricted(6, *hour, nil)); len(s.RestrictedKeys) != 1 {
		t.Errorf("the state keeps keys that have ended: %+v", s.RestrictedKeys)
	}
}

func TestRevokeKeyAndRotateSecret(t *testing.T) {
	t.Parallel()
	revoke := func(id int64) decision {
		return func(s State) ([]domain.Event, error) {
			return RevokeKey(s, RevokeKeyCmd{KeyID: id, By: "client:7", At: noon})
		}
	}
	rotate := func(s State) ([]domain.Event, error) { return RotateCallbackSecret(s, "m2", noon) }
	revoked := APIKeyRevoked{ClientID: 7, KeyID: 21, By: "client:7", At: noon}
	next := func(overlap time.Duration) domain.Event {
		e := issued
		e.KeyID, e.FormerUntil = 22, new(noon.Add(overlap))
		return e
	}
	ended := RestrictedKeyEnded{ClientID: 7, KeyID: 41, Name: "ci", Reason: EndRevoked, By: "client:7", At: noon}
	first := WebhookSecretRotated{ClientID: 7, Generation: 1, MasterID: "m2", At: noon}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "revoke of nobody", When: revoke(21), Refused: "client_not_found"},
		{Name: "revoke where there is none", Given: approvedClient, When: revoke(21), Refused: "api_key_not_found"},
		{Name: "revoke another's", Given: append(approvedClient, issued), When: revoke(20), Refused: "api_key_not_found"},
		{Name: "revoke twice", Given: append(approvedClient, issued, revoked), When: revoke(21), Refused: "api_key_not_found"},
		{Name: "revoke", Given: append(approvedClient, issued), When: revoke(21), Then: eventsOf(revoked)},
		{Name: "revoke a former one that works", Given: append(approvedClient, issued, next(time.Nanosecond)), When: revoke(21), Then: eventsOf(revoked)},
		{Name: "revoke a former one that has ended", Given: append(approvedClient, issued, next(0)), When: revoke(21), Refused: "api_key_not_found"},
		{Name: "revoke a restricted one", Given: append(approvedClient, issued, ofCI), When: revoke(41), Then: eventsOf(ended)},
		{Name: "revoke a restricted one twice", Given: append(approvedClient, issued, ofCI, ended), When: revoke(41), Refused: "api_key_not_found"},
		{Name: "rotate of nobody", When: rotate, Refused: "client_not_found"},
		{Name: "rotate", Given: pendingClient, When: rotate, Then: eventsOf(first)},
		{Name: "rotate again", Given: append(pendingClient, first), When: rotate, Then: eventsOf(WebhookSecretRotated{ClientID: 7, Generation: 2, MasterID: "m2", At: noon})},
	})
}
