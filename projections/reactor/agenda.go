package reactor

import (
	"sync"
	"time"
)

// agendaLimit is when appointments that nobody kept are cleared away.
const agendaLimit = 10_000

// agenda remembers when to look again at what could not be decided yet. It is a
// courtesy to the provider: losing it only makes the next look an early one.
type agenda struct {
	mu    sync.Mutex
	items map[string]appointment
}

type appointment struct {
	at    time.Time
	tries int
}

func newAgenda() *agenda { return &agenda{items: make(map[string]appointment)} }

// due reports whether there is no appointment, or one whose time has come.
func (a *agenda) due(key string, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.items[key].at.After(now)
}

// knows reports whether there is an appointment.
func (a *agenda) knows(key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, known := a.items[key]
	return known
}

// later makes the next appointment: after first, then twice as long each time, up
// to most.
func (a *agenda) later(key string, now time.Time, first, most time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	tries := a.items[key].tries
	a.items[key] = appointment{at: now.Add(min(most, first<<min(tries, 20))), tries: tries + 1}
	if len(a.items) > agendaLimit {
		a.clear(now)
	}
}

func (a *agenda) clear(now time.Time) {
	for key, item := range a.items {
		if item.at.Before(now) {
			delete(a.items, key)
		}
	}
}

// forget ends it: the next trouble begins anew.
func (a *agenda) forget(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.items, key)
}
