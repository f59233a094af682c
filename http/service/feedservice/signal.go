package feedservice

import (
	"context"
	"errors"
	"sync"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/http/server/lifecycle"
	"gateway/http/service"
)

const (
	// lookGap is the minimum time between two checks by an instance of the heads of the clients with waiting
	// readers. Each check is one query, however many wait.
	lookGap = 20 * time.Millisecond
	// lookAnyway is the time after which it checks even if the read models have not moved.
	lookAnyway = time.Second
	// waitersPerClient is how many readers of a client may wait on an instance concurrently.
	waitersPerClient = 20
)

// signal wakes readers when their client has another entry. While readers wait, it checks whenever the read
// models have moved: on the leader the engine reports that, and any other instance polls the checkpoints once
// for all its readers.
type signal struct {
	core *service.Core

	mu      sync.Mutex
	waiters map[int64][]*waiter
	running bool
	// poke requests a check at once.
	poke chan struct{}
}

// errEnding ends the waits of a process that drains. The reader continues at another instance.
var errEnding = errors.New("the process ends")

type waiter struct {
	after int64
	woken chan struct{}
}

func newSignal(core *service.Core) *signal {
	return &signal{core: core, waiters: make(map[int64][]*waiter), poke: make(chan struct{}, 1)}
}

// wait returns nil when the client has an entry after the ordinal. Errors: the context's,
// errEnding, and too_many_requests.
func (s *signal) wait(ctx context.Context, clientID, after int64) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	w := &waiter{after: after, woken: make(chan struct{})}
	s.mu.Lock()
	if len(s.waiters[clientID]) >= waitersPerClient {
		s.mu.Unlock()
		return domain.Refuse(domain.TooMany, "too_many_requests", "%d requests wait for events already", waitersPerClient)
	}
	s.waiters[clientID] = append(s.waiters[clientID], w)
	if !s.running {
		s.running = true
		go s.run(context.WithoutCancel(ctx))
	}
	s.mu.Unlock()
	defer s.forget(clientID, w)
	// The entry may have arrived since the caller checked.
	select {
	case s.poke <- struct{}{}:
	default:
	}
	select {
	case <-w.woken:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-lifecycle.Ending(ctx):
		return errEnding
	}
}

func (s *signal) forget(clientID int64, w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.waiters[clientID]
	for i := range list {
		if list[i] == w {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if s.waiters[clientID] = list; len(list) == 0 {
		delete(s.waiters, clientID)
	}
}

// run checks as long as a reader waits.
func (s *signal) run(ctx context.Context) {
	for {
		s.mu.Lock()
		clients := make([]int64, 0, len(s.waiters))
		for id := range s.waiters {
			clients = append(clients, id)
		}
		if len(clients) == 0 {
			s.running = false
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		// The position is read before the heads, so that the wait notices what comes after it.
		position := s.core.Watcher.Position()
		ctx, cancel := context.WithTimeout(ctx, lookAnyway)
		if heads, err := s.core.Queries.ClientEventHeads(ctx, clients); err == nil {
			s.wake(heads)
		}
		s.untilMoved(ctx, position)
		cancel()
		time.Sleep(lookGap)
	}
}

// untilMoved returns when the read models have passed the position, a reader has arrived, or ctx ends.
func (s *signal) untilMoved(ctx context.Context, position eventstore.Position) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	moved := make(chan struct{})
	go func() {
		defer close(moved)
		_ = s.core.Watcher.Wait(ctx, eventstore.Position{Commit: position.Commit, Prepare: position.Prepare + 1})
	}()
	select {
	case <-moved:
	case <-s.poke:
	}
}

func (s *signal) wake(heads map[int64]int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, head := range heads {
		kept := s.waiters[id][:0:0]
		for _, w := range s.waiters[id] {
			if head > w.after {
				close(w.woken)
			} else {
				kept = append(kept, w)
			}
		}
		if s.waiters[id] = kept; len(kept) == 0 {
			delete(s.waiters, id)
		}
	}
}
