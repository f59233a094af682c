package sequence_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/sequence"
)

func TestReserve(t *testing.T) {
	t.Parallel()
	reserveIn := func(generation, n int64) func(sequence.State) ([]domain.Event, error) {
		return func(s sequence.State) ([]domain.Event, error) {
			return sequence.Reserve(s, sequence.Client, n, generation, time.Time{})
		}
	}
	reserve := func(n int64) func(sequence.State) ([]domain.Event, error) { return reserveIn(0, n) }
	blockIn := func(generation, from, to int64) []domain.Event {
		return []domain.Event{sequence.Reserved{Kind: sequence.Client, From: from, To: to, Generation: generation}}
	}
	block := func(from, to int64) []domain.Event {
		return []domain.Event{sequence.Reserved{Kind: sequence.Client, From: from, To: to}}
	}
	domaintest.Run(t, sequence.Aggregate, []domaintest.Case[sequence.State]{
		{Name: "of none", Given: block(1, sequence.Max), When: reserve(0), Refused: "invalid_field n"},
		{Name: "of less than none", Given: block(1, sequence.Max), When: reserve(-1), Refused: "invalid_field n"},
		{Name: "one too many", Given: block(1, sequence.Max-5), When: reserve(6), Refused: "sequence_exhausted"},
		{Name: "the last ones", Given: block(1, sequence.Max-5), When: reserve(5), Then: block(sequence.Max-4, sequence.Max)},
		{Name: "the first block", When: reserve(1000), Then: block(1, 1000)},
		{Name: "the next block", Given: block(1, 1000), When: reserve(1000), Then: block(1001, 2000)},
		{Name: "the first block of a new generation", Given: block(1, 1000), When: reserveIn(1, 10), Then: blockIn(1, 1_001_001, 1_001_010)},
		{Name: "of a new generation, with nothing known", When: reserveIn(1, 10), Then: blockIn(1, 1_000_001, 1_000_010)},
		{Name: "two generations later", Given: block(1, 1000), When: reserveIn(2, 10), Then: blockIn(2, 2_001_001, 2_001_010)},
		{Name: "the next block of a generation", Given: blockIn(1, 1_001_001, 1_001_010), When: reserveIn(1, 10), Then: blockIn(1, 1_001_011, 1_001_020)},
	})
}
