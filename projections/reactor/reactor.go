package reactor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
	"golang.org/x/sync/errgroup"
)

// Reactor acts on events of the log. A Group runs it.
type Reactor interface {
	// Name returns a short name for logs, metrics and administrators.
	Name() string
	// Run works until the context ends. It may be called again after an error.
	Run(ctx context.Context) error
	// Status may be called at any time, even while another instance is the leader. The Group fills in
	// Head, Lag and Progress.
	Status(ctx context.Context) (engine.Status, error)
}

// WithReactorAsActor names the reactor in the metadata of the events that it appends.
func WithReactorAsActor(ctx context.Context, name string) context.Context {
	return eventstore.WithMetadata(ctx, eventstore.Metadata{Actor: "system:" + name})
}

const (
	restartFirst = 200 * time.Millisecond
	restartMax   = 10 * time.Second
)

// Group runs reactors side by side. It restarts a reactor that fails, after a growing pause; the others
// are not affected.
type Group struct {
	store    eventstore.Store
	logger   *logrus.Entry
	reactors []Reactor

	mu sync.Mutex
	// failures holds the errors of the reactors that wait for a restart, by name.
	failures map[string]string
}

// NewGroup makes a group. It starts nothing.
func NewGroup(store eventstore.Store, logger *logrus.Entry, reactors ...Reactor) *Group {
	return &Group{store: store, logger: logger, reactors: reactors, failures: make(map[string]string)}
}

// Run runs all reactors until the context ends, and then returns nil. The only error is
// *engine.ForeignStoreError. It ends all reactors, because a restart would not help.
func (g *Group) Run(ctx context.Context) error {
	all, ctx := errgroup.WithContext(ctx)
	for _, r := range g.reactors {
		all.Go(func() error { return g.keepRunning(ctx, r) })
	}
	return all.Wait()
}

func (g *Group) keepRunning(ctx context.Context, r Reactor) error {
	for pause := restartFirst; ; pause = min(restartMax, 2*pause) {
		began := time.Now()
		err := recoverPanic(ctx, r.Run)
		var foreign *engine.ForeignStoreError
		if errors.As(err, &foreign) {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(began) > restartMax {
			pause = restartFirst
		}
		g.recordFailure(r.Name(), err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
		g.recordFailure(r.Name(), nil)
	}
}

func (g *Group) recordFailure(name string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err == nil {
		delete(g.failures, name)
		return
	}
	g.failures[name] = err.Error()
	g.logger.WithError(err).WithField("reactor", name).Error("the reactor failed; it will be started again")
}

// Statuses returns the status of each reactor.
func (g *Group) Statuses(ctx context.Context) ([]engine.Status, error) {
	head, err := g.store.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the head of the log: %w", err)
	}
	all := make([]engine.Status, 0, len(g.reactors))
	for _, r := range g.reactors {
		s, err := r.Status(ctx)
		if err != nil {
			return nil, err
		}
		s.Head, s.Lag, s.Progress = head.Commit, max(0, head.Commit-s.Position), 1
		if head.Commit > 0 {
			s.Progress = min(1, float64(s.Position)/float64(head.Commit))
		}
		g.mu.Lock()
		if failure, failed := g.failures[r.Name()]; failed {
			s.State, s.Error = engine.StateHalted, failure
		}
		g.mu.Unlock()
		all = append(all, s)
	}
	return all, nil
}

// gateInterval is the time between two checks of a closed gate.
const gateInterval = 2 * time.Second

// gated is a reactor that does not run while its gate is closed.
type gated struct {
	Reactor
	closed func(ctx context.Context) (reason string, err error)
}

// Gated wraps a reactor so that Run starts it only once closed returns no reason. An open gate is not
// checked again until the next Run. While closed returns a reason, the reactor's status is halted with
// that reason.
func Gated(r Reactor, closed func(ctx context.Context) (reason string, err error)) Reactor {
	return gated{Reactor: r, closed: closed}
}

// Run implements Reactor.
func (g gated) Run(ctx context.Context) error {
	for {
		reason, err := g.closed(ctx)
		if err != nil {
			return err
		}
		if reason == "" {
			return g.Reactor.Run(ctx)
		}
		select {
		case <-time.After(gateInterval):
		case <-ctx.Done():
			return nil
		}
	}
}

// Status implements Reactor.
func (g gated) Status(ctx context.Context) (engine.Status, error) {
	s, err := g.Reactor.Status(ctx)
	if err != nil {
		return s, err
	}
	reason, err := g.closed(ctx)
	if reason != "" {
		s.State, s.Error = engine.StateHalted, reason
	}
	return s, err
}
