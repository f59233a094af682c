package simulation

import (
	"context"
	"errors"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
)

// importLog puts the events into the empty database, as `gateway events import` does, and uses the log there
// from now on. Its ranges start again, and its archive is empty.
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
		err = errors.Join(d.log.Close(), d.openStore(ctx, dsn)) // the log has another id now
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

// setTimes gives events the run's times. PostgreSQL recorded the times of its own clock, but the log's last
// time decides the time from which the provider's books are searched for events that the log may lack.
func (d *onPostgres) setTimes(events []eventstore.Recorded) {
	for i, e := range events {
		if at, known := d.booked.Load(e.Position.Commit); known {
			events[i].BookedAt = at.(time.Time).UTC().Truncate(time.Microsecond)
		}
	}
}
