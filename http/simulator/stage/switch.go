package stage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// State is the state of a Switch. The package comment tells what each does.
type State string

// The states.
const (
	Up      State = "up"
	Down    State = "down"
	Failing State = "failing"
	Hanging State = "hanging"
)

// States lists all states.
func States() []State { return []State{Up, Down, Failing, Hanging} }

// ErrNoState says that a text names no State.
var ErrNoState = errors.New("stage: no such state of a switch")

// patience is longer than any caller waits for an answer.
const patience = 45 * time.Second

// Switch is the listener of one company, and what a tester does to it. It is safe for concurrent use.
type Switch struct {
	address string

	mu       sync.Mutex
	state    State
	listener net.Listener // nil while it is down
	open     map[net.Conn]bool
	closed   bool
	released bool
	// changed is closed, and replaced, when the state changes.
	changed chan struct{}
}

// Listen makes a Switch that is up, on a loopback port of its own. Close it after use, or serve it.
func Listen(ctx context.Context) (*Switch, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for a simulated provider: %w", err)
	}
	return &Switch{
		address: listener.Addr().String(), state: Up, listener: listener, open: map[net.Conn]bool{}, changed: make(chan struct{}),
	}, nil
}

// URL is the address of the company.
func (s *Switch) URL() string { return "http://" + s.address }

// State returns the state.
func (s *Switch) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Set changes the state. Calls that hang are answered when the company hangs no longer. Errors: ErrNoState, and that of
// listening on the former port again.
func (s *Switch) Set(to State) error {
	if !slices.Contains(States(), to) {
		return fmt.Errorf("%w: %q", ErrNoState, to)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.state == to {
		return nil
	}
	switch {
	case to == Down:
		_ = s.listener.Close()
		s.listener = nil
		for c := range s.open {
			_ = c.Close() // which the server notices as well
		}
	case s.state == Down:
		listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", s.address)
		if err != nil {
			return fmt.Errorf("stage: listen again: %w", err)
		}
		s.listener = listener
	}
	s.state = to
	s.announce()
	return nil
}

// announce wakes all that wait for a change. The lock is held.
func (s *Switch) announce() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Accept implements net.Listener. It waits while the company is down.
func (s *Switch) Accept() (net.Conn, error) {
	for {
		s.mu.Lock()
		listener, changed, closed := s.listener, s.changed, s.closed
		s.mu.Unlock()
		switch {
		case closed:
			return nil, net.ErrClosed
		case listener == nil:
			<-changed
			continue
		}
		accepted, err := listener.Accept()
		if err != nil {
			if s.isCurrent(listener) {
				return nil, err
			}
			continue
		}
		if c, ok := s.keep(listener, accepted); ok {
			return c, nil
		}
		_ = accepted.Close() // it came in just before the company went down
	}
}

// isCurrent reports whether the switch still listens there.
func (s *Switch) isCurrent(l net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.listener == l
}

func (s *Switch) keep(from net.Listener, c net.Conn) (net.Conn, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener != from {
		return nil, false
	}
	s.open[c] = true
	return &kept{Conn: c, of: s}, true
}

// kept is a connection that ends when the company goes down.
type kept struct {
	net.Conn
	of *Switch
}

// Close implements net.Conn.
func (k *kept) Close() error {
	k.of.mu.Lock()
	delete(k.of.open, k.Conn)
	k.of.mu.Unlock()
	return k.Conn.Close()
}

// Release ends the waiting of calls that hang, now and later. It is for a stop, which waits for calls under way.
func (s *Switch) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.released = true
	s.announce()
}

// Close implements net.Listener.
func (s *Switch) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	s.announce()
	if s.listener == nil {
		return nil
	}
	listener := s.listener
	s.listener = nil
	return listener.Close()
}

// Addr implements net.Listener.
func (s *Switch) Addr() net.Addr {
	at, _ := net.ResolveTCPAddr("tcp", s.address) // the address of a listener
	return at
}

// Handler makes the company behave as the switch says.
func (s *Switch) Handler(company http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch s.State() {
		case Failing:
			http.Error(w, "the simulated provider is switched to failing", http.StatusServiceUnavailable)
		case Hanging:
			// A caller that gives up does not stop what it asked for.
			answer := &held{ResponseWriter: w, status: http.StatusOK}
			company.ServeHTTP(answer, r.WithContext(context.WithoutCancel(r.Context())))
			s.hang(r.Context())
			w.WriteHeader(answer.status)
			_, _ = w.Write(answer.body.Bytes()) // the caller may have hung up
		default:
			company.ServeHTTP(w, r)
		}
	})
}

// held is an answer that is not sent yet.
type held struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader implements http.ResponseWriter.
func (h *held) WriteHeader(status int) { h.status = status }

// Write implements http.ResponseWriter.
func (h *held) Write(text []byte) (int, error) { return h.body.Write(text) }

// hang waits until the caller gives up, or the switch is no longer hanging.
func (s *Switch) hang(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		s.mu.Lock()
		state, changed, released := s.state, s.changed, s.released
		s.mu.Unlock()
		if state != Hanging || released {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}
