package lifecycle

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	// NoticeLimit bounds AwaitNotice. It does not wait for a checker that asks less often.
	NoticeLimit = 10 * time.Second
	// HealthAgent is the User-Agent of the command gateway health, which is not a balancer.
	HealthAgent = "gateway-health"
	// noticesWanted is how often a checker must have seen the 404. A balancer may need two, and two balancers
	// on one machine look like one. The third shows that it has acted on the second.
	noticesWanted = 3
	// asksOfAChecker is how many requests to /readyz make a caller a checker.
	asksOfAChecker = 3
	// silences is the number of its usual gaps after which a silent checker counts as gone.
	silences = 3
	// agentMax is how many characters of a User-Agent distinguish callers on one machine.
	agentMax = 100
	// checkersMax bounds how many callers are remembered.
	checkersMax = 64
)

// checkers are the callers of /readyz that ask again and again: balancers. It learns how often each one asks,
// so nothing has to be configured, and a process without a balancer does not wait.
type checkers struct {
	mu      sync.Mutex
	all     map[string]*checker
	noticed chan struct{} // closed and replaced at every 404
}

type checker struct {
	asks    int
	last    time.Time
	gap     time.Duration // the longer one of the last two gaps
	before  time.Duration // the last gap
	notices int
}

func newCheckers() checkers {
	return checkers{all: make(map[string]*checker), noticed: make(chan struct{})}
}

// checkerOf identifies the caller; empty if it is not a balancer.
func checkerOf(r *http.Request) string {
	if strings.HasPrefix(r.UserAgent(), HealthAgent) {
		return ""
	}
	host, _, _ := net.SplitHostPort(r.RemoteAddr) // an address without a port is left empty
	agent := r.UserAgent()
	return host + " " + agent[:min(len(agent), agentMax)]
}

func (c *checkers) asked(who string, at time.Time, draining bool) {
	if who == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	one, known := c.all[who]
	if !known {
		if len(c.all) >= checkersMax {
			c.forgetOldest()
		}
		one = &checker{last: at}
		c.all[who] = one
	}
	gap := at.Sub(one.last)
	one.gap, one.before, one.last = max(gap, one.before), gap, at
	one.asks++
	if draining {
		one.notices++
		close(c.noticed)
		c.noticed = make(chan struct{})
	}
}

func (c *checkers) forgetOldest() {
	var oldest string
	for who, one := range c.all {
		if oldest == "" || one.last.Before(c.all[oldest].last) {
			oldest = who
		}
	}
	delete(c.all, oldest)
}

// ignorant returns how long to wait for checkers that have not seen the 404 often enough, and a channel that is
// closed when one of them sees it. The time is zero if there is no such checker.
func (c *checkers) ignorant(now time.Time) (until time.Time, noticed <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range c.all {
		gone := one.last.Add(silences * one.gap)
		if one.asks < asksOfAChecker || one.notices >= noticesWanted || !now.Before(gone) {
			continue
		}
		if until.Before(gone) {
			until = gone
		}
	}
	return until, c.noticed
}

// AwaitNotice returns when every balancer that asks /readyz regularly has seen that this process drains, or
// after NoticeLimit, or when ctx ends. Without a balancer it returns at once.
func (l *Lifecycle) AwaitNotice(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, NoticeLimit)
	defer cancel()
	for {
		now := l.now()
		until, noticed := l.checkers.ignorant(now)
		if until.IsZero() {
			return
		}
		select {
		case <-noticed:
		case <-time.After(until.Sub(now)):
		case <-ctx.Done():
			return
		}
	}
}
