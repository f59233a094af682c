package esdbserver

import (
	"context"
	"errors"
	"math"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// Positions translates the store's numbers of events into positions of the protocol and
// back, for tests. It must keep the order. EventStoreDB's positions are byte offsets.
type Positions interface {
	// ToWire returns the position of the event with this number.
	ToWire(number int64) (position int64)
	// FromWire returns the number of the newest event at or before the position, and whether
	// it is at the position.
	FromWire(position int64) (number int64, exact bool)
}

// wirePosition returns a position in the form that clients get.
func (s *Server) wirePosition(p eventstore.Position) (commit, prepare uint64) {
	if s.options.Positions != nil && p != (eventstore.Position{}) {
		at := uint64(s.options.Positions.ToWire(p.Commit))
		return at, at
	}
	return uint64(p.Commit), uint64(p.Prepare)
}

// allOption says where a read of $all begins.
type allOption interface {
	GetPosition() *streams.ReadReq_Options_Position
	GetEnd() *shared.Empty
}

// parsePosition returns the position where a read begins; end is true if it begins at the end of the log. It
// refuses an invalid position. fromWire refuses a position between two events.
func parsePosition(o allOption) (at eventstore.Position, end bool, err error) {
	p := o.GetPosition()
	commit, prepare := p.GetCommitPosition(), p.GetPreparePosition()
	switch {
	case o.GetEnd() != nil, commit == math.MaxUint64 && prepare == math.MaxUint64:
		return at, true, nil
	case commit < prepare, commit > math.MaxInt64:
		return at, false, errHandler
	}
	return eventstore.Position{Commit: int64(commit), Prepare: int64(prepare)}, false, nil
}

// errBetweenEvents says that a position is inside of an event.
var errBetweenEvents = errors.New("the position is inside of an event")

// fromWire returns the store's position for a client's position. It returns errBetweenEvents for a position
// inside an event, where EventStoreDB finds no record. A position after the end of the log stands for a
// future event.
func (s *Server) fromWire(ctx context.Context, p eventstore.Position) (eventstore.Position, error) {
	if s.options.Positions == nil || p.Commit == 0 {
		return p, nil
	}
	number, exact := s.options.Positions.FromWire(p.Commit)
	switch {
	case exact && p.Prepare == p.Commit:
		return eventstore.Position{Commit: number, Prepare: number}, nil
	case exact:
		return eventstore.Position{Commit: number}, nil // before the event
	}
	head, err := s.store.Head(ctx)
	if err == nil && number <= head.Commit {
		err = errBetweenEvents
	}
	return eventstore.Position{Commit: number, Prepare: number}, err
}
