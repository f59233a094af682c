package soak

import (
	"testing"
	"time"
)

// run makes the samples of an hour, one a minute.
func run(change func(minute int, s *sample)) (s samples) {
	for minute := range 60 {
		one := sample{
			At: time.Duration(minute) * time.Minute, Memory: 90, Goroutines: 400, Descriptors: 120, Lag: 10, Read: 3, Write: 9,
		}
		change(minute, &one)
		s = append(s, one)
	}
	return s
}

func TestGrowthIsFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(minute int, s *sample)
		found  int
	}{
		"a level run":                           {func(int, *sample) {}, 0},
		"a warm start":                          {func(m int, s *sample) { s.Memory -= float64(max(0, 10-m) * 5) }, 0},
		"a peak while the gateway is disturbed": {func(m int, s *sample) { s.Disturbed = m > 50; s.Write += float64(max(0, m-50) * 100) }, 0},
		"a leak of 2 MB a minute":               {func(m int, s *sample) { s.Memory += float64(2 * m) }, 1},
		"a leak of 1 MB a minute":               {func(m int, s *sample) { s.Memory += float64(m) }, 1},
		"a leak of goroutines":                  {func(m int, s *sample) { s.Goroutines += float64(10 * m) }, 1},
		"a leak of descriptors":                 {func(m int, s *sample) { s.Descriptors += float64(2 * m) }, 1},
		"a lag that grows":                      {func(m int, s *sample) { s.Lag += float64(20 * m) }, 1},
		"reads that slow down":                  {func(m int, s *sample) { s.Read += float64(m) / 2 }, 1},
		"writes that slow down":                 {func(m int, s *sample) { s.Write += float64(m) }, 1},
		"only disturbed samples":                {func(_ int, s *sample) { s.Disturbed = true }, 1},
	} {
		if found := run(c.change).growths(); len(found) != c.found {
			t.Errorf("%s: found %q", name, found)
		}
	}
}
