package rebuild_test

import (
	"errors"
	"testing"

	"gateway/domain"
	"gateway/projections/engine/enginetest"
	"gateway/projections/rebuild"
)

func TestARollbackBringsTheFormerTablesUpToDate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 1))
	f.Exec(t, `UPDATE totals SET total = 100`)
	r := f.rebuilder(t, "p", totalModel{})
	_, err := r.Rollback(t.Context(), "total")
	if !errors.Is(err, &domain.Refusal{Code: "nothing_retired"}) {
		t.Errorf("without former tables: %v", err)
	}
	rebuildAll(t, r, rebuild.Options{})
	enginetest.WaitFor(t, w, f.Add(t, 2))
	for _, want := range []int{102, 3, 102} { // back, forth and back
		if _, err := r.Rollback(t.Context(), "total"); err != nil {
			t.Fatal(err)
		}
		if total, entries := f.total(t); total != want || entries != 3 {
			t.Errorf("total %d and entries %d, want %d and 3", total, entries, want)
		}
	}
	f.Exec(t, `ALTER TABLE entries ADD COLUMN remark text`) // a newer version's migration
	_, err = r.Rollback(t.Context(), "total")
	if !errors.Is(err, &domain.Refusal{Code: "retired_differs"}) {
		t.Errorf("after a migration: %v", err)
	}
	if err := r.Clean(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := f.schemas(t); got != "" {
		t.Errorf("schemas %q are left after cleaning", got)
	}
}
