package simulation

import (
	"context"
	"errors"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
)

// importLog puts the events into the empty database, as `gateway events import` does, and keeps the
// log there from now on. Its ranges begin anew, and its archive is empty.
func (d *onPostgres) importLog(events []eventstore.Recorded) (err error) {
	id, dsn := d.log.ID(), d.empty
	d.empty = ""
	d.outside(func(ctx context.Context) {
		if err = d.openLog(ctx, dsn); err != nil {
			return
		}
		r := postgres.NewRestore(d.events)
		if err = errors.Join(r.Begin(ctx, id), r.Add(ctx, events), r.Finish(ctx)); err != nil {
			return
		}
		err = errors.Join(d.log.Close(), d.openStore(ctx, dsn)) // the id of the log is another now
	})
	head := events[len(events)-1].Position.Commit
	d.booked.Range(func(at, _ any) bool {
		if at.(int64) >= head {
			d.booked.Delete(at)
		}
		return true
	})
	d.head.Store(head)
	return err
}
