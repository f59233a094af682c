// Package ids assigns the integer ids that the API shows. A process reserves them in blocks, by events of the
// aggregate domain/sequence, so that no id is assigned twice as long as the log exists.
package ids

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/sequence"
	"gateway/eventstore"
)

// blockSize is how many ids are reserved at once. When a process ends, the unused ids of its block are never
// used.
const blockSize = 1_000

// Sequences assigns ids. A process has one. It is safe for concurrent use.
type Sequences struct {
	log *eventstore.Log
	now func() time.Time

	mu     sync.Mutex
	blocks map[string]*block
}

type block struct {
	turn       chan struct{} // holds one value while no caller takes an id
	next, last int64         // used by the holder of turn
}

// New makes Sequences that reserve their blocks in the log.
func New(log *eventstore.Log, now func() time.Time) *Sequences {
	return &Sequences{log: log, now: now, blocks: make(map[string]*block)}
}

// Next returns a new id of a kind (a constant of domain/sequence). Ids rise within a process, but ids of two
// processes are not in the order of time. Its errors are those of eventstore.Execute, and the context's.
func (s *Sequences) Next(ctx context.Context, kind string) (int64, error) {
	b := s.block(kind)
	select {
	case <-b.turn:
	case <-ctx.Done():
		return 0, fmt.Errorf("draw an id of kind %s: %w", kind, ctx.Err())
	}
	defer func() { b.turn <- struct{}{} }()
	if b.next > b.last || b.next == 0 {
		if err := s.reserve(ctx, kind, b); err != nil {
			return 0, err
		}
	}
	id := b.next
	b.next++
	return id, nil
}

func (s *Sequences) block(kind string) *block {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.blocks[kind]
	if !ok {
		b = &block{turn: make(chan struct{}, 1)}
		b.turn <- struct{}{}
		s.blocks[kind] = b
	}
	return b
}

func (s *Sequences) reserve(ctx context.Context, kind string, b *block) error {
	generation, err := eventstore.ReadGeneration(ctx, s.log.Store())
	if err != nil {
		return fmt.Errorf("reserve ids of kind %s: %w", kind, err)
	}
	out, err := eventstore.Execute(ctx, s.log, sequence.Aggregate, sequence.Stream(kind),
		func(state sequence.State) ([]domain.Event, error) {
			return sequence.Reserve(state, kind, blockSize, generation.Number, s.now())
		})
	if err != nil {
		return fmt.Errorf("reserve ids of kind %s: %w", kind, err)
	}
	reserved := out.Events[len(out.Events)-1].(sequence.Reserved)
	b.next, b.last = reserved.From, reserved.To
	return nil
}
