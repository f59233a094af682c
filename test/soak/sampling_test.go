package soak

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"gateway/test/installation"
)

// sample is one measurement. Memory, goroutines and descriptors are the larger value of the two instances.
type sample struct {
	At time.Duration
	// Disturbed is true during a disturbance and shortly after.
	Disturbed   bool
	Memory      float64 // MB, resident
	Goroutines  float64
	Descriptors float64
	Lag         float64 // events, of the slowest read model or reactor
	Read, Write float64 // ms, the median of the probes of this sample
}

// sampling takes a sample a second until it ends.
type sampling struct {
	in     *installation.Installation
	probe  installation.Merchant
	began  time.Time
	cancel context.CancelFunc
	ended  chan struct{}

	mu            sync.Mutex
	samples       samples
	disturbance   bool
	disturbedTill time.Time
}

func startSampling(t *testing.T, in *installation.Installation, probe installation.Merchant) *sampling {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s := &sampling{in: in, probe: probe, began: time.Now(), cancel: cancel, ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				s.take(ctx)
			}
		}
	}()
	t.Cleanup(cancel)
	return s
}

func (s *sampling) end() samples {
	s.cancel()
	<-s.ended
	return s.samples
}

// disturbed marks the samples from now on, until calmAfter.
func (s *sampling) disturbed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disturbance = true
}

// calmAfter ends the mark after a while.
func (s *sampling) calmAfter(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disturbance, s.disturbedTill = false, time.Now().Add(d)
}

func (s *sampling) take(ctx context.Context) {
	one := sample{At: time.Since(s.began)}
	one.Read = s.latency(ctx, http.MethodGet, "/account/balance", nil)
	one.Write = s.latency(ctx, http.MethodPost, "/transactions", object{"total": 1_000})
	for _, i := range s.in.Instances {
		m := i.Metrics()
		one.Memory = max(one.Memory, m["process_resident_memory_bytes"]/(1<<20))
		one.Goroutines = max(one.Goroutines, m["go_goroutines"])
		one.Descriptors = max(one.Descriptors, m["process_open_fds"])
		one.Lag = max(one.Lag, m["gateway_projection_lag_events"])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	one.Disturbed = s.disturbance || time.Now().Before(s.disturbedTill)
	if ctx.Err() == nil {
		s.samples = append(s.samples, one)
	}
}

// probes is the number of requests of whose times a sample takes the median.
const probes = 5

// failedProbe is the time, in milliseconds, that counts for a probe without an answer or with a server error.
const failedProbe = 10_000

// latency is the median time of some requests, in milliseconds.
func (s *sampling) latency(ctx context.Context, method, path string, body any) float64 {
	var times []float64
	for range probes {
		began := time.Now()
		a, err := s.probe.Send(ctx, method, path, body) // a frozen instance does not answer
		took := float64(time.Since(began).Microseconds()) / 1_000
		if err != nil || a.Status >= http.StatusInternalServerError {
			took = failedProbe
		}
		times = append(times, took)
	}
	return median(times)
}

// outputFolder is where the chart and the samples are written.
func outputFolder(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("SOAK_OUT"); dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	return t.TempDir()
}

func (s sample) String() string {
	mark := ""
	if s.Disturbed {
		mark = "  (disturbed)"
	}
	return fmt.Sprintf("%8s %7.0f MB %7.0f goroutines %6.0f descriptors %7.0f events behind %8.1f ms read %8.1f ms write%s",
		s.At.Round(time.Second), s.Memory, s.Goroutines, s.Descriptors, s.Lag, s.Read, s.Write, mark)
}
