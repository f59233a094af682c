package installation

import (
	"slices"
	"sync"
	"time"
)

// balancer returns the instances in turn. It skips those that did not answer, for a second.
type balancer struct {
	mu         sync.Mutex
	addrs      []string
	avoidUntil []time.Time
	turn       int
}

func (b *balancer) add(addr string) {
	b.addrs, b.avoidUntil = append(b.addrs, addr), append(b.avoidUntil, time.Time{})
}

func (b *balancer) next() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.addrs {
		b.turn = (b.turn + 1) % len(b.addrs)
		if time.Now().After(b.avoidUntil[b.turn]) {
			break
		}
	}
	return b.addrs[b.turn]
}

func (b *balancer) failed(addr string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.avoidUntil[slices.Index(b.addrs, addr)] = time.Now().Add(time.Second)
}
