package archive

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"sort"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	lru "github.com/hashicorp/golang-lru/v2"
)

// cachedBlocks limits how many blocks of a file, of about 300 kB each, are kept in memory.
const cachedBlocks = 8

// File reads the events of a range. It is safe for concurrent use.
type File struct {
	place  Place
	name   string
	index  *index
	blocks *lru.Cache[int, []eventstore.Recorded]
}

// OpenFile opens a file. digest is the digest that the log's database keeps. Errors: ErrMissing (wrapped),
// *AlteredError.
func OpenFile(ctx context.Context, p Place, name string, digest []byte) (*File, error) {
	altered := func(part string) error { return &AlteredError{File: full(p, name), Part: part} }
	size, err := p.Size(ctx, name)
	if err != nil {
		return nil, err
	}
	if size < trailer {
		return nil, altered("its length")
	}
	end, err := p.Read(ctx, name, size-trailer, trailer)
	if err != nil {
		return nil, err
	}
	offset, length := binary.BigEndian.Uint64(end), binary.BigEndian.Uint64(end[8:])
	if total := uint64(size - trailer); offset > total || length != total-offset {
		return nil, altered("its end")
	}
	compressed, err := p.Read(ctx, name, int64(offset), int64(length))
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(sum(compressed), digest) {
		return nil, altered("its index")
	}
	i, err := decodeIndex(compressed)
	if err != nil {
		return nil, err
	}
	blocks, err := lru.New[int, []eventstore.Recorded](cachedBlocks)
	if err != nil {
		return nil, err
	}
	return &File{place: p, name: name, index: i, blocks: blocks}, nil
}

// Range returns what the file holds.
func (f *File) Range() Range { return f.index.Range }

// Name returns the name of the file, including its place.
func (f *File) Name() string { return full(f.place, f.name) }

// read reads a piece. Error: *AlteredError.
func (f *File) read(ctx context.Context, p piece, part string) ([]byte, error) {
	compressed, err := f.place.Read(ctx, f.name, p.Offset, p.Length)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(sum(compressed), p.Sum) {
		return nil, &AlteredError{File: f.Name(), Part: part}
	}
	raw, err := decompressor.DecodeAll(compressed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errForm, err)
	}
	return raw, nil
}

func (f *File) block(ctx context.Context, n int) ([]eventstore.Recorded, error) {
	if events, ok := f.blocks.Get(n); ok {
		return events, nil
	}
	raw, err := f.read(ctx, f.index.Blocks[n].piece, fmt.Sprintf("block %d", n))
	if err != nil {
		return nil, err
	}
	events, err := (&decoder{b: raw}).events()
	if err == nil {
		f.blocks.Add(n, events)
	}
	return events, err
}

// After returns at most limit events after the position, in the log's order. They are shared: the caller must
// not change their data.
func (f *File) After(ctx context.Context, position int64, limit int) (all []eventstore.Recorded, err error) {
	from := sort.Search(len(f.index.Blocks), func(i int) bool { return f.index.Blocks[i].Last > position })
	for n := from; n < len(f.index.Blocks) && len(all) < limit; n++ {
		events, err := f.block(ctx, n)
		if err != nil {
			return nil, err
		}
		begin := sort.Search(len(events), func(i int) bool { return events[i].Position.Commit > position })
		all = append(all, events[begin:min(len(events), begin+limit-len(all))]...)
	}
	return all, nil
}

// Before returns at most limit events before the position, newest first. They are shared: the caller must not
// change their data.
func (f *File) Before(ctx context.Context, position int64, limit int) (all []eventstore.Recorded, err error) {
	from := sort.Search(len(f.index.Blocks), func(i int) bool { return f.index.Blocks[i].Last >= position })
	for n := min(from, len(f.index.Blocks)-1); n >= 0 && len(all) < limit; n-- {
		events, err := f.block(ctx, n)
		if err != nil {
			return nil, err
		}
		end := sort.Search(len(events), func(i int) bool { return events[i].Position.Commit >= position })
		for ; end > 0 && len(all) < limit; end-- {
			all = append(all, events[end-1])
		}
	}
	return all, nil
}

// Stream returns at most limit events of a stream, from a revision on (inclusive), in the given direction.
// They are shared: the caller must not change their data.
func (f *File) Stream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	places, err := f.places(ctx, stream)
	if err != nil {
		return nil, err
	}
	step, n := 1, max(0, sort.Search(len(places), func(i int) bool { return places[i].first > from })-1)
	if dir == eventstore.Backwards {
		step = -1
	}
	var all []eventstore.Recorded
	for ; n >= 0 && n < len(places) && len(all) < limit; n += step {
		events, err := f.block(ctx, places[n].block)
		if err != nil {
			return nil, err
		}
		all = appendOf(all, events, stream, from, dir, limit)
	}
	return all, nil
}

// appendOf appends those events of a block that belong to the stream.
func appendOf(
	all, events []eventstore.Recorded, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) []eventstore.Recorded {
	for i := range events {
		e := &events[i]
		if dir == eventstore.Backwards {
			e = &events[len(events)-1-i]
		}
		if len(all) == limit {
			break
		}
		if e.Stream == stream && (dir == eventstore.Forwards && e.Revision >= from || dir == eventstore.Backwards && e.Revision <= from) {
			all = append(all, *e)
		}
	}
	return all
}

// streamPlace is a block with events of a stream, and the stream's first revision in the block.
type streamPlace struct {
	first eventstore.Revision
	block int
}

// places finds the blocks of a stream. It returns none for a stream that is not in the range.
func (f *File) places(ctx context.Context, stream string) ([]streamPlace, error) {
	n := sort.Search(len(f.index.Pages), func(i int) bool { return f.index.Pages[i].Stream > stream }) - 1
	if n < 0 {
		return nil, nil
	}
	raw, err := f.read(ctx, f.index.Pages[n].piece, fmt.Sprintf("page %d of its streams", n))
	if err != nil {
		return nil, err
	}
	d := &decoder{b: raw}
	for len(d.b) > 0 {
		name, count := string(d.text()), d.number()
		var places []streamPlace
		for range count {
			p := streamPlace{first: d.number(), block: int(d.number())}
			if d.failed || p.block >= len(f.index.Blocks) {
				return nil, errForm
			}
			if name == stream {
				places = append(places, p)
			}
		}
		if name == stream {
			return places, nil
		}
	}
	return nil, nil
}

// Check reads the whole file and computes its Merkle root again. Error: *AlteredError.
func (f *File) Check(ctx context.Context, visit func(eventstore.Recorded) error) error {
	var edge merkle.Edge
	for n := range f.index.Blocks {
		raw, err := f.read(ctx, f.index.Blocks[n].piece, fmt.Sprintf("block %d", n))
		if err != nil {
			return err
		}
		events, err := (&decoder{b: raw}).events()
		if err != nil {
			return err
		}
		for _, e := range events {
			edge.Add(merkle.LeafHash(e, merkle.V1))
			if visit == nil {
				continue
			}
			if err := visit(e); err != nil {
				return err
			}
		}
	}
	for n := range f.index.Pages {
		if _, err := f.read(ctx, f.index.Pages[n].piece, fmt.Sprintf("page %d of its streams", n)); err != nil {
			return err
		}
	}
	if root := edge.Root(); edge.Size() != f.index.Events || !bytes.Equal(root[:], f.index.Root) {
		return &AlteredError{File: f.Name(), Part: "its Merkle root"}
	}
	return nil
}
