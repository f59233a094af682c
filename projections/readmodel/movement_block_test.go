package readmodel_test

import (
	"fmt"
	"testing"

	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"

	"github.com/jmoiron/sqlx"
)

// creditedAt returns a credit with a revision in the client's stream, booked at a minute.
func creditedAt(clientID, revision int64, minute int) eventstore.Envelope {
	e := credited(clientID, "1", "0")
	e.At = after(minute)
	return eventstore.Envelope{Event: e, Recorded: eventstore.Recorded{Revision: revision}}
}

func TestMovementsAreCountedByTheThousandRevisions(t *testing.T) {
	t.Parallel()
	events := []eventstore.Envelope{
		creditedAt(7, 0, 1), creditedAt(70, 0, 2), creditedAt(7, 1, 5), creditedAt(7, 999, 3), creditedAt(7, 1000, 8), creditedAt(7, 2500, 9),
		{Event: balance.PayoutApproved{Order: order(balance.Withdrawal, 1), At: noon}, Recorded: eventstore.Recorded{Revision: 2501}},
	}
	for i := range events {
		events[i].Position = eventstore.Position{Commit: int64(i + 1), Prepare: int64(i + 1)}
	}
	for name, size := range map[string]int{"one batch": 100, "one by one": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := database(t)
			apply(t, db, size, events)
			q, none := readmodel.NewQueries(sqlx.NewDb(db, "postgres")), balancerows.MovementBlock{}
			zero := balancerows.MovementBlock{Block: 0, Movements: 3, First: 1, Last: 4, LastRevision: 999}
			one := balancerows.MovementBlock{Block: 1, Movements: 1, Before: 3, First: 5, Last: 5, LastRevision: 1000}
			two := balancerows.MovementBlock{Block: 2, Movements: 1, Before: 4, First: 6, Last: 6, LastRevision: 2500}
			for position, want := range []balancerows.MovementBlock{none, zero, zero, zero, zero, one, two, two} {
				got, err := q.MovementBlockAt(t.Context(), 7, int64(position))
				must(t, err)
				equal(t, fmt.Sprint("the block at ", position), got, want)
			}
			for n, want := range []balancerows.MovementBlock{zero, zero, zero, one, two, two} {
				got, err := q.MovementBlockOf(t.Context(), 7, int64(n))
				must(t, err)
				equal(t, fmt.Sprint("the block of movement ", n), got, want)
			}
			got, err := q.MovementBlockAt(t.Context(), 8, 100)
			must(t, err)
			equal(t, "the block of a client without one", got, none)
		})
	}
}
