package books

import (
	"context"
	"math"

	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"
)

// Blocks finds blocks of movements in a client's stream. *readmodel.Queries implements it.
type Blocks interface {
	MovementBlockAt(ctx context.Context, client, position int64) (balancerows.MovementBlock, error)
	MovementBlockOf(ctx context.Context, client, n int64) (balancerows.MovementBlock, error)
}

// span is a part of a balance stream that may hold movements of a range.
type span struct {
	// from is the first revision of the span, to is the revision after its last.
	from, to eventstore.Revision
	// movements is the number of the span's movements when all of them are in the range, else uncounted. A
	// counted span consists of whole blocks, and before is the number of movements before the span.
	movements, before int64
}

const uncounted = -1

// spans returns the range as a part of the log, and the parts of a client's stream that may hold movements of
// it, in order: a part of a block, whole blocks, a part of a block, and always the end of the stream, which
// still grows and is not counted in the blocks yet. It reads three block rows, however long the stream is.
func (r Reader) spans(ctx context.Context, client int64, in Range) (stretch, []span, error) {
	part, err := r.stretch(ctx, in)
	if err != nil {
		return part, nil, err
	}
	spans, err := r.spansOf(ctx, client, part)
	return part, spans, err
}

// spansOf returns the parts of a client's stream that may hold movements in a part of the log.
func (r Reader) spansOf(ctx context.Context, client int64, part stretch) ([]span, error) {
	if r.Blocks == nil {
		return []span{{to: eventstore.End, movements: uncounted}}, nil
	}
	newest, err := r.Blocks.MovementBlockAt(ctx, client, math.MaxInt64)
	if err != nil || newest.Movements == 0 {
		return []span{{to: eventstore.End, movements: uncounted}}, err
	}
	blocks := clientBlocks{Blocks: r.Blocks, client: client, newest: newest}
	first, err := blocks.at(ctx, part.after)
	if err != nil {
		return nil, err
	}
	last, err := blocks.at(ctx, part.through)
	if err != nil {
		return nil, err
	}
	end := span{from: newest.LastRevision + 1, to: eventstore.End, movements: uncounted}
	return append(blocks.between(first, last, part), end), nil
}

// clientBlocks are the blocks of a client. The newest block stays as it was first read, although it grows.
type clientBlocks struct {
	Blocks
	client int64
	newest balancerows.MovementBlock
}

// at returns the last block that starts at or before a position.
func (c clientBlocks) at(ctx context.Context, position int64) (balancerows.MovementBlock, error) {
	if position >= c.newest.First {
		return c.newest, nil
	}
	return c.MovementBlockAt(ctx, c.client, position)
}

// between returns the spans of the blocks from first to last. The stretch starts in first, or no block is
// before first; it ends in last.
func (c clientBlocks) between(first, last balancerows.MovementBlock, part stretch) (all []span) {
	if last.Movements == 0 {
		return nil
	}
	run := span{to: c.end(last)}
	count := last.Before + last.Movements
	if first.Movements > 0 {
		begins := first.Last > part.after
		if begins && first.Block == last.Block {
			return []span{c.part(first)}
		}
		if begins {
			all = append(all, c.part(first))
		}
		run.from, run.before = c.end(first), first.Before+first.Movements
	}
	ends := last.Last > part.through
	if ends {
		run.to, count = last.Block*balancerows.MovementBlockSize, last.Before
	}
	if run.movements = count - run.before; run.movements > 0 {
		all = append(all, run)
	}
	if ends {
		all = append(all, c.part(last))
	}
	return all
}

// part returns the span of a block that may lie only partly in the range.
func (c clientBlocks) part(b balancerows.MovementBlock) span {
	return span{from: b.Block * balancerows.MovementBlockSize, to: c.end(b), movements: uncounted}
}

// end returns the revision after the last one that the block counts.
func (c clientBlocks) end(b balancerows.MovementBlock) eventstore.Revision {
	if b.Block == c.newest.Block {
		return b.LastRevision + 1
	}
	return (b.Block + 1) * balancerows.MovementBlockSize
}

// narrowed returns the rest of a span of whole blocks, starting with the block that holds its n-th movement,
// and the number of movements to skip in that block. dense reports whether each revision of the block is a
// movement.
func (r Reader) narrowed(ctx context.Context, client int64, s span, n int64) (rest span, skip int64, dense bool, err error) {
	b, err := r.Blocks.MovementBlockOf(ctx, client, s.before+n)
	if err != nil {
		return s, 0, false, err
	}
	from := b.Block * balancerows.MovementBlockSize
	return span{from: from, to: s.to, movements: uncounted}, s.before + n - b.Before, b.LastRevision-from+1 == b.Movements, nil
}
