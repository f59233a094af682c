package backup_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/backup"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/google/uuid"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// filled returns a log of n events in three streams, with data that a careless encoder would change.
func filled(t *testing.T, n int) *postgres.Store {
	t.Helper()
	const chunk = 100 // events per append
	s := postgrestest.Open(t, postgrestest.Database(t))
	last := [3]eventstore.Revision{eventstore.NoStream, eventstore.NoStream, eventstore.NoStream}
	for done := 0; done < n; {
		stream := done / chunk % 3
		var events []eventstore.Proposed
		for ; len(events) < chunk && done < n; done++ {
			events = append(events, eventstore.Proposed{
				ID: uuid.New(), Type: "note.noted.v1", Data: json.RawMessage(`{ "n": 1.50, "text":"<&>\u2028 \"x\"" }`), Metadata: json.RawMessage(`{"actor":"x"}`),
			})
		}
		at, err := s.Append(t.Context(), fmt.Sprintf("note-%d", stream), last[stream], events)
		if err != nil {
			t.Fatal(err)
		}
		last[stream] = at.Revision
	}
	return s
}

func export(t *testing.T, s eventstore.Store) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := backup.Export(t.Context(), s, &file, noon, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// restore imports a file into an empty database and returns the database.
func restore(t *testing.T, file []byte) (dsn string, events int64, err error) {
	t.Helper()
	dsn = postgrestest.Database(t)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	target := postgres.NewRestore(db)
	events, err = backup.Import(t.Context(), bytes.NewReader(file), target, nil)
	if closing := target.Close(); closing != nil {
		t.Error(closing)
	}
	return dsn, events, err
}

// sparse is a log with positions like EventStoreDB's, which have gaps.
type sparse struct{ eventstore.Store }

const stride = 1_277

func (s sparse) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	events, err := s.Store.ReadAll(ctx, eventstore.Position{Commit: after.Commit / stride, Prepare: after.Prepare / stride}, limit)
	events = slices.Clone(events)
	for i := range events {
		events[i].Position = spread(events[i].Position)
	}
	return events, err
}

func (s sparse) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := s.Store.Head(ctx)
	return spread(head), err
}

// spread turns a dense position into one with gaps.
func spread(p eventstore.Position) eventstore.Position {
	return eventstore.Position{Commit: p.Commit * stride, Prepare: p.Prepare * stride}
}

// prepared is a log whose events have different prepare and commit positions.
type prepared struct{ sparse }

func (p prepared) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	events, err := p.sparse.ReadAll(ctx, after, limit)
	for i := range events {
		events[i].Position.Prepare--
	}
	return events, err
}

func (p prepared) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := p.sparse.Head(ctx)
	head.Prepare--
	return head, err
}
