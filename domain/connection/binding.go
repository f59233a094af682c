package connection

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"gateway/domain"
)

// Aggregate folds the one stream that says which connections the log names, and of which provider each is.
var Aggregate = domain.Aggregate[State]{Category: "settings", Evolve: Evolve}

// Stream names that stream.
func Stream() string { return Aggregate.Stream("connections") }

// Bound says that payments or payouts of the connection may follow. From now on the name is of this provider alone.
type Bound struct {
	Connection string    `json:"connection"`
	Provider   string    `json:"provider"`
	At         time.Time `json:"at"`
}

// Released says that the connection was left: nothing is open there. Its name is still of its provider alone.
type Released struct {
	Connection string    `json:"connection"`
	Provider   string    `json:"provider"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Bound) EventType() string    { return "connection.bound.v1" }
func (Released) EventType() string { return "connection.released.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Bound{}, Released{}} }

// Binding is what the log says about a connection.
type Binding struct {
	Connection, Provider string
	// Released means that the configuration may drop the connection.
	Released bool
}

// State has the bindings by connection. A log without any event here may be one of a former version, whose only
// connection is Xendit: see WithFormer.
type State struct{ bindings map[string]Binding }

// IsEmpty reports whether the stream has no event.
func (s State) IsEmpty() bool { return len(s.bindings) == 0 }

// WithFormer returns the state of a log that has payments or payouts: where nothing was bound, they are those of
// Xendit. Such a log has no event that says so.
func (s State) WithFormer() State {
	if s.IsEmpty() {
		return s.with(Binding{Connection: Xendit, Provider: Xendit})
	}
	return s
}

// Binding returns what the log says about a connection; ok is false if it never named it.
func (s State) Binding(connection string) (b Binding, ok bool) {
	b, ok = s.bindings[connection]
	return b, ok
}

// All lists the bindings, sorted by connection.
func (s State) All() []Binding {
	all := make([]Binding, 0, len(s.bindings))
	for _, name := range slices.Sorted(maps.Keys(s.bindings)) {
		all = append(all, s.bindings[name])
	}
	return all
}

// BindCmd says that a payment or payout is about to be asked of Connection. Configured has the providers of all
// connections of the configuration, by name.
type BindCmd struct {
	Connection string
	Configured map[string]string
	At         time.Time
}

// The errors of Bind and Release. They are no refusals: a client can't help them.
var (
	ErrTaken    = errors.New("the connection is another provider's")
	ErrNotBound = errors.New("the log names no such connection")
)

// Bind decides a BindCmd. Checks: ErrTaken, the name is another provider's; the connection is bound already: nothing
// happens. A log whose only connection is Xendit needs no event. So the first event about another connection comes with
// one about Xendit, if that is configured.
func Bind(s State, cmd BindCmd) ([]domain.Event, error) {
	provider := cmd.Configured[cmd.Connection]
	bound, named := s.Binding(cmd.Connection)
	switch {
	case named && bound.Provider != provider:
		return nil, fmt.Errorf("%w: the log names %s as one of %s, and the configuration as one of %q",
			ErrTaken, cmd.Connection, bound.Provider, provider)
	case named && !bound.Released:
		return nil, nil
	case s.IsEmpty() && cmd.Connection == Xendit && provider == Xendit:
		return nil, nil
	}
	var events []domain.Event
	if s.IsEmpty() && cmd.Connection != Xendit && cmd.Configured[Xendit] == Xendit {
		events = append(events, Bound{Connection: Xendit, Provider: Xendit, At: cmd.At})
	}
	return append(events, Bound{Connection: cmd.Connection, Provider: provider, At: cmd.At}), nil
}

// ReleaseCmd says that a person, By, has left a connection where nothing is open.
type ReleaseCmd struct {
	Connection, By string
	At             time.Time
}

// Release decides a ReleaseCmd. Checks: ErrNotBound; the connection was released already: nothing happens.
func Release(s State, cmd ReleaseCmd) ([]domain.Event, error) {
	bound, named := s.Binding(cmd.Connection)
	switch {
	case !named:
		return nil, fmt.Errorf("%w: %s", ErrNotBound, cmd.Connection)
	case bound.Released:
		return nil, nil
	}
	return []domain.Event{Released{Connection: cmd.Connection, Provider: bound.Provider, By: cmd.By, At: cmd.At}}, nil
}

// Fault is a connection that the log names, and that the configuration does not have as it must. Configured is the
// provider that the configuration names; empty if the connection is missing.
type Fault struct {
	Binding
	Configured string
}

// Faults compares the configuration, the providers of all connections by name, with the log. A connection that was
// released may be missing, and may not be another provider's either.
func (s State) Faults(configured map[string]string) (faults []Fault) {
	for _, b := range s.All() {
		provider, is := configured[b.Connection]
		if is && provider != b.Provider || !is && !b.Released {
			faults = append(faults, Fault{Binding: b, Configured: provider})
		}
	}
	return faults
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Bound:
		return s.with(Binding{Connection: e.Connection, Provider: e.Provider})
	case Released:
		return s.with(Binding{Connection: e.Connection, Provider: e.Provider, Released: true})
	}
	return s
}

func (s State) with(b Binding) State {
	all := maps.Clone(s.bindings)
	if all == nil {
		all = map[string]Binding{}
	}
	all[b.Connection] = b
	return State{bindings: all}
}
