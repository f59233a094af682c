package readmodel_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/clientrows"
)

func issued(keyID int64, hash string) account.APIKeyIssued {
	return account.APIKeyIssued{ClientID: 7, KeyID: keyID, Name: "main", KeyHash: hash, MaskedKey: "sk_live_****", By: "client:7/person:7", At: after(int(keyID))}
}

// The people other than the owner are 8, a developer, and 9, a second owner.
var keyPeople = []domain.Event{
	registered(7, "a@m.test"),
	account.Approved{ClientID: 7},
	person.Invited{ClientID: 7, PersonID: 8, Email: "dev@m.test", Role: person.RoleDeveloper},
	person.Joined{ClientID: 7, PersonID: 8},
	person.Invited{ClientID: 7, PersonID: 9, Email: "two@m.test", Role: person.RoleOwner},
	person.Joined{ClientID: 7, PersonID: 9},
}

func TestTheKeysOfAClient(t *testing.T) {
	t.Parallel()
	far, past := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
	revoked := func(id int64) domain.Event { return account.APIKeyRevoked{ClientID: 7, KeyID: id} }
	overlapping := func(id int64, hash string, until time.Time) domain.Event {
		e := issued(id, hash)
		e.FormerUntil = &until
		return e
	}
	restricted := func(id int64, hash string, until *time.Time) domain.Event {
		return account.RestrictedKeyIssued{
			ClientID: 7, KeyID: id, Name: "ci", KeyHash: hash, MaskedKey: "sk_live_****", Scopes: []string{"read", "endpoints"}, ExpiresAt: until,
			By: "client:7/person:8", At: time.Now(),
		}
	}
	for _, c := range []struct {
		keys []domain.Event
		want string // the ids of the keys, with r for restricted and t for one that expires
	}{
		{nil, ""},
		{[]domain.Event{issued(1, "h1")}, "1"},
		{[]domain.Event{issued(1, "h1"), issued(2, "h2")}, "2"},
		{[]domain.Event{issued(1, "h1"), revoked(1)}, ""},
		{[]domain.Event{issued(1, "h1"), issued(2, "h2"), revoked(2)}, ""},
		{[]domain.Event{issued(1, "h1"), revoked(1), issued(2, "h2")}, "2"},
		{[]domain.Event{issued(1, "h1"), overlapping(2, "h2", far)}, "1t 2"},
		{[]domain.Event{issued(1, "h1"), overlapping(2, "h2", far), revoked(1)}, "2"},
		{[]domain.Event{issued(1, "h1"), overlapping(2, "h2", far), revoked(2)}, "1t"},
		{[]domain.Event{issued(1, "h1"), overlapping(2, "h2", far), overlapping(3, "h3", far)}, "1t 2t 3"},
		{[]domain.Event{issued(1, "h1"), overlapping(2, "h2", far), revoked(2), overlapping(3, "h3", far.Add(time.Hour))}, "1t 3"},
		{[]domain.Event{issued(1, "h1"), overlapping(2, "h2", far), issued(3, "h3")}, "3"},
		{[]domain.Event{issued(1, "h1"), overlapping(2, "h2", past)}, "2"},
		{[]domain.Event{restricted(5, "h5", nil), issued(1, "h1"), restricted(6, "h6", &far)}, "1 5r 6rt"},
		{[]domain.Event{restricted(5, "h5", &past)}, ""},
		{[]domain.Event{restricted(5, "h5", nil), restricted(6, "h6", nil), account.RestrictedKeyEnded{ClientID: 7, KeyID: 5}}, "6r"},
		{[]domain.Event{issued(1, "h1"), restricted(5, "h5", nil), account.AccessEnded{ClientID: 7, At: after(1)}}, ""},
		{[]domain.Event{issued(1, "h1"), restricted(5, "h5", nil), account.ChangeUndone{ClientID: 7, At: after(1)}, issued(2, "h2")}, "2"},
	} {
		given(t, append(append([]domain.Event{}, keyPeople...), c.keys...), func(t *testing.T, q *readmodel.Queries) {
			keys, err := q.Keys(t.Context(), 7)
			must(t, err)
			var all []string
			for _, k := range keys {
				all = append(all, fmt.Sprint(k.ID)+map[bool]string{true: "r"}[k.Restricted]+map[bool]string{true: "t"}[k.ExpiresAt != nil])
				owner, err := q.KeyByHash(t.Context(), fmt.Sprint("h", k.ID))
				must(t, err)
				equal(t, "owner", fmt.Sprint(owner), fmt.Sprint(clientrows.KeyOwner{KeyID: k.ID, ClientID: 7, ClientStatus: "approved"}))
			}
			equal(t, "keys", strings.Join(all, " "), c.want)
		})
	}
	given(t, append(append([]domain.Event{}, keyPeople...), issued(1, "h1")), func(t *testing.T, q *readmodel.Queries) {
		keys, err := q.Keys(t.Context(), 7)
		must(t, err)
		wantJSON(t, keys, `[{"id":1,"name":"main","masked_key":"sk_live_****","created_at":"2026-03-01T05:01:00Z",
			"scopes":["read","payments","refunds","payouts","profile"],"allow":[],"expires_at":null,"issued_by":"client:7/person:7",
			"issuer_email":"a@m.test","issuer_gone":false,"last_used":null}]`)
	})
}

func TestKeysWhoseIssuerIsGone(t *testing.T) {
	t.Parallel()
	by := func(issuer, key int64) domain.Event {
		e := issued(key, fmt.Sprint("h", key))
		e.By = person.Actor(7, issuer)
		return e
	}
	restricted := func(issuer, key int64, until *time.Time) domain.Event {
		return account.RestrictedKeyIssued{ClientID: 7, KeyID: key, By: person.Actor(7, issuer), ExpiresAt: until, At: time.Now()}
	}
	became := func(id int64, role string) domain.Event {
		return person.RoleChanged{ClientID: 7, PersonID: id, Role: role, At: after(1)}
	}
	removed := func(id int64) domain.Event { return person.Removed{ClientID: 7, PersonID: id, At: after(2)} }
	for name, c := range map[string]struct {
		events []domain.Event
		want   string // the ids of the keys whose issuer is gone
	}{
		"all are there":                               {[]domain.Event{by(9, 1), restricted(8, 5, nil)}, ""},
		"another left":                                {[]domain.Event{by(9, 1), removed(8)}, ""},
		"the issuer of the full key left":             {[]domain.Event{by(9, 1), removed(9)}, "1"},
		"was demoted":                                 {[]domain.Event{by(9, 1), became(9, person.RoleDeveloper)}, "1"},
		"was demoted, and the key was replaced":       {[]domain.Event{by(9, 1), became(9, person.RoleDeveloper), by(7, 2)}, ""},
		"was demoted, and became an owner again":      {[]domain.Event{by(9, 1), became(9, person.RoleViewer), became(9, person.RoleOwner)}, ""},
		"the issuer of a restricted key left":         {[]domain.Event{restricted(8, 5, nil), removed(8)}, "5"},
		"the issuer of a restricted key that ended":   {[]domain.Event{restricted(8, 5, nil), removed(8), account.RestrictedKeyEnded{ClientID: 7, KeyID: 5}}, ""},
		"the issuer of one that ended by time":        {[]domain.Event{restricted(8, 5, new(time.Now().Add(-time.Minute))), removed(8)}, ""},
		"the issuer of one that will end by time":     {[]domain.Event{restricted(8, 5, new(time.Now().Add(time.Hour))), removed(8)}, "5"},
		"the issuer of a restricted key was promoted": {[]domain.Event{restricted(8, 5, nil), became(8, person.RoleOwner)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			given(t, append(append([]domain.Event{}, keyPeople...), c.events...), func(t *testing.T, q *readmodel.Queries) {
				keys, err := q.Keys(t.Context(), 7)
				must(t, err)
				var gone []string
				for _, k := range keys {
					if k.IssuerGone {
						gone = append(gone, fmt.Sprint(k.ID))
					}
				}
				equal(t, "gone", strings.Join(gone, " "), c.want)
				waiting, err := q.WaitingForPersons(t.Context(), "2026-01-31")
				must(t, err)
				for _, w := range waiting {
					if w.Kind == readmodel.WaitingOrphans {
						equal(t, "in attention", w.Count, int64(len(gone)))
						equal(t, "has an oldest", w.Oldest != nil, len(gone) > 0)
					}
				}
				_, clients, err := q.ClientsIn(t.Context(), clientrows.TroubleOrphan, "", firstPage)
				must(t, err)
				equal(t, "clients", clients, int64(len(gone)))
			})
		})
	}
}
