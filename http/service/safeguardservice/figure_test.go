package safeguardservice

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/domain"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

func TestAFigureIsComputedAtMostOnceAMinute(t *testing.T) {
	t.Parallel()
	now, computed := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), 0
	failed := errors.New("unavailable")
	f := Figure{MaxAge: time.Minute, Now: func() time.Time { return now }, Compute: func(context.Context) (decimal.Decimal, error) {
		if computed++; computed == 3 {
			return decimal.Zero, failed
		}
		return decimal.NewFromInt(int64(computed)), nil
	}}
	for _, c := range []struct {
		after time.Duration
		want  string
		err   error
	}{{0, "1", nil}, {59 * time.Second, "1", nil}, {time.Second, "2", nil}, {time.Minute, "0", failed}, {0, "4", nil}, {-time.Hour, "5", nil}} {
		now = now.Add(c.after)
		if got, err := f.Get(t.Context()); !got.Equal(rupiah.Of(c.want)) || !errors.Is(err, c.err) {
			t.Errorf("after %s: %s, %v, want %s", c.after, got, err, c.want)
		}
	}
}

func TestAFileHasAtMostAYearOfDays(t *testing.T) {
	t.Parallel()
	last := time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		from, first, want string
		refused           bool
	}{
		{"2025-12-31", "2025-12-31", "2025-12-31", false}, // 366 days
		{"2025-12-30", "2025-12-30", "", true},
		{"", "2020-01-01", "2025-12-31", false},
		{"2020-01-01", "2026-12-30", "2026-12-30", false}, // the log begins then
	} {
		first, _ := time.Parse(time.DateOnly, c.first)
		got, err := limited(Range{From: c.from}, first.Add(12*time.Hour), last)
		refusal, _ := errors.AsType[*domain.Refusal](err)
		if (refusal != nil) != c.refused || !c.refused && got.Format(time.DateOnly) != c.want {
			t.Errorf("%+v: %s, %v", c, got, err)
		}
	}
}
