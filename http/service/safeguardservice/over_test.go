package safeguardservice_test

import (
	"errors"
	"testing"
	"time"

	"gateway/domain/treasury"
	"gateway/http/service/safeguardservice"
	"gateway/http/service/servicetest"
)

// The clock of the gateway is at the next day, and that of the store is not: it still books events into the day.
func TestADayIsOverWhenTheLogGoesOnAfterIt(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	p := safeguardservice.New(core)
	began := time.Now()
	servicetest.Append(t, core, treasury.Stream("a"), treasury.Entered{ID: 1, Kind: treasury.OwnerIn, At: began})
	for days, want := range map[int]error{1: safeguardservice.ErrNotOver, -1: nil} {
		day, err := core.Day(t.Context(), "day", core.Calendar.DayOf(began.AddDate(0, 0, days)))
		if err != nil {
			t.Fatal(err)
		}
		core.Now = func() time.Time { return day.Until }
		name := core.Calendar.DayOf(day.From)
		if _, err := p.Closed(t.Context(), name); !errors.Is(err, want) {
			t.Errorf("the signed file of %s: %v, want %v", name, err, want)
		}
		if d, err := p.Day(t.Context(), name); err != nil || d.Complete != (want == nil) || !d.At.Equal(day.Until.Add(-time.Nanosecond)) {
			t.Errorf("%+v, %v", d, err)
		}
	}
}
