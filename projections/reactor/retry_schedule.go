package reactor

import (
	"sync"
	"time"
)

// maxScheduled is the number of scheduled retries from which past ones are dropped.
const maxScheduled = 10_000

// retrySchedule remembers when to ask the provider again about a payment or payout
// whose outcome is not decided yet. It only spares the provider calls: losing it
// makes the next call an early one.
type retrySchedule struct {
	mu    sync.Mutex
	items map[string]scheduledRetry
}

type scheduledRetry struct {
	at    time.Time
	tries int
}

func newRetrySchedule() *retrySchedule {
	return &retrySchedule{items: make(map[string]scheduledRetry)}
}

// isDue reports whether no retry is scheduled, or its time has come.
func (s *retrySchedule) isDue(key string, now time.Time) bool {
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

// postpone schedules the next retry: after first, then after twice as long each
// time, up to most.
func (s *retrySchedule) postpone(key string, now time.Time, first, most time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tries := s.items[key].tries
	s.items[key] = scheduledRetry{at: now.Add(min(most, first<<min(tries, 20))), tries: tries + 1}
	if len(s.items) > maxScheduled {
		s.dropPast(now)
	}
}

func (s *retrySchedule) dropPast(now time.Time) {
	for key, item := range s.items {
		if item.at.Before(now) {
			delete(s.items, key)
		}
	}
}

// forget ends the series of retries: the next one begins with the first delay again.
func (s *retrySchedule) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, key)
}
