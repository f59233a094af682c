package payoutservice

import (
	"slices"
	"testing"

	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/projections/readmodel/payoutrows"
)

func TestWhoAskedIsToldAndForAKeyTheOwnerAndFinance(t *testing.T) {
	t.Parallel()
	of := account.State{People: person.State{ClientID: 7, People: []person.Person{
		{ID: 7, Email: "owner@m.test", Role: person.RoleOwner, Status: person.StatusActive},
		{ID: 9, Email: "finance@m.test", Role: person.RoleFinance, Status: person.StatusActive},
		{ID: 10, Email: "invited@m.test", Role: person.RoleFinance, Status: person.StatusInvited},
		{ID: 11, Email: "viewer@m.test", Role: person.RoleViewer, Status: person.StatusActive},
	}}}
	all := []string{"owner@m.test", "finance@m.test"}
	for by, want := range map[string][]string{
		"client:7": all, "client:7/person:9": {"finance@m.test"}, "client:7/person:12": all, "": all, "client:7/person:10": all,
	} {
		if got := told(payoutrows.Payout{ClientID: 7, AskedBy: by}, of); !slices.Equal(got, want) {
			t.Errorf("asked by %q: %v, want %v", by, got, want)
		}
	}
}
