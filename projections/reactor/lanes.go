package reactor

import (
	"sync"
	"time"

	outgoing "gateway/http/callback"
)

// How many deliveries to one client's receivers may be under way.
const (
	laneNew   = 4
	laneGood  = 16
	laneBad   = 1
	laneQuick = 2 * time.Second
)

// lanes bound the deliveries to each client by how its receivers do: those that
// answer at once may have many, one that is dead or slow gets one at a time.
type lanes struct {
	mu    sync.Mutex
	busy  map[int64]int
	width map[int64]int
}

func newLanes() *lanes {
	return &lanes{busy: make(map[int64]int), width: make(map[int64]int)}
}

// enter takes a place, to be given back with leave.
func (l *lanes) enter(client int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	width, known := l.width[client]
	if !known {
		width = laneNew
	}
	if l.busy[client] >= width {
		return false
	}
	l.busy[client]++
	return true
}

func (l *lanes) leave(client int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.busy[client]--; l.busy[client] == 0 {
		delete(l.busy, client)
	}
}

// judge learns from an attempt.
func (l *lanes) judge(client int64, r outgoing.Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case r.Status == 0 || r.Duration > laneQuick:
		l.width[client] = laneBad
	case r.Delivered():
		l.width[client] = laneGood
	default: // it answers, though not as it should
		l.width[client] = laneNew
	}
}
