package balance

import (
	"strings"
	"testing"

	"gateway/domain/ledger"
	"gateway/domain/statement"

	"pgregory.net/rapid"
)

// The lines of a statement explain the balance between any two events, in random histories. No movement is in
// the line for unknown kinds.
func TestStatementsExplainEveryChangeOfTheBalance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &model{}
		actions := m.actions()
		for range 3 {
			t.Repeat(actions)
		}
		from := rapid.IntRange(0, len(m.log)).Draw(t, "from")
		to := rapid.IntRange(from, len(m.log)).Draw(t, "to")
		var totals statement.Totals
		var opening, closing ledger.Totals
		for i, e := range m.log[:to] {
			mover, moves := e.(Mover)
			if !moves {
				continue
			}
			client, movement := mover.Moved()
			closing = movement.After
			if i < from {
				opening = movement.After
				continue
			}
			amounts := statement.AmountsOf(client, movement.Postings)
			if !amounts.Gross.Sub(amounts.Fee).Sub(amounts.VAT).Equal(amounts.Net) {
				t.Fatalf("%s: %+v does not add up", e.EventType(), amounts)
			}
			kind, _, _ := strings.Cut(e.EventType(), ".v")
			totals.Add(kind, amounts)
		}
		if change := totals.Sum().Net; !opening.Sum().Add(change).Equal(closing.Sum()) {
			t.Fatalf("opening %s and the lines %s are not the closing balance %s", opening.Sum(), change, closing.Sum())
		}
		if n := totals.Of(statement.Other).Count; n != 0 {
			t.Fatalf("%d movements are in no line", n)
		}
	})
}
