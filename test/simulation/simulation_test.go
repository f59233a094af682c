package simulation_test

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/test/simulation"
)

// The flags of `make simulate`. Without them the fixed seeds run.
var (
	from       = flag.Uint64("simulate.from", 0, "the first seed")
	count      = flag.Uint64("simulate.count", 100, "how many seeds")
	operations = flag.Int("simulate.operations", 500, "operations of a run")
	story      = flag.String("simulate.story", "", "a file for the whole story of the last run")
	onPostgres = flag.Bool("simulate.postgres", false, "keep log and read models in PostgreSQL")
	onCluster  = flag.Bool("simulate.cluster", false, "run only seeds that keep the log in a cluster of EventStoreDB")
	stop       = flag.Int("simulate.failures", 5, "the number of failed seeds after which the rest is not run")
)

// The heap of a run is small, so that collecting it less often costs little and saves a tenth of the CPU time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// TestSeeds runs seeds on all cores. For a failed one it reports the seed, what was wrong, and the related
// lines of its story.
func TestSeeds(t *testing.T) {
	all := &seeds{began: time.Now()}
	t.Cleanup(func() { all.report(t) })
	for worker := range runtime.GOMAXPROCS(0) {
		t.Run(fmt.Sprintf("worker %d", worker+1), func(t *testing.T) {
			t.Parallel()
			all.work(t)
		})
	}
}

// seeds counts what was run.
type seeds struct {
	began                                  time.Time
	run, steps, events, faults, paid, fail atomic.Int64
	mu                                     sync.Mutex // for the fields below
	taken, passed                          uint64     // seeds that are run, and those that are skipped
	told                                   time.Time
}

// next returns the next seed; more is false after the last one.
func (s *seeds) next() (seed uint64, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken >= *count {
		return 0, false
	}
	for *onCluster && !simulation.OnCluster(*from+s.taken+s.passed) {
		s.passed++
	}
	seed = *from + s.taken + s.passed
	s.taken++
	return seed, true
}

func (s *seeds) work(t *testing.T) {
	for int(s.fail.Load()) < *stop {
		seed, more := s.next()
		if !more {
			return
		}
		o := simulation.Options{Seed: seed, Operations: *operations, Tell: *story != "", Postgres: *onPostgres}
		r := run(t, o)
		s.run.Add(1)
		s.steps.Add(int64(r.Steps))
		s.events.Add(int64(r.Events))
		s.faults.Add(int64(r.Faults))
		s.paid.Add(int64(r.Paid))
		if *story != "" {
			if err := os.WriteFile(*story, []byte(strings.Join(r.Story, "\n")), 0o600); err != nil {
				t.Error(err)
			}
		}
		if len(r.Failures) > 0 {
			s.fail.Add(1)
			t.Error(simulation.Tell(t, o))
		}
		s.progress()
	}
}

// run runs one seed as a test of its own, so that its databases are dropped afterwards.
func run(t *testing.T, o simulation.Options) (r simulation.Result) {
	if !o.Postgres {
		return simulation.Run(t, o)
	}
	t.Run(fmt.Sprintf("seed %d", o.Seed), func(t *testing.T) { r = simulation.Run(t, o) })
	return r
}

func TestSeedsOfWorlds(t *testing.T) {
	t.Parallel()
	for seed := simulation.FirstWorld; seed < simulation.FirstWorld+100; seed++ {
		o := simulation.Options{Seed: seed, Operations: 400}
		if r := run(t, o); len(r.Failures) > 0 {
			t.Error(simulation.Tell(t, o))
		}
	}
}

func TestSeedsOfDisputes(t *testing.T) {
	t.Parallel()
	for seed := simulation.FirstDisputes; seed < simulation.FirstDisputes+20; seed++ {
		o := simulation.Options{Seed: seed, Operations: 400}
		if r := run(t, o); len(r.Failures) > 0 {
			t.Error(simulation.Tell(t, o))
		}
	}
}

func TestSeedsOfBooks(t *testing.T) {
	t.Parallel()
	for seed := simulation.FirstBooks; seed < simulation.FirstBooks+20; seed++ {
		o := simulation.Options{Seed: seed, Operations: 400}
		if r := run(t, o); len(r.Failures) > 0 {
			t.Error(simulation.Tell(t, o))
		}
	}
}

func TestSeedsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{5_000, 5_001, 5_002, 5_003, simulation.FirstWorld, simulation.FirstWorld + 1, simulation.FirstWorld + 2, simulation.FirstDisputes + 2} {
		o := simulation.Options{Seed: seed, Operations: 200, Postgres: true}
		if seed >= simulation.FirstWorld {
			o.Operations = 400
		}
		if r := run(t, o); len(r.Failures) > 0 {
			t.Error(simulation.Tell(t, o))
		}
	}
}

// progress prints how far a long run has come.
func (s *seeds) progress() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.began) < 20*time.Second || time.Since(s.told) < 10*time.Second {
		return
	}
	s.told = time.Now()
	fmt.Fprintf(os.Stderr, "%d of %d seeds, %d failed, %.1f a second\n", s.run.Load(), *count, s.fail.Load(), float64(s.run.Load())/time.Since(s.began).Seconds())
}

func (s *seeds) report(t *testing.T) {
	t.Logf("%d seeds of %d operations in %s: %d steps, %d events, %d faults, %d payments and payouts of the provider; %d failed",
		s.run.Load(), *operations, time.Since(s.began).Round(time.Second), s.steps.Load(), s.events.Load(), s.faults.Load(), s.paid.Load(), s.fail.Load())
}

func TestASeedAlwaysGivesTheSameRun(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{1_000, 1_001, 1_002, 1_003, 1_004, simulation.FirstWorld + 3, simulation.FirstWorld + 9, simulation.FirstDisputes + 12, simulation.FirstBooks + 3} {
		first := simulation.Run(t, simulation.Options{Seed: seed, Operations: 300})
		again := simulation.Run(t, simulation.Options{Seed: seed, Operations: 300, Tell: true})
		if first.Trace != again.Trace || first.Steps != again.Steps {
			t.Errorf("seed %d: %d steps with the trace %x, then %d with %x", seed, first.Steps, first.Trace, again.Steps, again.Trace)
		}
	}
}
