package watch

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"gateway/eventstore"
)

const (
	// heapGoal is the size to which the heap may grow between two collections, if the live data leave room.
	// It bounds the memory of a gateway under load.
	heapGoal = 52 << 20
	// Below minGCPercent, which is Go's default, the collector would use too much CPU when the live data are
	// large. Above maxGCPercent, more memory saves hardly any time.
	minGCPercent = 100
	maxGCPercent = 200
	// tuneInterval is how often the percentage is updated.
	tuneInterval = time.Second
)

// gcPercent returns how much garbage, in percent of the live data, a collection may wait for.
func gcPercent(live uint64) int {
	if live == 0 {
		return maxGCPercent
	}
	room := max(0, heapGoal-int64(live))
	return int(min(maxGCPercent, max(minGCPercent, 100*room/int64(live))))
}

// TuneGC keeps the heap near its goal until ctx ends. The environment's GOGC or GOMEMLIMIT
// overrides it.
func TuneGC(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	tick := time.NewTicker(tuneInterval)
	defer tick.Stop()
	live, last := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}, 0
	for {
		metrics.Read(live)
		// Setting a percentage stops the program for a moment, so it is not done for a small difference.
		if percent := gcPercent(live[0].Value.Uint64()); percent > last+last/5 || percent < last-last/5 {
			debug.SetGCPercent(percent)
			last = percent
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// trimInterval is the time without a command after which unused memory is returned.
const trimInterval = 10 * time.Second

// TrimMemory empties the log's caches and returns unused memory to the system after each interval without a
// command, until ctx ends. The Go runtime alone keeps the garbage of a login (argon2 takes 19 MiB) until
// something else is allocated. Under load nothing is returned.
func TrimMemory(ctx context.Context, log *eventstore.Log) {
	tick := time.NewTicker(trimInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if log.PurgeIfIdle() {
				debug.FreeOSMemory()
			}
		case <-ctx.Done():
			return
		}
	}
}
