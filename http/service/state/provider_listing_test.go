package state_test

import (
	"testing"
	"time"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
)

func TestTheCursorOfTheProvidersBooksNeverGoesBack(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	db := state.New(open(t, dsn))
	if at, err := db.ListingCursor(t.Context()); err != nil || !at.IsZero() {
		t.Fatalf("before the first reading: %s, %v", at, err)
	}
	for _, at := range []time.Time{noon, noon.Add(-time.Hour), noon.Add(time.Microsecond)} {
		if err := db.SaveListingCursor(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	if at, err := state.New(open(t, dsn)).ListingCursor(t.Context()); err != nil || !at.Equal(noon.Add(time.Microsecond)) {
		t.Errorf("another process reads %s, %v", at, err)
	}
}
