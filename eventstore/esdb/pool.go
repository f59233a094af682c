package esdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"gateway/eventstore"
)

const (
	// maxCalls is how many calls one client is given at a time. Its one connection
	// takes 100; a call beyond that would wait for its turn without a word.
	maxCalls   = 90
	maxClients = 16
	// grace is how long the calls of a client that is replaced may go on.
	grace = 2 * time.Second
	// slack is how much later than its time a call may come back by itself.
	slack = 500 * time.Millisecond
)

// errHung: a call didn't come back in its time. What became of it is unknown.
var errHung = errors.New("the EventStoreDB client did not answer in time")

// pool is the clients that calls are spread over. A client is replaced when its
// connection broke: it may have given up for good, and its callers wait for ever.
type pool struct {
	config *client.Configuration

	mu      sync.Mutex
	links   []*link // in use
	retired map[*link]struct{}
	closed  bool
	tasks   sync.WaitGroup // calls under way, those that nobody waits for included
}

func newPool(config *client.Configuration) *pool {
	return &pool{config: config, retired: make(map[*link]struct{})}
}

// acquire gives a client with room for a call, or the least busy one.
func (p *pool) acquire() (*link, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, eventstore.ErrClosed
	}
	var best *link
	for _, l := range p.links {
		if best == nil || l.calls < best.calls {
			best = l
		}
	}
	if best == nil || best.calls >= maxCalls && len(p.links) < maxClients {
		fresh, err := newLink(*p.config, func(l *link) { p.retire(l, grace) })
		if err != nil {
			return nil, fmt.Errorf("make an EventStoreDB client: %w", err)
		}
		best = fresh
		p.links = append(p.links, best)
	}
	best.calls++
	p.tasks.Add(1)
	return best, nil
}

func (p *pool) release(l *link) {
	defer p.tasks.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	l.calls--
	if _, out := p.retired[l]; out && l.calls == 0 {
		delete(p.retired, l)
		l.close()
	}
}

// retire takes a client out of use. It is closed when its last call has ended, or
// after a while, which ends the calls.
func (p *pool) retire(l *link, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.links {
		if other == l {
			p.links = append(p.links[:i:i], p.links[i+1:]...)
			p.retired[l] = struct{}{}
			break
		}
	}
	if _, out := p.retired[l]; !out {
		return
	}
	if l.calls == 0 || wait == 0 {
		delete(p.retired, l)
		l.close()
		return
	}
	time.AfterFunc(wait, l.close)
}

// start runs f on an acquired link, which it releases. The client's panics (a send
// on a closed channel, an answer of a kind it doesn't know) are errors.
func start[T any](
	ctx context.Context, p *pool, l *link, f func(context.Context, *client.Client) (T, error),
) <-chan result[T] {
	done := make(chan result[T], 1)
	go func() {
		defer p.release(l)
		var r result[T]
		defer func() {
			if v := recover(); v != nil {
				r.err = fmt.Errorf("the EventStoreDB client panicked: %v", v)
			}
			done <- r
		}()
		asking, err := l.ask(ctx)
		if err != nil {
			r.err = err
			return
		}
		defer asking.pass(false)
		r.value, r.err = f(asking, l.client)
		p.judge(l, r.err)
	}()
	return done
}

type result[T any] struct {
	value T
	err   error
}

// call runs f and comes back when ctx ends or the time is up, even if f doesn't.
func call[T any](
	ctx context.Context, p *pool, timeout time.Duration, f func(context.Context, *client.Client) (T, error),
) (none T, _ error) {
	l, err := p.acquire()
	if err != nil {
		return none, err
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	done := start(limited, p, l, f)
	hung := time.NewTimer(timeout + slack)
	defer hung.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, ctx.Err()
	case <-hung.C:
		p.retire(l, grace)
		return none, errHung
	}
}

// judge retires a client whose error says that it is of no more use.
func (p *pool) judge(l *link, err error) {
	switch code(err) {
	case client.ErrorCodeConnectionClosed: // it has given up: nobody will hear its other callers
		p.retire(l, 0)
	case client.ErrorUnavailable:
		p.retire(l, grace)
	}
}

// close waits for the calls under way, and closes all clients.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		p.tasks.Wait()
	}()
	select {
	case <-drained:
	case <-time.After(callTimeout): // they hang: closing the clients ends them
	}
	p.mu.Lock()
	all := p.links
	for l := range p.retired {
		all = append(all, l)
	}
	p.links, p.retired = nil, nil
	p.mu.Unlock()
	for _, l := range all {
		l.close()
	}
	select {
	case <-drained:
	case <-time.After(grace):
	}
}
