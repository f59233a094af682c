package engine_test

import (
	"errors"
	"testing"

	"gateway/domain"
	"gateway/projections/engine"
)

func TestARollbackBringsTheFormerTablesUpToDate(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, _ := l.start(t, books{})
	passed(t, w, l.note(t, 1))
	l.exec(t, `UPDATE totals SET total = 100`)
	r := l.rebuilder(t, "p", books{})
	_, err := r.Rollback(t.Context(), "books")
	if !errors.Is(err, &domain.Refusal{Code: "nothing_retired"}) {
		t.Errorf("without former tables: %v", err)
	}
	rebuild(t, r, engine.RebuildOptions{})
	passed(t, w, l.note(t, 2))
	for _, want := range []int{102, 3, 102} { // back, forth and back
		if _, err := r.Rollback(t.Context(), "books"); err != nil {
			t.Fatal(err)
		}
		if total, entries := l.total(t); total != want || entries != 3 {
			t.Errorf("total %d and entries %d, want %d and 3", total, entries, want)
		}
	}
	l.exec(t, `ALTER TABLE entries ADD COLUMN remark text`) // a newer version's migration
	_, err = r.Rollback(t.Context(), "books")
	if !errors.Is(err, &domain.Refusal{Code: "retired_differs"}) {
		t.Errorf("after a migration: %v", err)
	}
	if err := r.Clean(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := l.schemas(t); got != "" {
		t.Errorf("schemas %q are left after cleaning", got)
	}
}
