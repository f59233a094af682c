package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"
	"gateway/test/rupiah"
)

// owing moves what a client owes, and what lies in suspense for it.
func owing(clientID int64, reference, owed, suspended string) balance.Adjusted {
	return balance.Adjusted{ClientID: clientID, Movement: balance.Movement{Reference: reference, At: noon, Postings: []ledger.Posting{
		{Account: ledger.Receivable(clientID), Amount: rupiah.Of(owed).Neg()},
		{Account: ledger.Suspense, Amount: rupiah.Of(suspended)},
		{Account: ledger.Equity, Amount: rupiah.Of(owed).Sub(rupiah.Of(suspended))},
	}}}
}

func TestADebtIsOpenUntilNothingOfItIsLeft(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{
		owing(7, "a", "80", "0"), owing(8, "b", "5", "0"), owing(7, "c", "-30", "0"), owing(7, "d", "-50", "0"), // 7 has paid
		owing(7, "e", "20", "0"), owing(7, "INV-1", "0", "9"), owing(7, "INV-2", "0", "4"), owing(7, "INV-1", "0", "-9"),
	}, func(t *testing.T, q *readmodel.Queries) {
		open := func(account string, minute int) (amounts []string) {
			entries, err := q.AgingEntries(t.Context(), account, after(minute))
			must(t, err)
			for _, e := range entries {
				amounts = append(amounts, e.Item+e.Amount.String())
			}
			return amounts
		}
		const later = 60
		equal(t, "what clients owe", open(balancerows.AgingReceivable, later), []string{"20", "5"})
		equal(t, "what lies in suspense", open(balancerows.AgingSuspense, later), []string{"INV-24"})
		equal(t, "what clients owed before all of it", open(balancerows.AgingReceivable, -1), nil)
		equal(t, "what clients owed at first", open(balancerows.AgingReceivable, 0), []string{"80"})
	})
}

func TestAWriteOffThatIsReversedLeavesANewerDebtItsAge(t *testing.T) {
	t.Parallel()
	again := balance.WriteOffRecovered{ClientID: 7, Amount: rupiah.Of("30"), Movement: balance.Movement{
		Reference: "c", At: noon, Postings: ledger.Transfer(ledger.Receivable(7), ledger.CostBadDebt, rupiah.Of("30")),
	}}
	given(t, []domain.Event{owing(7, "a", "50", "0"), again, owing(7, "c", "-30", "0")}, func(t *testing.T, q *readmodel.Queries) {
		entries, err := q.AgingEntries(t.Context(), balancerows.AgingReceivable, after(60))
		must(t, err)
		var restored []bool
		for _, e := range entries {
			restored = append(restored, e.Restored)
		}
		equal(t, "restored", restored, []bool{false, true, false})
	})
}
