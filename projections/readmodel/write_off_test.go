package readmodel_test

import (
	"testing"

	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"
	"gateway/test/rupiah"
)

// givenUp writes off what a client has owed since noon.
func givenUp(clientID int64, id, amount string) balance.WrittenOff {
	return balance.WrittenOff{
		ClientID: clientID, Amount: rupiah.Of(amount), OwedSince: noon, Reason: "gone", By: "admin:1",
		Movement: balance.Movement{Reference: id, At: noon},
	}
}

// cameBack reverses a part of the write-offs of a client.
func cameBack(clientID int64, reference, amount string) balance.WriteOffRecovered {
	return balance.WriteOffRecovered{ClientID: clientID, Amount: rupiah.Of(amount), Movement: balance.Movement{Reference: reference, At: noon}}
}

func TestWhatComesBackIsOfTheOldestWriteOffFirst(t *testing.T) {
	t.Parallel()
	events := log(givenUp(7, "WOF-7-1", "100"), givenUp(8, "WOF-8-2", "5"), givenUp(7, "WOF-7-3", "50"),
		cameBack(7, "INV-1", "60"), cameBack(7, "INV-2", "70"), givenUp(7, "WOF-7-4", "9"))
	events[0].Metadata = eventstore.Metadata{Actor: "admin:1", ApprovedBy: "admin:3"}.JSON()
	events[3].Revision, events[4].Revision = 3, 4
	applied(t, events, func(t *testing.T, q *readmodel.Queries) {
		shown := func(f balancerows.WriteOffFilter) (all []string) {
			rows, total, err := q.WriteOffs(t.Context(), f, firstPage)
			must(t, err)
			equal(t, "number", total, int64(len(rows)))
			for _, w := range rows {
				all = append(all, w.ID+" "+w.Recovered.String()+" "+w.Remaining.String()+" "+w.Status)
			}
			return all
		}
		equal(t, "of the client", shown(balancerows.WriteOffFilter{ClientID: 7}),
			[]string{"WOF-7-4 0 9 open", "WOF-7-3 30 20 open", "WOF-7-1 100 0 recovered"})
		equal(t, "open", shown(balancerows.WriteOffFilter{Status: balance.WriteOffOpen, To: events[2].BookedAt}),
			[]string{"WOF-7-3 30 20 open", "WOF-8-2 0 5 open"})
		w, err := q.WriteOff(t.Context(), "WOF-7-1")
		must(t, err)
		equal(t, "who and when", []any{w.RequestedBy, w.ApprovedBy, w.OwedSince.UTC(), *w.LastRecoveredAt},
			[]any{"admin:1", "admin:3", noon.UTC(), events[4].BookedAt})
		parts, err := q.RecoveredBy(t.Context(), 7, 4)
		must(t, err)
		var reversed []string
		for _, p := range parts {
			reversed = append(reversed, p.WriteOff+" "+p.Amount.String()+" "+p.Reference)
		}
		equal(t, "what the second credit repaid", reversed, []string{"WOF-7-1 40 INV-2", "WOF-7-3 30 INV-2"})
		of, err := q.Recoveries(t.Context(), "WOF-7-1")
		must(t, err)
		equal(t, "parts of the first", len(of), 2)
		_, err = q.WriteOff(t.Context(), "WOF-7-9")
		wantNotFound(t, err)
		f, err := q.Figures(t.Context())
		must(t, err)
		equal(t, "not recovered", f.WriteOffsUnrecovered.String(), "34")
		equal(t, "open ones", f.WriteOffsOpen, int64(3))
	})
}
