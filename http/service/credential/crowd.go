package credential

import (
	"slices"

	"gateway/domain"
)

// errBusy refuses a request because too many others are already waiting.
var errBusy = domain.Refuse(domain.Busy, "busy", "too many logins at once, try again")

// crowd is a bounded queue of waiting callers, in order of arrival. Networks share it fairly: when it is
// full, a new caller takes the place of the last caller from the network that has the most, so that one
// network cannot keep the others out. It is not safe for concurrent use.
type crowd struct {
	most    int
	waiting []*waiter
}

// waiter is one waiting caller. done is closed when the caller may continue or was displaced.
type waiter struct {
	network   string
	done      chan struct{}
	displaced bool
}

// join adds a caller from the network. ok is false when the crowd is full and no network has more places than
// the caller's network would have.
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

// leave removes a caller, and reports whether it was still waiting.
func (c *crowd) leave(w *waiter) bool {
	i := slices.Index(c.waiting, w)
	if i < 0 {
		return false
	}
	c.waiting = slices.Delete(c.waiting, i, i+1)
	return true
}

// first removes the caller that has waited longest and lets it continue. It returns nil when none waits.
func (c *crowd) first() *waiter {
	if len(c.waiting) == 0 {
		return nil
	}
	w := c.waiting[0]
	c.waiting = c.waiting[1:]
	close(w.done)
	return w
}
