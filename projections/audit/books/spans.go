package books

import (
	"context"

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

// spans returns the range as a part of the log, and the parts of a client's stream that
// may hold movements of it, in order. The last part is always the end of the stream, which still
// grows: what the blocks don't count yet.
func (r Reader) spans(ctx context.Context, client int64, in Range) (stretch, []span, error) {
	part, err := r.stretch(ctx, in)
	if err != nil || r.Blocks == nil {
		return part, []span{{to: eventstore.End, movements: uncounted}}, err
	}
	blocks, err := r.Blocks(ctx, client)
	if err != nil {
		return part, nil, err
	}
	end := span{to: eventstore.End, movements: uncounted}
	var all []span
	for i, block := range blocks {
		from := block.Block * readmodel.MovementBlockSize
		s := span{from: from, to: from + readmodel.MovementBlockSize, movements: uncounted}
		if i == len(blocks)-1 {
			s.to = block.LastRevision + 1
			end.from = s.to
		}
		if block.Last <= part.after || block.First > part.through {
			continue
		}
		if block.First > part.after && block.Last <= part.through {
			s.movements = block.Movements
		}
		all = append(all, s)
	}
	return part, append(all, end), nil
}

// dense reports whether every revision of the span is a movement of the range.
func (s span) dense() bool { return s.movements == s.to-s.from }
