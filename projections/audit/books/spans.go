package books

import (
	"context"
	"time"

	"gateway/eventstore"
	"gateway/projections/readmodel"
)

// span is a part of a balance stream that may hold movements of a range.
type span struct {
	// from is its first revision, to the one after its last.
	from, to eventstore.Revision
	// movements is the number of its movements when all of them are in the range; else
	// uncounted.
	movements int64
}

const uncounted = -1

// spans returns the parts of a client's stream that may hold movements of the range,
// in order. The last part is always the end of the stream, which still grows.
func (r Reader) spans(ctx context.Context, client int64, in Range) ([]span, error) {
	if r.Blocks == nil {
		return []span{{to: eventstore.End, movements: uncounted}}, nil
	}
	blocks, err := r.Blocks(ctx, client)
	if err != nil {
		return nil, err
	}
	end := span{to: eventstore.End, movements: uncounted}
	var all []span
	for i, block := range blocks {
		from := block.Block * readmodel.MovementBlockSize
		if i == len(blocks)-1 {
			end.from = from
			break
		}
		// PostgreSQL stores microseconds, so a stored time is off by less than one.
		first, last := block.FirstAt.Add(-time.Microsecond), block.LastAt.Add(time.Microsecond)
		if in.misses(first, last) {
			continue
		}
		s := span{from: from, to: from + readmodel.MovementBlockSize, movements: uncounted}
		if in.contains(first) && in.contains(last) {
			s.movements = block.Movements
		}
		all = append(all, s)
	}
	return append(all, end), nil
}

// misses reports whether no time between the two is in the range.
func (r Range) misses(first, last time.Time) bool {
	return !r.From.IsZero() && last.Before(r.From) || !r.To.IsZero() && first.After(r.To)
}
