package sequence

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestReserve(t *testing.T) {
	t.Parallel()
	reserve := func(n int64) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) { return Reserve(s, Client, n, time.Time{}) }
	}
	block := func(from, to int64) []domain.Event { return []domain.Event{Reserved{Kind: Client, From: from, To: to}} }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of none", Given: block(1, Max), When: reserve(0), Refused: "invalid_field n"},
		{Name: "of less than none", Given: block(1, Max), When: reserve(-1), Refused: "invalid_field n"},
		{Name: "one too many", Given: block(1, Max-5), When: reserve(6), Refused: "sequence_exhausted"},
		{Name: "the last ones", Given: block(1, Max-5), When: reserve(5), Then: block(Max-4, Max)},
		{Name: "the first block", When: reserve(1000), Then: block(1, 1000)},
		{Name: "the next block", Given: block(1, 1000), When: reserve(1000), Then: block(1001, 2000)},
	})
}
