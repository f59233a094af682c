package credential

import (
	"errors"
	"math"
	"sync"
	"time"

	"gateway/domain"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxNames limits the names that a Limiter counts. Beyond that, the least recently used name is dropped and
// starts at 0 again.
const maxNames = 50_000

// Limiter allows each name n events per window, which starts with the name's first event. It counts for this
// process alone, and is safe for concurrent use.
type Limiter struct {
	n      int
	window time.Duration
	now    func() time.Time

	mu     sync.Mutex
	counts *lru.Cache[string, *count]
}

type count struct {
	since time.Time
	n     int
}

// noLimit counts events but refuses none.
const noLimit = math.MaxInt

// NewLimiter allows n events per window. n = 0 allows everything and counts nothing.
func NewLimiter(n int, window time.Duration, now func() time.Time) *Limiter {
	counts, err := lru.New[string, *count](maxNames)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return &Limiter{n: n, window: window, now: now, counts: counts}
}

// TooManyError refuses an event beyond the limit. It is a *domain.Refusal of kind TooMany with the time to
// wait.
type TooManyError struct {
	*domain.Refusal
	retryAfter int
}

// RetryAfter is the number of seconds until the window ends, at least 1.
func (e *TooManyError) RetryAfter() int { return e.retryAfter }

// Unwrap lets errors.As find the refusal.
func (e *TooManyError) Unwrap() error { return e.Refusal }

// count returns how many events of the name count now.
func (l *Limiter) count(name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, ok := l.counts.Peek(name)
	if !ok || l.now().Sub(c.since) >= l.window {
		return 0
	}
	return c.n
}

// Take counts one event for the name, or refuses it with a *TooManyError. undo uncounts it, for example
// because only failed logins are to count.
func (l *Limiter) Take(name string) (undo func(), err error) {
	if l.n == 0 {
		return func() {}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	c, ok := l.counts.Get(name)
	if !ok || now.Sub(c.since) >= l.window {
		c = &count{since: now}
		l.counts.Add(name, c)
	}
	if c.n >= l.n {
		left := l.window - now.Sub(c.since)
		return nil, &TooManyError{
			Refusal:    domain.Refuse(domain.TooMany, "too_many_requests", "too many requests, try again later"),
			retryAfter: max(1, int(math.Ceil(left.Seconds()))),
		}
	}
	c.n++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		c.n--
	}, nil
}

// Guard runs check, unless the name has failed too often. The check counts as failed if its error is failure
// (by errors.Is). Concurrent checks count before any of them ends, so they cannot exceed the limit together.
// Refusal: *TooManyError.
func (l *Limiter) Guard(name string, failure error, check func() error) error {
	undo, err := l.Take(name)
	if err != nil {
		return err
	}
	err = check()
	if !errors.Is(err, failure) {
		undo()
	}
	return err
}
