package readmodel_test

import (
	"fmt"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/transaction"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/searchrows"
	"gateway/test/rupiah"
)

// An older version stored texts in any form; now they are stored in NFC only. What a client sends must find
// either.
func TestATextIsFoundInTheFormThatItWasStoredIn(t *testing.T) {
	t.Parallel()
	const old, now, turned = "cafe\u0301", "caf\u00e9", "kas\u202eir"
	recorded := func(id int64, transactionID, externalID, status string) transaction.Recorded {
		return transaction.Recorded{
			ID: id, ClientID: 7, TransactionID: transactionID, ExternalID: externalID, Total: rupiah.Of("5"), Status: status, At: after(int(id)),
		}
	}
	given(t, []domain.Event{
		requested(sale(1, old, "va", `null`), 1),
		recorded(2, "T2"+old, old+"2", "LUNAS"+old),
		recorded(3, turned, turned+"3", "LUNAS"),
		requested(sale(4, now, "va", `null`), 4),
		recorded(5, "T5"+now, "", "BARU"+now),
	}, func(t *testing.T, q *readmodel.Queries) {
		ctx := t.Context()
		for sent, want := range map[string]int64{
			old: 4, now: 4, // the newest in both forms
			old + "2": 2, "T2" + old: 2, turned: 3, turned + "3": 3, "T5" + old: 5, "T5" + now: 5, now + "2": 0,
		} {
			found, err := q.TransactionByExternal(ctx, 7, sent)
			if found.ID != want || (err == nil) != (want != 0) {
				t.Errorf("%+q: transaction %d, %v, want %d", sent, found.ID, err, want)
			}
		}
		if found, err := q.PaymentStatus(ctx, 7, old); err != nil || found.ID != 4 {
			t.Errorf("the payment is %d, %v", found.ID, err)
		}
		if found, err := q.TransactionOfAny(ctx, "T5"+old); err != nil || found.ID != 5 {
			t.Errorf("of any client: %d, %v", found.ID, err)
		}
		for f, want := range map[*paymentrows.TransactionFilter]string{
			{ClientID: 7, ExternalID: old}: "[4 1]", {ClientID: 7, ExternalID: now}: "[4]",
			{ClientID: 7, Query: old}: "[4 2 1]", {ClientID: 7, Query: "T5" + old}: "[5]",
			{ExternalID: old}: "[4 1]", {Query: "T5" + old}: "[5]",
		} {
			rows, _, err := q.AllTransactions(ctx, *f, readtable.Page{Number: 1, PerPage: 15})
			ids := make([]int64, len(rows))
			for i, row := range rows {
				ids[i] = row.ID
			}
			if got := fmt.Sprint(ids); got != want || err != nil {
				t.Errorf("%+v: %s, %v, want %s", *f, got, err, want)
			}
		}
		for sent, want := range map[string]string{"LUNAS" + old: "LUNAS" + old, "BARU" + old: "BARU" + now, "BARU" + now: "BARU" + now, "x": "x"} {
			if got, err := q.StoredStatus(ctx, 7, sent); got != want || err != nil {
				t.Errorf("the status %+q is looked for as %+q, %v", sent, got, err)
			}
		}
		hits, err := q.Search(ctx, old, searchrows.SearchFilter{ClientID: 7})
		var names []string
		for _, h := range hits {
			names = append(names, h.Name)
		}
		if err != nil || !strings.Contains(fmt.Sprint(names), "INV-7-4") || !strings.Contains(fmt.Sprint(names), "INV-7-1") {
			t.Errorf("the search finds %v, %v", names, err)
		}
	})
}
