package books

import (
	"context"
	"time"
	"unicode/utf8"

	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"
)

// Reader answers auditors' questions from the log. It is safe for concurrent use.
type Reader struct {
	Log *eventstore.Log
	// Blocks tells where in a client's stream movements are, so that a question reads only a part of the
	// stream. Without it, every question reads the whole stream and uses the log alone.
	Blocks Blocks
	// BookedBy returns the position at which to start the search for a moment (readmodel.Queries.BookedBy).
	// Without it, the search starts at the first event.
	BookedBy func(ctx context.Context, t time.Time) (eventstore.Position, error)
	// Totals are the read models from which a trial balance starts. Without them, it reads the log from its
	// first event.
	Totals Totals
	// Sums is the read model of the hourly sums. Without it, a period report sums the movements themselves.
	Sums Sums
}

// NewReader returns a reader that uses the read models to read less of the log.
func NewReader(log *eventstore.Log, q *readmodel.Queries) Reader {
	return Reader{Log: log, Blocks: q, BookedBy: q.BookedBy, Totals: q, Sums: q}
}

// Entry is a movement together with its event.
type Entry struct {
	Movement
	// Recorded is shared and must not be changed.
	Recorded *eventstore.Recorded
}

// History calls visit with every movement of a client in the range, in log order. It reads the next page
// while visit runs.
func (r Reader) History(ctx context.Context, client int64, in Range, visit func(Movement) error) error {
	part, spans, err := r.spans(ctx, client, in)
	if err != nil {
		return err
	}
	return r.visit(ctx, client, part, spans, func(e Entry) error { return visit(e.Movement) })
}

// Page skips the first offset movements of the range and returns at most limit of the rest, with the total
// number of movements in the range.
func (r Reader) Page(ctx context.Context, client int64, in Range, offset, limit int64) (entries []Entry, total int64, err error) {
	part, spans, err := r.spans(ctx, client, in)
	if err != nil {
		return nil, 0, err
	}
	walk := &walker{store: r.Log.Store(), client: client, stretch: part}
	for _, s := range spans {
		before, missing := max(0, offset-total), limit-int64(len(entries))
		if s.movements == uncounted {
			err = walk.span(ctx, s, pageSize, func(e Entry) bool {
				if total >= offset && total < offset+limit {
					entries = append(entries, e)
				}
				total++
				return true
			})
		} else if total += s.movements; before < s.movements && missing > 0 {
			var found []Entry
			found, err = r.counted(ctx, walk, s, before, min(missing, s.movements-before))
			entries = append(entries, found...)
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return entries, total, nil
}

// counted skips the first skip movements of a span of whole blocks and returns at most limit of the rest.
func (r Reader) counted(ctx context.Context, walk *walker, s span, skip, limit int64) ([]Entry, error) {
	rest, skip, dense, err := r.narrowed(ctx, walk.client, s, skip)
	if err != nil {
		return nil, err
	}
	block := rest
	block.to = min(rest.to, rest.from+balancerows.MovementBlockSize)
	found, err := walk.part(ctx, block, skip, limit, dense)
	if missing := limit - int64(len(found)); err == nil && missing > 0 {
		rest.from = block.to
		var more []Entry
		more, err = walk.part(ctx, rest, 0, missing, dense)
		found = append(found, more...)
	}
	return found, err
}

// PageAfter returns at most limit movements of the range that follow the movement at a revision. It reads no
// more of the stream than those, unless the range starts later.
func (r Reader) PageAfter(
	ctx context.Context, client int64, in Range, after eventstore.Revision, limit int64,
) (entries []Entry, err error) {
	part, err := r.stretch(ctx, in)
	if err != nil {
		return nil, err
	}
	walk := &walker{store: r.Log.Store(), client: client, stretch: part}
	err = walk.span(ctx, span{from: after + 1, to: eventstore.End}, int(limit), func(e Entry) bool {
		entries = append(entries, e)
		return int64(len(entries)) < limit
	})
	return entries, err
}

// CheckClient returns readtable.ErrNotFound for a client that never registered.
func (r Reader) CheckClient(ctx context.Context, client int64) error {
	owner, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(client))
	if err == nil && !owner.Exists {
		return readtable.ErrNotFound
	}
	return err
}

// visit reads the spans and calls visit with the movements in the range. Reading, decoding and visiting run
// concurrently.
func (r Reader) visit(ctx context.Context, client int64, part stretch, spans []span, visit func(Entry) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := readPages(ctx, r.Log.Store(), balance.Stream(client), spans)
	for batch := range decodePages(ctx, pages, accountsOf(client), part) {
		if batch.err != nil {
			return batch.err
		}
		for _, e := range batch.entries {
			if err := visit(e); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

type entryBatch struct {
	entries []Entry
	err     error
}

// decodePages sends the movements of each page that are in the range, until ctx ends.
func decodePages(ctx context.Context, pages <-chan page, own accounts, part stretch) <-chan entryBatch {
	out := make(chan entryBatch, 1)
	go func() {
		defer close(out)
		var d decoder
		for p := range pages {
			batch := entryBatch{err: p.err, entries: make([]Entry, 0, len(p.events))}
			for i := range p.events {
				if !part.contains(&p.events[i]) {
					continue
				}
				m, ok, err := d.movement(p.events[i], own)
				if err != nil {
					batch.err = err
					break
				}
				if ok {
					batch.entries = append(batch.entries, Entry{Movement: m, Recorded: &p.events[i]})
				}
			}
			select {
			case out <- batch:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// scanner reads JSON as encoding/json writes it: valid, compact, with keys in lower case. It fails on
// escapes, spaces and every other form. After a failure, the caller must discard the values read so far.
type scanner struct {
	text   []byte
	at     int
	failed bool
	names  *decoder
}

// ok reports whether the whole text was read.
func (s *scanner) ok() bool { return !s.failed && s.at == len(s.text) }

func (s *scanner) failIf(condition bool) {
	if condition {
		s.failed, s.at = true, len(s.text)
	}
}

func (s *scanner) accept(c byte) bool {
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *scanner) expect(c byte) { s.failIf(!s.accept(c)) }

// object calls field with each key; field must read the value.
func (s *scanner) object(field func(key []byte)) {
	s.expect('{')
	if s.accept('}') {
		return
	}
	for !s.failed {
		key := s.string()
		for _, c := range key {
			// encoding/json would also accept this key in place of the lower-case one.
			s.failIf(c >= 'A' && c <= 'Z' && key[0] != '$')
		}
		s.expect(':')
		field(key)
		if !s.accept(',') {
			break
		}
	}
	s.expect('}')
}

func (s *scanner) array(element func()) {
	s.expect('[')
	if s.accept(']') {
		return
	}
	for !s.failed {
		element()
		if !s.accept(',') {
			break
		}
	}
	s.expect(']')
}

// string reads a string without escapes.
func (s *scanner) string() []byte {
	s.expect('"')
	ascii := true
	for from := s.at; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			text := s.text[from : s.at-1]
			s.failIf(!ascii && !utf8.Valid(text))
			return text
		case c == '\\' || c < ' ':
			s.failIf(true)
			return nil
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	s.failIf(true)
	return nil
}

// skip passes over a value of any type.
func (s *scanner) skip() {
	depth := 0
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			if s.skipString(); s.failed {
				return
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
		case ',':
			if depth == 0 {
				return
			}
		}
	}
}

// skipString skips to the closing quote.
func (s *scanner) skipString() {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			return
		case '\\':
			s.at++
		}
	}
	s.failIf(true)
}
