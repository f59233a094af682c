package installation

import (
	"slices"
	"sync"
	"time"
)

// balancer hands out instances in turn and leaves out for a while those that did
// not answer, as any balancer does.
type balancer struct {
	mu    sync.Mutex
	addrs []string
	shun  []time.Time
	turn  int
}

func (b *balancer) add(addr string) {
	b.addrs, b.shun = append(b.addrs, addr), append(b.shun, time.Time{})
}

func (b *balancer) next() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.addrs {
		b.turn = (b.turn + 1) % len(b.addrs)
		if time.Now().After(b.shun[b.turn]) {
			break
		}
	}
	return b.addrs[b.turn]
}

func (b *balancer) failed(addr string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shun[slices.Index(b.addrs, addr)] = time.Now().Add(time.Second)
}
