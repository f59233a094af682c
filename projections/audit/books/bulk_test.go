package books_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/migrations"
	"gateway/projections/audit/books"
	"gateway/projections/engine/enginetest"
	"gateway/projections/readmodel"
	"gateway/test/testdb"

	"github.com/google/uuid"
)

// counting counts the events read from the log.
type counting struct {
	eventstore.Store
	read int
}

func (c *counting) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	events, err := c.Store.ReadAll(ctx, after, limit)
	c.read += len(events)
	return events, err
}

func TestAMomentInAMinuteOfManyEventsIsFoundByReadingAFewOfThem(t *testing.T) {
	t.Parallel()
	const n, atMost = 100_000, 4_000
	memory := storetest.NewMemory().Open()
	for from := 0; from < n; from += eventstore.MaxEventsPerAppend {
		page := make([]eventstore.Proposed, eventstore.MaxEventsPerAppend)
		for i := range page {
			at := noon.Add(time.Duration(from+i) * 500 * time.Microsecond) // 50 seconds in all
			page[i] = eventstore.Proposed{ID: uuid.New(), Type: "bulk.v1", Data: []byte(`{}`), FirstBookedAt: at}
		}
		if _, err := memory.Append(t.Context(), fmt.Sprint("bulk-", from), eventstore.NoStream, page); err != nil {
			t.Fatal(err)
		}
	}
	store := &counting{Store: memory}
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	read := openDatabase(t, testdb.New(t))
	if err := migrations.ReadModel(t.Context(), read.DB); err != nil {
		t.Fatal(err)
	}
	head, err := store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range readmodel.All() {
		if m.Name() == "booking_times" {
			enginetest.Replay(t, read.DB, log, head, m)
		}
	}
	r := books.NewReader(log, readmodel.NewQueries(read))
	for i := 0; i < n; i += 4_999 {
		store.read = 0
		at, err := r.BookedThrough(t.Context(), noon.Add(time.Duration(i)*500*time.Microsecond))
		if err != nil || at.Commit != int64(i+1) || store.read > atMost {
			t.Errorf("the moment of event %d: %v after %d events were read, %v", i+1, at, store.read, err)
		}
	}
}
