package idempotency

import (
	"fmt"
	"sync/atomic"
	"time"
)

// names makes the references that end in a nanosecond timestamp, such as
// INV-<client_id>-<nanoseconds> (specification 2.4). No two of a process are equal.
type names struct {
	now  func() time.Time
	last atomic.Int64
}

func (n *names) next(prefix string, clientID int64) string {
	if prefix == "" {
		return ""
	}
	for {
		last, now := n.last.Load(), n.now().UnixNano()
		now = max(now, last+1)
		if n.last.CompareAndSwap(last, now) {
			return fmt.Sprintf("%s-%d-%d", prefix, clientID, now)
		}
	}
}
