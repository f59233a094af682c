package reactor

import (
	"sync"
	"time"
)

const (
	// maxScheduled is the number of scheduled retries above which old ones are dropped.
	maxScheduled = 10_000
	// droppedAfter is how long a retry must be overdue before it is dropped. A retry that has just become
	// due is kept, or its pauses would start again from the first.
	droppedAfter = time.Hour
)

// RetrySchedule remembers when to try a job again, such as asking the provider about an undecided payment.
// It only avoids needless calls: if it is lost, the next try just comes early.
type RetrySchedule struct {
	now func() time.Time
	// first and most are the first and the longest pause between two tries.
	first, most time.Duration

	mu    sync.Mutex
	items map[string]scheduledRetry
	// limit is the number of items above which old ones are dropped.
	limit int
}

type scheduledRetry struct {
	at    time.Time
	tries int
	// answers counts the answers that decided nothing.
	answers int
}

// NewRetrySchedule makes an empty schedule. first and most are the first and the longest pause.
func NewRetrySchedule(now func() time.Time, first, most time.Duration) *RetrySchedule {
	return &RetrySchedule{now: now, first: first, most: most, items: make(map[string]scheduledRetry), limit: maxScheduled}
}

// IsDue reports whether no retry is scheduled, or its time has come.
func (s *RetrySchedule) IsDue(key string) bool {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.items[key].at.After(now)
}

// Has reports whether a retry is scheduled.
func (s *RetrySchedule) Has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, scheduled := s.items[key]
	return scheduled
}

// Postpone schedules the next retry. The first pause is s.first; each further pause is twice as long, up
// to s.most.
func (s *RetrySchedule) Postpone(key string) { s.PostponeBy(key, s.first, s.most) }

// PostponeBy works like Postpone, with the given pauses.
func (s *RetrySchedule) PostponeBy(key string, first, most time.Duration) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	item := s.items[key]
	item.at = now.Add(min(most, first<<min(item.tries, 20)))
	item.tries++
	s.items[key] = item
	if len(s.items) > s.limit {
		s.dropOld(now)
		s.limit = max(maxScheduled, 2*len(s.items)) // so that the next item does not drop old ones again
	}
}

func (s *RetrySchedule) dropOld(now time.Time) {
	for key, item := range s.items {
		if item.at.Add(droppedAfter).Before(now) {
			delete(s.items, key)
		}
	}
}

// Tries returns how often the key was postponed.
func (s *RetrySchedule) Tries(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[key].tries
}

// CountAnswer counts an answer that came for the key, and returns how many came since it was forgotten. It
// schedules nothing.
func (s *RetrySchedule) CountAnswer(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	item := s.items[key]
	item.answers++
	s.items[key] = item
	return item.answers
}

// Forget removes the key, so that its next pause is the first one again.
func (s *RetrySchedule) Forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, key)
}
