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
	// NoticeLimit bounds AwaitNotice. A checker that asks less often is not waited for.
	NoticeLimit = 10 * time.Second
	// HealthAgent is the User-Agent of the command gateway health, which balances nothing.
	HealthAgent = "gateway-health"
	// noticesWanted is how often a checker must have seen the 404: a balancer may need two, and
	// two balancers on one machine look like one. The third shows that it has acted on the second.
	noticesWanted = 3
	// asksOfAChecker is how many requests make a caller of /readyz a checker.
	asksOfAChecker = 3
	// silences is after how many of its usual gaps a checker counts as gone.
	silences = 3
	// agentMax is how much of a User-Agent tells callers of one machine apart.
	agentMax = 100
	// checkersMax bounds the memory of callers.
	checkersMax = 64
)

// checkers are the callers of /readyz that ask again and again: balancers. It learns how often
// each asks, so that nothing has to be configured, and a process without a balancer does not wait.
type checkers struct {
	mu      sync.Mutex
	all     map[string]*checker
	noticed chan struct{} // closed and replaced at every 404
}

type checker struct {
	asks    int
	last    time.Time
	gap     time.Duration // the longer one of the last two
	before  time.Duration // the last one
	notices int
}

func newCheckers() checkers {
	return checkers{all: make(map[string]*checker), noticed: make(chan struct{})}
}

// checkerOf names who asks, empty for one that is no balancer.
func checkerOf(r *http.Request) string {
	if strings.HasPrefix(r.UserAgent(), HealthAgent) {
		return ""
	}
	host, _, _ := net.SplitHostPort(r.RemoteAddr) // without a port the address is of no use
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

// ignorant returns until when to wait for checkers that have not seen the 404 often enough, the
// zero time when there is none, and a channel that is closed when one sees it.
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

// AwaitNotice returns when every balancer that asks /readyz regularly has seen that this process
// drains, after NoticeLimit, or when ctx ends. Without a balancer it returns at once.
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
