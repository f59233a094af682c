// Package connectionservice has the log name a connection to a provider before it is used, and compares what the log
// names with the configuration.
package connectionservice

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/eventstore"
	"gateway/projections/audit/reconcile"
)

// Bindings has the log name connections. It is safe for concurrent use. Make it with New.
type Bindings struct {
	log        *eventstore.Log
	now        func() time.Time
	configured map[string]string
	bound      sync.Map // the names of connections that the log is known to name
}

// New makes a Bindings of the configured connections, the provider by name.
func New(log *eventstore.Log, now func() time.Time, configured map[string]string) *Bindings {
	return &Bindings{log: log, now: now, configured: configured}
}

// Bind returns when the log durably names the connection, before its first payment or payout is asked for. This process
// asks the log once for each connection. Several processes at once append one event. Errors: those of the store;
// connection.ErrTaken, for which a start would have been refused.
func (b *Bindings) Bind(ctx context.Context, at string) error {
	if _, is := b.bound.Load(at); is {
		return nil
	}
	cmd := connection.BindCmd{Connection: at, Configured: b.configured, At: b.now()}
	_, err := eventstore.Execute(ctx, b.log, connection.Aggregate, connection.Stream(),
		func(s connection.State) ([]domain.Event, error) { return connection.Bind(s, cmd) })
	if err == nil {
		b.bound.Store(at, true)
	}
	return err
}

// Check returns an error that tells what is wrong with each connection of the configuration, the provider by name: a
// connection that the log names and the configuration lacks, or has as one of another provider.
func Check(ctx context.Context, log *eventstore.Log, configured map[string]string) error {
	s, err := Named(ctx, log, configured)
	if err != nil {
		return err
	}
	var wrong []error
	for _, f := range s.Faults(configured) {
		if f.Configured == "" {
			wrong = append(wrong, fmt.Errorf("PROVIDERS_FILE: connections: %s is missing: the log has payments or payouts at this "+
				"connection of %s. Put it back, with off: true if it is to take no new ones; gateway provider remove tells whether "+
				"it can go", f.Connection, f.Provider))
			continue
		}
		wrong = append(wrong, fmt.Errorf("PROVIDERS_FILE: connections: %s is one of %s, and the log names it as one of %s: "+
			"a name is never given to another company", f.Connection, f.Configured, f.Provider))
	}
	return errors.Join(wrong...)
}

// Named returns which connections the log names. A former log, which names none, names Xendit if it has a payment or a
// payout; that is looked up only if the configuration lacks this connection.
func Named(ctx context.Context, log *eventstore.Log, configured map[string]string) (connection.State, error) {
	s, _, err := eventstore.Load(ctx, log, connection.Aggregate, connection.Stream())
	if err != nil || !s.IsEmpty() {
		return s, err
	}
	former := configured[connection.Xendit] == connection.Xendit
	if !former {
		if former, err = reconcile.HasMoney(ctx, log); err != nil {
			return s, err
		}
	}
	if former {
		s = s.WithFormer()
	}
	return s, nil
}
