package watch

import (
	"sync/atomic"
	"time"
)

// heartbeat is the last sign of life of a background part.
type heartbeat struct{ at atomic.Int64 }

func (h *heartbeat) Beat() { h.at.Store(time.Now().UnixNano()) }

func (h *heartbeat) Age() time.Duration { return time.Duration(time.Now().UnixNano() - h.at.Load()) }
