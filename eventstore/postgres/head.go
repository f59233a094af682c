package postgres

import "sync"

// head is the newest position that this process knows to be committed. Whoever
// waits for a newer one is woken when it rises.
type head struct {
	mu       sync.Mutex
	position int64
	risen    chan struct{} // closed, and replaced, when position rises
}

func newHead() *head { return &head{risen: make(chan struct{})} }

// raise is called with committed positions, in any order.
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

// now gives the position, and the channel that is closed when there is a newer one.
func (h *head) now() (position int64, risen <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.position, h.risen
}
