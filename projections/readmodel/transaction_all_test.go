package readmodel_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/transaction"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"

	"github.com/jmoiron/sqlx"
)

// recordedBy returns a transaction that a client recorded.
func recordedBy(clientID, id int64, transactionID, externalID string, minute int) transaction.Recorded {
	return transaction.Recorded{
		ID: id, ClientID: clientID, TransactionID: transactionID, ExternalID: externalID, Total: rupiah.Of("5"), Status: "LUNAS", At: after(minute),
	}
}

func TestAListOfAllClientsMergesThoseOfEach(t *testing.T) {
	t.Parallel()
	foreign, paidOne := sale(6, "A", "qris", `{"order":17}`), sale(4, "B", "va", `null`)
	foreign.ClientID, foreign.TransactionID = 8, "INV-8-6"
	va := opened(sale(2, "A_2", "va", `null`), 21)
	va.VANumber = "880812345"
	given(t, []domain.Event{
		requested(sale(1, "A", "invoice", `{"order":17}`), 10),
		requested(sale(2, "A_2", "va", `null`), 20), va,
		requested(foreign, 30),
		requested(paidOne, 40), paid(paidOne, "PENDING", 41),
		recordedBy(9, 5, "KASIR", "A", 50), recordedBy(7, 7, "KASIR", "C", 60), recordedBy(9, 8, "2", "", 70),
	}, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			f    paymentrows.TransactionFilter
			want string
		}{
			{paymentrows.TransactionFilter{}, "[8 7 5 4 6 2 1]"},
			{paymentrows.TransactionFilter{ClientID: 7}, "[7 4 2 1]"},
			{paymentrows.TransactionFilter{ClientID: 8, Metadata: map[string]string{"order": "17"}}, "[6]"},
			{paymentrows.TransactionFilter{ClientID: 7, Query: "A"}, "[2 1]"},
			{paymentrows.TransactionFilter{Status: "PENDING"}, "[6 2 1]"},
			{paymentrows.TransactionFilter{Status: "LUNAS"}, "[8 7 5]"},
			{paymentrows.TransactionFilter{Status: "SETTLED"}, "[]"},
			{paymentrows.TransactionFilter{Channel: "va"}, "[4 2]"},
			{paymentrows.TransactionFilter{Channel: "va", Status: "PAID"}, "[4]"},
			{paymentrows.TransactionFilter{Channel: "ewallet"}, "[]"},
			{paymentrows.TransactionFilter{From: after(20), To: after(50)}, "[5 4 6 2]"},
			{paymentrows.TransactionFilter{From: after(20), Status: "PENDING"}, "[6 2]"},
			{paymentrows.TransactionFilter{To: after(40), Channel: "va", Status: "PENDING"}, "[2]"},
			{paymentrows.TransactionFilter{ExternalID: "A"}, "[5 6 1]"},
			{paymentrows.TransactionFilter{ExternalID: "A", Status: "PENDING"}, "[6 1]"},
			{paymentrows.TransactionFilter{ExternalID: "A", From: after(20), Channel: "qris"}, "[6]"},
			{paymentrows.TransactionFilter{ExternalID: "A", Query: "INV-8-6"}, "[6]"},
			{paymentrows.TransactionFilter{ExternalID: "C", Query: "A"}, "[]"},
			{paymentrows.TransactionFilter{Query: "A"}, "[5 6 1]"},
			{paymentrows.TransactionFilter{Query: "KASIR"}, "[7 5]"},
			{paymentrows.TransactionFilter{Query: "aa02"}, "[2]"},
			{paymentrows.TransactionFilter{Query: "880812345"}, "[2]"},
			{paymentrows.TransactionFilter{Query: "%"}, "[]"},
		} {
			all, total, err := q.AllTransactions(t.Context(), c.f, readtable.Page{Number: 1, PerPage: 15})
			must(t, err)
			equal(t, fmt.Sprintf("%+v", c.f), ids(all), c.want)
			equal(t, fmt.Sprintf("total of %+v", c.f), total, int64(len(all)))
			for i := range all {
				one, total, err := q.AllTransactions(t.Context(), c.f, readtable.Page{Number: i + 1, PerPage: 1})
				must(t, err)
				equal(t, fmt.Sprintf("page %d of %+v", i+1, c.f), ids(one), ids(all[i:i+1]))
				place := all[i].Place()
				place.Total = total
				rest, _, err := q.AllTransactions(t.Context(), c.f, readtable.Page{Number: i + 2, PerPage: 15, After: &place})
				must(t, err)
				equal(t, fmt.Sprintf("after row %d of %+v", i+1, c.f), ids(rest), ids(all[i+1:]))
			}
			none, _, err := q.AllTransactions(t.Context(), c.f, readtable.Page{Number: len(all) + 1, PerPage: 1})
			must(t, err)
			equal(t, "past the end", ids(none), "[]")
		}
		for name, want := range map[string]int64{"1": 1, "6": 6, "INV-8-6": 6, "KASIR": 7, "2": 2, "7": 7} {
			found, err := q.TransactionOfAny(t.Context(), name)
			must(t, err)
			equal(t, name, found.ID, want)
		}
		for _, name := range []string{"", "99", "-1", "+1", "01", "INV-8-", "9999999999999999999999"} {
			if found, err := q.TransactionOfAny(t.Context(), name); !errors.Is(err, readtable.ErrNotFound) {
				t.Errorf("%q finds %d: %v", name, found.ID, err)
			}
		}
	})
}

func TestAListShowsATransactionAsItIsShownAlone(t *testing.T) {
	t.Parallel()
	q := readmodel.NewQueries(sqlx.NewDb(replayed(t, 100, log(mixedHistory(5, 30)...)), "postgres"))
	list, _, err := q.AllTransactions(t.Context(), paymentrows.TransactionFilter{}, readtable.Page{Number: 1, PerPage: 1_000})
	must(t, err)
	for _, listed := range list {
		alone, err := q.Transaction(t.Context(), listed.ClientID, listed.ID)
		must(t, err)
		want, err := json.Marshal(alone)
		must(t, err)
		wantJSON(t, listed, string(want))
	}
}
