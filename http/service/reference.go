package service

import (
	"fmt"
	"sync/atomic"
	"time"
)

// references makes the references that end in nanoseconds, such as
// INV-<client_id>-<nanoseconds>. No two of a process have the same nanoseconds.
type references struct{ last atomic.Int64 }

func (r *references) next(prefix string, clientID int64, now time.Time) string {
	for {
		last := r.last.Load()
		nanoseconds := max(now.UnixNano(), last+1)
		if r.last.CompareAndSwap(last, nanoseconds) {
			return fmt.Sprintf("%s-%d-%d", prefix, clientID, nanoseconds)
		}
	}
}
