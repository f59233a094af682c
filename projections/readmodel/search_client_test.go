package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/searchrows"
)

func TestASearchOfStaffFindsAClientByItsCodeAndTheBeginOfItsName(t *testing.T) {
	t.Parallel()
	kopi := registered(8, "b@m.test")
	kopi.Name = "Kopi Senja"
	given(t, []domain.Event{registered(7, "a@m.test"), kopi}, func(t *testing.T, q *readmodel.Queries) {
		for text, want := range map[string]string{
			"K8": "clients/8 by code, exact", "kopi senja": "clients/8 by name, exact", "KOPI S": "clients/8 by name",
			"kop": "clients/8 by name", "k8": "", "senja": "", "kop%": "", "ko": "",
		} {
			hits, err := q.Search(t.Context(), text, searchrows.SearchFilter{})
			must(t, err)
			got := ""
			for _, h := range hits {
				got += h.Name + " by " + h.Field
				if h.Exact {
					got += ", exact"
				}
			}
			equal(t, text, got, want)
			ofMerchant, err := q.Search(t.Context(), text, searchrows.SearchFilter{ClientID: 8})
			must(t, err)
			equal(t, text+" of a merchant", len(ofMerchant), 0)
		}
	})
}
