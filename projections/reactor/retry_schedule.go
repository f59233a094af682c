package reactor

import (
	"sync"
	"time"
)

const (
	// maxScheduled is the number of scheduled retries from which old ones are dropped.
	maxScheduled = 10_000
	// droppedAfter is how long the time of a dropped one has passed. One that has just
	// become due is kept: without it, the series would begin anew.
	droppedAfter = time.Hour
)

// retrySchedule remembers when to ask the provider again about a payment or payout
// whose outcome is not decided yet. It only spares the provider calls: losing it
// makes the next call an early one.
type retrySchedule struct {
	now func() time.Time
	// first and most are the first and the longest pause between two tries.
	first, most time.Duration

	mu    sync.Mutex
	items map[string]scheduledRetry
	// limit is the number from which old items are dropped.
	limit int
}

type scheduledRetry struct {
	at    time.Time
	tries int
}

func newRetrySchedule(now func() time.Time, first, most time.Duration) *retrySchedule {
	return &retrySchedule{now: now, first: first, most: most, items: make(map[string]scheduledRetry), limit: maxScheduled}
}

// isDue reports whether no retry is scheduled, or its time has come.
func (s *retrySchedule) isDue(key string) bool {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.items[key].at.After(now)
}

// has reports whether a retry is scheduled.
func (s *retrySchedule) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, scheduled := s.items[key]
	return scheduled
}

// postpone schedules the next retry: after the first pause, then after twice as long each time, up to the
// longest.
func (s *retrySchedule) postpone(key string) { s.postponeBy(key, s.first, s.most) }

// postponeBy is postpone with other pauses.
func (s *retrySchedule) postponeBy(key string, first, most time.Duration) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	tries := s.items[key].tries
	s.items[key] = scheduledRetry{at: now.Add(min(most, first<<min(tries, 20))), tries: tries + 1}
	if len(s.items) > s.limit {
		s.dropOld(now)
		s.limit = max(maxScheduled, 2*len(s.items)) // not again at the next one
	}
}

func (s *retrySchedule) dropOld(now time.Time) {
	for key, item := range s.items {
		if item.at.Add(droppedAfter).Before(now) {
			delete(s.items, key)
		}
	}
}

// tries is how often the retry of the key was postponed.
func (s *retrySchedule) tries(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[key].tries
}

// forget ends the series of retries: the next one begins with the first delay again.
func (s *retrySchedule) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, key)
}
