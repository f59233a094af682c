// Package ids draws the integer ids that the API shows from blocks reserved
// in the log, so that they survive every store and every loss and none is used
// twice. What a block means is the aggregate domain/sequence's business.
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

// blockSize is how many ids are reserved at once; what a process does not use of
// its block is lost when it ends.
const blockSize = 1_000

// Sequences hands out ids. It is safe for concurrent use; one serves a process.
type Sequences struct {
	log *eventstore.Log
	now func() time.Time

	mu     sync.Mutex
	blocks map[string]*block
}

type block struct {
	mu         sync.Mutex
	next, last int64
}

// New makes a source of ids on the log.
func New(log *eventstore.Log, now func() time.Time) *Sequences {
	return &Sequences{log: log, now: now, blocks: make(map[string]*block)}
}

// Next draws one id of a kind (constants of domain/sequence). Ids rise within a
// process; across processes they say nothing about time.
func (s *Sequences) Next(ctx context.Context, kind string) (int64, error) {
	b := s.block(kind)
	b.mu.Lock()
	defer b.mu.Unlock()
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
		b = &block{}
		s.blocks[kind] = b
	}
	return b
}

func (s *Sequences) reserve(ctx context.Context, kind string, b *block) error {
	out, err := eventstore.Execute(ctx, s.log, sequence.Aggregate, sequence.Stream(kind),
		func(state sequence.State) ([]domain.Event, error) {
			return sequence.Reserve(state, kind, blockSize, s.now())
		})
	if err != nil {
		return fmt.Errorf("reserve ids of kind %s: %w", kind, err)
	}
	reserved := out.Events[len(out.Events)-1].(sequence.Reserved)
	b.next, b.last = reserved.From, reserved.To
	return nil
}
