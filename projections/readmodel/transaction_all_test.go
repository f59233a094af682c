package readmodel_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
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

// A payment is at the connection that was asked last, until its money comes by another one.
func TestATransactionIsAtTheConnectionOfItsMoney(t *testing.T) {
	t.Parallel()
	atConnection := func(name string, id int64) payment.Identity {
		i := sale(id, fmt.Sprint(id), "va", "null")
		i.Connection = name
		return i
	}
	given(t, []domain.Event{
		requested(atConnection("xendit", 1), 10),
		requested(atConnection("doku-1", 2), 20),
		payment.Rerouted{Identity: atConnection("dana-1", 2), From: "doku-1", Cause: "not_sent", At: after(25)},
		requested(atConnection("doku-1", 3), 30),
		payment.Rerouted{Identity: atConnection("dana-1", 3), From: "doku-1", Cause: "not_sent", At: after(31)},
		paid(atConnection("doku-1", 3), "PENDING", 33),
		recordedBy(7, 4, "KASIR", "C", 60),
	}, func(t *testing.T, q *readmodel.Queries) {
		rows, _, err := q.AllTransactions(t.Context(), paymentrows.TransactionFilter{}, readtable.Page{Number: 1, PerPage: 15})
		must(t, err)
		at := map[int64]string{}
		for _, row := range rows {
			at[row.ID] = row.Asked
			if row.Connection != nil {
				t.Errorf("%d is shown with its connection", row.ID)
			}
		}
		equal(t, "connections", fmt.Sprint(at), "map[1:xendit 2:dana-1 3:doku-1 4:]")
		equal(t, "a reroute is no news for the client", rows[2].UpdatedAt.UTC(), after(20).UTC())
		for _, c := range []struct {
			f    paymentrows.TransactionFilter
			want string
		}{
			{paymentrows.TransactionFilter{Connection: "doku-1"}, "[3] of 1"},
			{paymentrows.TransactionFilter{Connection: "doku-1", Status: "PENDING"}, "[] of 0"},
			{paymentrows.TransactionFilter{Connection: "dana-1", Status: "PENDING", ClientID: 7, From: after(15)}, "[2] of 1"},
			{paymentrows.TransactionFilter{Connection: "xendit", Channel: "va", ClientID: 7, From: after(15)}, "[] of 0"},
			{paymentrows.TransactionFilter{Connection: "xendit", Query: "INV-7-1"}, "[1] of 1"},
		} {
			rows, total, err := q.AllTransactions(t.Context(), c.f, readtable.Page{Number: 1, PerPage: 15})
			must(t, err)
			ids := []int64{}
			for _, r := range rows {
				ids = append(ids, r.ID)
			}
			equal(t, fmt.Sprint(c.f), fmt.Sprintf("%v of %d", ids, total), c.want)
		}
	})
}
