package soak

import (
	"testing"
	"time"

	"gateway/test/installation"
)

// calm is how long after a disturbance samples still count as disturbed.
const calm = 10 * time.Second

// disturb makes one disturbance after the other, at equal intervals, until the run is over. A fail-over freezes
// the leader instead of killing it, so that what its process has accumulated stays visible.
func disturb(t *testing.T, in *installation.Installation, s *sampling, p plan) {
	t.Helper()
	kinds := []struct {
		name string
		do   func(*testing.T, *installation.Installation)
	}{
		{"a rebuild", rebuild},
		{"a checkpoint", checkpoint},
		{"a fail-over", failOver},
	}
	end := time.After(p.length)
	for n := 0; ; n++ {
		select {
		case <-end:
			return
		case <-time.After(p.every):
		}
		kind := kinds[n%len(kinds)]
		s.disturbed()
		began := time.Now()
		kind.do(t, in)
		t.Logf("%s took %s", kind.name, time.Since(began).Round(time.Millisecond))
		s.calmAfter(calm)
	}
}

// rebuild rebuilds all read models beside those in use.
func rebuild(t *testing.T, in *installation.Installation) {
	t.Helper()
	in.Instances[0].Run(t, "projections", "rebuild", "--all")
	in.Instances[0].Run(t, "projections", "clean", "--all")
}

// checkpoint signs the log, and makes PostgreSQL write all of its pages.
func checkpoint(t *testing.T, in *installation.Installation) {
	t.Helper()
	in.Instances[1].Run(t, "audit", "checkpoint")
	in.Do(t, installation.Log, "CHECKPOINT")
}

// failOver freezes the leader until the other instance leads.
func failOver(t *testing.T, in *installation.Installation) {
	t.Helper()
	leader, _ := in.Leader(t)
	leader.Freeze(t)
	defer leader.Thaw(t)
	next, _ := in.Leader(t)
	if next == leader {
		t.Error("a frozen instance still leads")
	}
}
