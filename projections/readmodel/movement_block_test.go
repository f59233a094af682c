package readmodel

import (
	"testing"

	"gateway/domain/balance"
	"gateway/eventstore"

	"github.com/jmoiron/sqlx"
)

// creditedAt is a credit at a revision of the client's stream, and at a minute.
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
			blocks, err := NewQueries(sqlx.NewDb(db, "postgres")).MovementBlocks(t.Context(), 7)
			must(t, err)
			equal(t, "blocks", blocks, []MovementBlock{
				{Block: 0, Movements: 3, First: 1, Last: 4, LastRevision: 999},
				{Block: 1, Movements: 1, First: 5, Last: 5, LastRevision: 1000},
				{Block: 2, Movements: 1, First: 6, Last: 6, LastRevision: 2500},
			})
		})
	}
}
