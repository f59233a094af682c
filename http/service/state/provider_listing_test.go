package state_test

import (
	"testing"
	"time"

	"gateway/domain/report"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
)

func TestTheCursorOfTheProvidersBooksGoesBackOnlyWhereItMust(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	db := state.New(open(t, dsn))
	if c, err := db.ListingCursor(t.Context(), "xendit"); err != nil || !c.At.IsZero() {
		t.Fatalf("before the first reading: %+v, %v", c, err)
	}
	save := func(at time.Time, generation, resets int64) {
		t.Helper()
		if err := db.SaveListingCursor(t.Context(), "xendit", report.ListingPlace{At: at, Generation: &generation, Resets: resets}); err != nil {
			t.Fatal(err)
		}
	}
	is := func(when string, want time.Time) {
		t.Helper()
		c, err := state.New(open(t, dsn)).ListingCursor(t.Context(), "xendit")
		if err != nil || !c.At.Equal(want) {
			t.Errorf("%s another process reads %+v, %v, want %s", when, c, err, want)
		}
	}
	save(noon, 0, 0)
	save(noon.Add(-time.Hour), 0, 0)
	is("after an older reading", noon)
	save(noon.Add(time.Microsecond), 0, 0)
	is("after a newer one", noon.Add(time.Microsecond))
	save(noon.Add(-time.Hour), 1, 0)
	is("in a new generation", noon.Add(-time.Hour))
	save(noon, 0, 0)
	is("after a late reading in the former one", noon.Add(-time.Hour))
	if err := db.ReadListingFrom(t.Context(), "xendit", noon.AddDate(0, -1, 0)); err != nil {
		t.Fatal(err)
	}
	save(noon, 1, 0)
	is("after a reading that began before an operator named a time", noon.AddDate(0, -1, 0))
	save(noon, 1, 1)
	is("after one that began there", noon)
}
