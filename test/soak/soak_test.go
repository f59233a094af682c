package soak

import (
	"os"
	"testing"
	"time"

	"gateway/test/installation"
)

func TestMain(m *testing.M) { installation.Main(m) }

// plan is what a run does.
type plan struct {
	length    time.Duration
	merchants int
	listeners int
	// rate is the number of operations a second, of all merchants together.
	rate int
	// every is the time from one disturbance to the next. Each third one is a fail-over, which in a long run
	// means one every ten minutes.
	every time.Duration
}

// shortest is the minimum length of a run for which growth is judged. In a shorter run, what fills up at the
// start (caches, pools, the heap) would look like growth.
const shortest = 10 * time.Minute

// planned makes the plan from SOAK, the length of the run.
func planned(t *testing.T) plan {
	t.Helper()
	text := os.Getenv("SOAK")
	if text == "" {
		return plan{length: 12 * time.Second, merchants: 4, listeners: 20, rate: 20, every: 3 * time.Second}
	}
	length, err := time.ParseDuration(text)
	if err != nil || length < time.Second {
		t.Fatalf("SOAK=%q is no length such as 1h", text)
	}
	return plan{length: length, merchants: 50, listeners: 1_000, rate: 60, every: min(max(3*time.Second, length/18), 200*time.Second)}
}

func TestNothingGrowsAndNothingIsLostUnderAMixedLoad(t *testing.T) {
	p := planned(t)
	in := installation.New(t, installation.Options{Instances: 2, Settings: []string{"REGISTRATION_LIMIT_PER_MINUTE=1000"}})
	load := in.NewLoad(t, p.merchants)
	others := newReceivers(t)
	work := newWork(t, in, load, others)
	listening := listen(t, in, load.Merchants[0], p.listeners)
	sampling := startSampling(t, in, in.NewMerchant(t, load.Admin, 0, true))

	work.during(t, p, func() {
		disturb(t, in, sampling, p)
	})
	samples := sampling.end()
	work.report(t)
	listening.report(t)
	samples.print(t)
	samples.draw(t)
	if p.length >= shortest {
		for _, growth := range samples.growths() {
			t.Error(growth)
		}
	} else {
		t.Logf("growth is not judged in a run of less than %s", shortest)
	}
	for _, i := range in.Instances {
		i.AwaitReady(t)
	}
	load.CheckAcknowledged(t)
	in.Verify(t)
}
