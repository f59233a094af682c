package credential

import (
	"slices"

	"gateway/domain"
)

// errBusy refuses a request for which there is no room to wait.
var errBusy = domain.Refuse(domain.Busy, "busy", "too many logins at once, try again")

// crowd is a bounded number of waiting callers, in the order in which they came. It is shared
// fairly by network: where it is full, a newcomer takes the place of the last one of the
// network that has the most, so that one network can't keep the others out. It is not safe
// for concurrent use.
type crowd struct {
	most    int
	waiting []*waiter
}

// waiter is one caller that waits. done is closed when it may go on, or was displaced.
type waiter struct {
	network   string
	done      chan struct{}
	displaced bool
}

// join adds a caller of the network. ok is false where the crowd is full and no network
// has more of it than the caller's own would have.
func (c *crowd) join(network string) (w *waiter, ok bool) {
	if len(c.waiting) >= c.most && !c.displaceFor(network) {
		return nil, false
	}
	w = &waiter{network: network, done: make(chan struct{})}
	c.waiting = append(c.waiting, w)
	return w, true
}

func (c *crowd) displaceFor(network string) bool {
	counts := make(map[string]int)
	var largest string
	for _, w := range c.waiting {
		counts[w.network]++
		if counts[w.network] > counts[largest] {
			largest = w.network
		}
	}
	if counts[largest] <= counts[network]+1 {
		return false
	}
	for i, w := range slices.Backward(c.waiting) {
		if w.network == largest {
			c.waiting = slices.Delete(c.waiting, i, i+1)
			w.displaced = true
			close(w.done)
			break
		}
	}
	return true
}

// leave removes a caller, and reports whether it was waiting still.
func (c *crowd) leave(w *waiter) bool {
	i := slices.Index(c.waiting, w)
	if i < 0 {
		return false
	}
	c.waiting = slices.Delete(c.waiting, i, i+1)
	return true
}

// first removes the caller that came first, and lets it go on. It is nil where none waits.
func (c *crowd) first() *waiter {
	if len(c.waiting) == 0 {
		return nil
	}
	w := c.waiting[0]
	c.waiting = c.waiting[1:]
	close(w.done)
	return w
}
