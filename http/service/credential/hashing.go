package credential

import (
	"context"
	"sync"

	"gateway/eventstore"
	"gateway/http/server/origin"
)

const (
	// hashSlots is the number of passwords hashed concurrently. Each hash takes 19 MiB and about 30 ms of a
	// core.
	hashSlots = 2
	// hashCrowd is how many callers of each class may wait for a slot. The last of them waits about 1 s.
	hashCrowd = 64
)

// hashing is shared by all surfaces of the process.
var hashing = newHashQueue(hashSlots, hashCrowd)

// hashQueue limits how many hashes are computed concurrently. Familiar callers go before strangers, so that a
// flood of logins by strangers slows no other caller. It is safe for concurrent use.
type hashQueue struct {
	mu        sync.Mutex
	free      int
	familiar  crowd
	strangers crowd
}

func newHashQueue(slots, most int) *hashQueue {
	return &hashQueue{free: slots, familiar: crowd{most: most}, strangers: crowd{most: most}}
}

type familiarKey struct{}

// asFamiliar returns a context whose hashes go before those of strangers.
func asFamiliar(ctx context.Context) context.Context {
	return context.WithValue(ctx, familiarKey{}, true)
}

// isFamiliar reports whether the caller is authenticated, or logs in from an address from which the account
// signed in before.
func isFamiliar(ctx context.Context) bool {
	return ctx.Value(familiarKey{}) != nil || eventstore.MetadataFrom(ctx).Actor != ""
}

// do runs f when a slot is free. Errors: f's, the context's, and busy when too many wait.
func (q *hashQueue) do(ctx context.Context, f func() error) error {
	if err := q.acquire(ctx); err != nil {
		return err
	}
	defer q.release()
	return f()
}

func (q *hashQueue) acquire(ctx context.Context) error {
	q.mu.Lock()
	if q.free > 0 {
		q.free--
		q.mu.Unlock()
		return nil
	}
	class := &q.strangers
	if isFamiliar(ctx) {
		class = &q.familiar
	}
	w, ok := class.join(origin.Network(origin.Address(ctx)))
	q.mu.Unlock()
	if !ok {
		return errBusy
	}
	select {
	case <-w.done:
		if w.displaced {
			return errBusy
		}
		return nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	waited := class.leave(w)
	q.mu.Unlock()
	if !waited && !w.displaced {
		q.release() // the slot was granted at the same moment
	}
	return ctx.Err()
}

// release gives the slot to the next caller, familiar callers first.
func (q *hashQueue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.familiar.first() == nil && q.strangers.first() == nil {
		q.free++
	}
}
