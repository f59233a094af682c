package app

import (
	"context"
	"os"
	"runtime/debug"
	"time"

	"gateway/eventstore"
)

// gcPercent lets the heap grow to three times what is in use, not twice as Go's
// default does: under load that spares a tenth of all work for some 70 MB, which go
// back at rest. The operator's GOGC comes first.
const gcPercent = 200

// trimEvery is how long no command came before memory that is not needed then goes
// back to the system.
const trimEvery = 10 * time.Second

// trimMemory gives back what a burst needed: the runtime alone keeps the garbage
// of the last login (argon2 takes 19 MiB) for as long as nothing else is
// allocated. Under load nothing is given back that would be wanted again at once.
func trimMemory(ctx context.Context, log *eventstore.Log) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	tick := time.NewTicker(trimEvery)
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
