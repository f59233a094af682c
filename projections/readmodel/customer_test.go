package readmodel_test

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/searchrows"
)

// asked is a request of a payment for a customer.
func asked(id int64, name, phone string) payment.Requested {
	e := requested(sale(id, fmt.Sprint("O-", id), "va", "null"), int(id))
	e.CustomerName, e.CustomerPhone = name, phone
	return e
}

func TestAPaymentIsFoundByItsCustomerUntilThatIsErased(t *testing.T) {
	t.Parallel()
	gone := asked(4, "Budi Santoso", "+62 812-3456-7890")
	given(t, []domain.Event{
		asked(1, "BUDI  Santoso, S.Kom", ""), asked(2, "Santoso Wijaya", ""), asked(3, "", "0812-3456-7890"), gone, asked(5, "", ""),
		payment.CustomerErased{Identity: gone.Identity, By: "admin:1", Reason: "r", At: after(9)},
	}, func(t *testing.T, q *readmodel.Queries) {
		found := func(text string, f searchrows.SearchFilter) string {
			hits, err := q.Search(t.Context(), text, f)
			must(t, err)
			var names []string
			for _, h := range hits {
				names = append(names, h.Title)
			}
			return fmt.Sprint(names)
		}
		everyone := searchrows.SearchFilter{Customers: true}
		for text, want := range map[string]string{
			"santoso": "[O-2 O-1]", "budi santoso": "[O-1]", "Santoso  BUDI": "[O-1]", "budi wijaya": "[]", "sant": "[]",
			"081234567890": "[O-3]", "+6281234567890": "[O-3]", "62 812 3456 7890": "[O-3]",
		} {
			equal(t, text, found(text, everyone), want)
		}
		equal(t, "without the right", found("santoso", searchrows.SearchFilter{}), "[]")
		equal(t, "a client", found("santoso", searchrows.SearchFilter{ClientID: 7, Customers: true}), "[]")
		payers, err := q.PayersOf(t.Context(), []string{gone.TransactionID, sale(1, "", "", "null").TransactionID})
		must(t, err)
		equal(t, "erased", payers[gone.TransactionID].Name+payers[gone.TransactionID].Phone, "")
		equal(t, "kept", payers[sale(1, "", "", "null").TransactionID].Name, "BUDI  Santoso, S.Kom")
	})
}

func TestANameIsSearchedByItsWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Budi, S.Kom": "[budi kom s]", "Nur’aini NUR'AINI": "[nur'aini]", "  ": "[]", "D’": "[d]", "Siti/Ali": "[siti ali]",
	} {
		equal(t, name, fmt.Sprint(paymentrows.WordsOf(name)), want)
	}
}
