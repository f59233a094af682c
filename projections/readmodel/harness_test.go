package readmodel_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/readtable"
	"gateway/test/testdb"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

// noon is when histories start, in a time zone that no query may return.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("WIB", 7*3600))

// database creates a migrated database for the test. Its sessions are not in UTC.
func database(t testing.TB) *sql.DB {
	t.Helper()
	dsn := testdb.Template(t, "readmodel "+migrationsHash(t), func(dsn string) error {
		db, err := sql.Open("postgres", dsn)
		if err != nil {
			return err
		}
		return errors.Join(migrations.ReadModel(context.Background(), db), db.Close())
	})
	u, err := url.Parse(dsn)
	must(t, err)
	options := u.Query()
	options.Set("timezone", "Asia/Jakarta")
	options.Set("binary_parameters", "yes")
	u.RawQuery = options.Encode()
	db, err := sql.Open("postgres", u.String())
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func migrationsHash(t testing.TB) string {
	t.Helper()
	files, err := filepath.Glob("../../migrations/readmodel/*.sql")
	must(t, err)
	hash := sha256.New()
	for _, f := range files {
		text, err := os.ReadFile(f)
		must(t, err)
		hash.Write(text)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// log gives the events the positions 1, 2, 3 and so on, ids, and booking times. One in ten booking times is
// before the previous event's.
func log(events ...domain.Event) []eventstore.Envelope {
	envelopes := make([]eventstore.Envelope, len(events))
	for i, e := range events {
		envelopes[i].Event = e
		envelopes[i].Stream = fmt.Sprint("stream-", i+1)
		envelopes[i].Position = eventstore.Position{Commit: int64(i + 1), Prepare: int64(i + 1)}
		envelopes[i].BookedAt = noon.Add(time.Duration(i-i%10/9*5) * 17 * time.Second).UTC()
		binary.BigEndian.PutUint64(envelopes[i].ID[8:], uint64(i+1))
		if e != nil && i%7 == 3 { // an administrator caused it
			envelopes[i].Type, envelopes[i].Metadata = e.EventType(), eventstore.Metadata{Actor: "admin:1"}.JSON()
		}
	}
	return envelopes
}

// idAt returns the id of the event that log puts at a position.
func idAt(position int64) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[8:], uint64(position))
	return id
}

// apply applies a log to all models, in batches of at most size.
func apply(t testing.TB, db *sql.DB, size int, events []eventstore.Envelope) {
	t.Helper()
	applyBy(t, engine.NewSession(db), size, events)
}

// applyBy is apply with a given session, which it closes.
func applyBy(t testing.TB, s *engine.Session, size int, events []eventstore.Envelope) {
	t.Helper()
	must(t, s.Transact(t.Context(), func(tx *engine.Tx) error {
		for _, m := range readmodel.All() {
			if seeder, ok := m.(engine.Seeder); ok {
				must(t, seeder.Seed(t.Context(), tx))
			}
		}
		return nil
	}))
	applyModels(t, s, size, events, readmodel.All()...)
}

// applyModels applies a log to some models, without their initial rows, with a session that it closes.
func applyModels(t testing.TB, s *engine.Session, size int, events []eventstore.Envelope, models ...engine.Model) {
	t.Helper()
	defer s.Close()
	for batch := range slices.Chunk(events, size) {
		must(t, s.Transact(t.Context(), func(tx *engine.Tx) error {
			for _, m := range models {
				must(t, m.Apply(t.Context(), tx, batch))
			}
			return nil
		}))
	}
}

// given applies the events in one batch to one database and in batches of one to another, and runs the same
// checks on both.
func given(t *testing.T, events []domain.Event, then func(t *testing.T, q *readmodel.Queries)) {
	t.Helper()
	applied(t, log(events...), then)
}

// applied is given for events with their metadata.
func applied(t *testing.T, events []eventstore.Envelope, then func(t *testing.T, q *readmodel.Queries)) {
	t.Helper()
	for name, size := range map[string]int{"one batch": len(events) + 1, "one by one": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := database(t)
			apply(t, db, size, events)
			then(t, readmodel.NewQueries(sqlx.NewDb(db, "postgres")))
		})
	}
}

// wantJSON compares the JSON of v key by key.
func wantJSON(t *testing.T, v any, want string) {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, err)
	var gotValue, wantValue any
	must(t, json.Unmarshal(text, &gotValue))
	must(t, json.Unmarshal([]byte(want), &wantValue))
	if diff := cmp.Diff(wantValue, gotValue); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
}

func wantNotFound(t *testing.T, err error) {
	t.Helper()
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) || refusal.Kind != domain.NotFound || refusal.Code != "not_found" {
		t.Errorf("got error %v, want not_found", err)
	}
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func after(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }

var firstPage = readtable.Page{Number: 1, PerPage: 15}
