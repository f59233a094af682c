package app

import (
	"context"
	"runtime/debug"
	"time"
)

// trimEvery is how often memory that is not in use goes back to the system.
const trimEvery = 30 * time.Second

// trimMemory gives back what a burst needed: the runtime alone keeps the garbage
// of the last login (argon2 takes 19 MiB) for as long as nothing else is
// allocated. Under load it is one collection among hundreds.
func trimMemory(ctx context.Context) {
	tick := time.NewTicker(trimEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			debug.FreeOSMemory()
		case <-ctx.Done():
			return
		}
	}
}
