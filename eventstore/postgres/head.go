package postgres

import "sync"

// head is the newest position that this process knows to be committed. It wakes the
// waiting followers when it rises.
type head struct {
	mu       sync.Mutex
	position int64
	risen    chan struct{} // closed, and replaced, when position rises
}

func newHead() *head { return &head{risen: make(chan struct{})} }

// raise sets the head to a committed position, unless the head is at or beyond it already.
func (h *head) raise(position int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if position <= h.position {
		return
	}
	h.position = position
	close(h.risen)
	h.risen = make(chan struct{})
}

// current returns the position, and a channel that is closed when there is a newer one.
func (h *head) current() (position int64, risen <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.position, h.risen
}
