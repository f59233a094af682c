package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/domain/secondfactor"
	"gateway/projections/readmodel"
)

func TestTheOwnerIsAPersonAndLogsInWithTheAccountsAddress(t *testing.T) {
	t.Parallel()
	invited := person.Invited{ClientID: 7, PersonID: 9, Email: "ani@m.test", Role: person.RoleViewer, At: after(1)}
	again, elsewhere, gone := invited, invited, invited
	again.Role = person.RoleFinance
	elsewhere.ClientID, elsewhere.PersonID = 8, 10
	gone.PersonID, gone.Email = 11, "gone@m.test"
	given(t, []domain.Event{
		registered(7, "toko@m.test"),
		account.ProfileUpdated{ClientID: 7, Profile: account.Profile{Name: "A", Email: "new@m.test"}},
		invited, again, elsewhere, gone,
		person.Joined{ClientID: 7, PersonID: 9},
		person.Joined{ClientID: 7, PersonID: 11},
		person.RoleChanged{ClientID: 7, PersonID: 9, Role: person.RoleDeveloper},
		person.Removed{ClientID: 7, PersonID: 11},
		secondfactor.SetUp{Owner: "person:7"},
		secondfactor.SetUp{Owner: "person:9"},
		secondfactor.Removed{Owner: "person:9"},
		secondfactor.SetUp{Owner: "admin:9"},
	}, func(t *testing.T, q *readmodel.Queries) {
		list, err := q.People(t.Context(), 7)
		must(t, err)
		wantJSON(t, list, `[{"id":7,"email":"new@m.test","role":"owner","status":"active","second_factor":true,"created_at":"2026-03-01T05:00:00Z"},
			{"id":9,"email":"ani@m.test","role":"developer","status":"active","second_factor":false,"created_at":"2026-03-01T05:01:00Z"}]`)
		for email, want := range map[string]int64{"New@m.test": 7, "ani@m.test": 9, "toko@m.test": 0, "gone@m.test": 0} {
			found, err := q.PersonByEmail(t.Context(), email)
			if want == 0 {
				wantNotFound(t, err)
				continue
			}
			must(t, err)
			equal(t, email, found.ID, want)
		}
		_, err = q.Person(t.Context(), 7, 10)
		wantNotFound(t, err)
	})
}
