package engine_test

import (
	"database/sql"
	"testing"

	"gateway/projections/engine"
	"gateway/test/testdb"
)

// Folding a batch of a rebuild may take long, and no other process waits for its tables.
func TestATransactionThatLoadsTablesMayWaitLongerThanOneThatServes(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("postgres", testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for want, s := range map[string]*engine.Session{"2s": engine.NewSession(db), "1min": engine.NewLoadingSession(db)} {
		var limit string
		err := s.Transact(t.Context(), func(tx *engine.Tx) error {
			rows, err := tx.Query(t.Context(), `SHOW idle_in_transaction_session_timeout`)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				if err := rows.Scan(&limit); err != nil {
					return err
				}
			}
			return rows.Err()
		})
		s.Close()
		if err != nil || limit != want {
			t.Errorf("it may wait for %s, want %s: %v", limit, want, err)
		}
	}
}
