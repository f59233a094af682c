package archive

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sort"

	"gateway/eventstore"
	"gateway/eventstore/merkle"
)

// Writer writes a file: first all events in the log's order, then all streams sorted by name, then End. Its
// memory does not grow with the events, except for about 100 bytes per block.
type Writer struct {
	out    io.Writer
	offset int64
	index  index
	edge   merkle.Edge
	raw    []byte // the piece that is being filled
	last   int64  // the position of the last event

	stream  string // the stream that is being collected
	entry   []int64
	pageOf  string // the first stream of the page
	pending []byte
}

// NewWriter begins a file for the range. End computes Events and Root of the range.
func NewWriter(out io.Writer, r Range) *Writer {
	return &Writer{out: out, index: index{Format: format, Range: r}}
}

// Add adds the next event.
func (w *Writer) Add(r eventstore.Recorded) error {
	w.edge.Add(merkle.LeafHash(r, merkle.V1))
	w.last = r.Position.Commit
	if w.raw = appendEvent(w.raw, &r); len(w.raw) >= blockBytes {
		return w.endBlock()
	}
	return nil
}

func (w *Writer) endBlock() error {
	if len(w.raw) == 0 {
		return nil
	}
	p, err := w.write(w.raw)
	w.index.Blocks = append(w.index.Blocks, block{piece: p, Last: w.last})
	w.raw = w.raw[:0]
	return err
}

func (w *Writer) write(raw []byte) (piece, error) {
	compressed := compressor.EncodeAll(raw, nil)
	p := piece{Offset: w.offset, Length: int64(len(compressed)), Sum: sum(compressed)}
	w.offset += p.Length
	if _, err := w.out.Write(compressed); err != nil {
		return p, fmt.Errorf("write a range: %w", err)
	}
	return p, nil
}

// AddStream adds an event's place to the index of streams. Calls must be sorted by stream name (bytes), then
// by revision.
func (w *Writer) AddStream(stream string, revision, position int64) error {
	if len(w.raw) > 0 {
		if err := w.endBlock(); err != nil {
			return err
		}
	}
	if stream != w.stream {
		if err := w.endStream(); err != nil {
			return err
		}
		w.stream = stream
	}
	at := int64(sort.Search(len(w.index.Blocks), func(i int) bool { return w.index.Blocks[i].Last >= position }))
	if n := len(w.entry); n == 0 || w.entry[n-1] != at {
		w.entry = append(w.entry, revision, at)
	}
	return nil
}

// endStream adds the collected stream to the page: its name, then for each of its blocks the first revision
// and the block.
func (w *Writer) endStream() error {
	if len(w.entry) == 0 {
		return nil
	}
	if len(w.pending) == 0 {
		w.pageOf = w.stream
	}
	w.pending = appendText(w.pending, w.stream)
	w.pending = binary.AppendUvarint(w.pending, uint64(len(w.entry)/2))
	for _, n := range w.entry {
		w.pending = binary.AppendUvarint(w.pending, uint64(n))
	}
	w.entry = w.entry[:0]
	if len(w.pending) >= pageBytes {
		return w.endPage()
	}
	return nil
}

func (w *Writer) endPage() error {
	if len(w.pending) == 0 {
		return nil
	}
	p, err := w.write(w.pending)
	w.index.Pages = append(w.index.Pages, page{piece: p, Stream: w.pageOf})
	w.pending = w.pending[:0]
	return err
}

// End writes the index. It returns what the file holds, its length and its digest.
func (w *Writer) End() (r Range, size int64, digest []byte, err error) {
	if err := w.endBlock(); err != nil {
		return r, 0, nil, err
	}
	if err := w.endStream(); err != nil {
		return r, 0, nil, err
	}
	if err := w.endPage(); err != nil {
		return r, 0, nil, err
	}
	root := w.edge.Root()
	w.index.Events, w.index.Root = w.edge.Size(), root[:]
	text, err := json.Marshal(w.index)
	if err != nil {
		return r, 0, nil, err
	}
	p, err := w.write(text)
	if err != nil {
		return r, 0, nil, err
	}
	end := binary.BigEndian.AppendUint64(nil, uint64(p.Offset))
	end = binary.BigEndian.AppendUint64(end, uint64(p.Length))
	if _, err := w.out.Write(end); err != nil {
		return r, 0, nil, fmt.Errorf("write a range: %w", err)
	}
	return w.index.Range, w.offset + trailer, p.Sum, nil
}
