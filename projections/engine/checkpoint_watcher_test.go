package engine

import (
	"database/sql"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/migrations"
	"gateway/test/testdb"
)

// Such a position would make the instance answer 503 until the next event.
func TestAPositionReadBeforeTheEngineBeganIsDiscarded(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("postgres", testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := migrations.ReadModel(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state) VALUES ('m', 's', 1, 1, 'live')`); err != nil {
		t.Fatal(err)
	}
	locking, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = locking.Rollback() }()
	if _, err := locking.Exec(`LOCK TABLE checkpoints`); err != nil {
		t.Fatal(err)
	}
	w, polled := NewCheckpointWatcher(db), make(chan struct{})
	go func() {
		defer close(polled)
		w.poll(t.Context())
	}()
	for waiting := 0; waiting == 0; time.Sleep(time.Millisecond) {
		if err := db.QueryRow(`SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'checkpoints'::regclass`).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	w.setLeading(true)
	w.setPosition(eventstore.Position{Commit: 2, Prepare: 2})
	if err := locking.Rollback(); err != nil {
		t.Fatal(err)
	}
	<-polled
	if w.Behind(eventstore.Position{}) {
		t.Error("the watcher went back to the position that it had read before")
	}
}
