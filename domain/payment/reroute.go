package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
)

// Rerouted says that another connection is asked for the payment, because the one that was asked before certainly
// made nothing: no byte of the request left, or it refused in words that say so. The Connection of its Identity is
// the one that is asked next.
type Rerouted struct {
	Identity
	// From is the connection that made nothing, and Cause why: the cause that report.MadeNothing
	// returns.
	From  string `json:"from"`
	Cause string `json:"cause"`
	connection.Routed
	At time.Time `json:"at"`
}

// RerouteCmd asks another connection.
type RerouteCmd struct {
	// From was asked, To is asked next.
	From, To string
	Cause    string
	// Routed says how To was chosen.
	Routed connection.Routed
	At     time.Time
}

// Reroute makes another connection the one that is asked. Money that a former one receives all the same belongs to the
// payment: the first money that arrives pays it. Checks: payment_not_found; the payment is answered, ended, or
// already at another connection than From, or To was asked before: nothing happens.
func Reroute(s State, cmd RerouteCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Status != StatusPending || s.Opened() || s.Connection != cmd.From || s.wasAskedFrom(cmd.To) {
		return nil, nil
	}
	next := s.Identity
	next.Connection = cmd.To
	return []domain.Event{Rerouted{Identity: next, From: cmd.From, Cause: cmd.Cause, Routed: cmd.Routed, At: cmd.At}}, nil
}

// wasAskedFrom reports whether the connection was asked for the payment.
func (s State) wasAskedFrom(connection string) bool {
	return connection == s.Connection || slices.Contains(s.Given, connection)
}
