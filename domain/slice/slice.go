package slice

import (
	"fmt"
	"strconv"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Window is how long an act counts.
const Window = 24 * time.Hour

// Aggregate folds the streams of slices.
var Aggregate = domain.Aggregate[State]{Category: "slices", Evolve: Evolve, SnapshotVersion: 1}

// Stream names the stream of an administrator's acts of one kind for one client; clientID is 0 for acts that
// concern no client.
func Stream(by, act string, clientID int64) string {
	return Aggregate.Stream(by + "-" + act + "-" + strconv.FormatInt(clientID, 10))
}

// Counted says that an administrator is about to do an act below the limit of dual control. An act that fails
// afterwards stays counted.
type Counted struct {
	By string `json:"by"`
	// Act is the kind of the act, such as `balance.adjust`, by its name in approvals.
	Act string `json:"act"`
	// ClientID is 0 if the act concerns no client.
	ClientID int64 `json:"client_id"`
	// Amount is in rupiah and positive.
	Amount decimal.Decimal `json:"amount"`
	// Command is the hash of the act's command. The same command counts only once.
	Command string    `json:"command"`
	At      time.Time `json:"at"`
}

// EventType is the wire name.
func (Counted) EventType() string { return "slice.counted.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Counted{}} }

// State holds the acts that counted when the newest of them was done, in the order of the log.
type State struct {
	Acts []Act
}

// Act is one act that counts.
type Act struct {
	Amount  decimal.Decimal
	Command string
	At      time.Time
}

// counts reports whether the act counts at the given time. An act from the future, recorded by a clock that
// was ahead, does count.
func (a Act) counts(at time.Time) bool { return at.Sub(a.At) < Window }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	e, ok := event.(Counted)
	if !ok {
		return s
	}
	var acts []Act
	for _, a := range s.Acts {
		if a.counts(e.At) {
			acts = append(acts, a)
		}
	}
	return State{Acts: append(acts, Act{Amount: e.Amount, Command: e.Command, At: e.At})}
}

// CrossingError says that an act needs a second administrator because of the acts before it.
type CrossingError struct {
	// Sum is the total of the act and the acts in the last 24 hours before it, in rupiah.
	Sum decimal.Decimal
}

// Error implements error.
func (e *CrossingError) Error() string {
	return fmt.Sprintf("acts of 24 hours add up to %s rupiah", e.Sum)
}

// Count decides whether one administrator alone may do an act below the limit. cmd.By, Act and ClientID must
// be those of the stream; limit is the limit of dual control in rupiah. If the same command was counted
// within 24 hours, nothing happens. Error: *CrossingError if the act and those of the last 24 hours reach the
// limit.
func Count(s State, cmd Counted, limit decimal.Decimal) ([]domain.Event, error) {
	sum := cmd.Amount
	for _, a := range s.Acts {
		if !a.counts(cmd.At) {
			continue
		}
		if a.Command == cmd.Command {
			return nil, nil
		}
		sum = sum.Add(a.Amount)
	}
	if !sum.LessThan(limit) {
		return nil, &CrossingError{Sum: sum}
	}
	return []domain.Event{cmd}, nil
}
