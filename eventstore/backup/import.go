package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"gateway/eventstore"
)

// Target takes events in the order of the file, with their positions. It is an
// empty log that is not in use. *postgres.Restore implements it.
type Target interface {
	// Begin makes the target the log of this id.
	Begin(ctx context.Context, store string) error
	// Add writes the next events. Their positions rise.
	Add(ctx context.Context, events []eventstore.Recorded) error
	// Finish checks that no stream has a gap and makes everything durable; without it
	// nothing stays.
	Finish(ctx context.Context) error
}

// DamagedError says where a file is not what was exported.
type DamagedError struct {
	Line    int64
	Problem string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("line %d: %s: nothing was imported", e.Line, e.Problem)
}

// Import reads a file into an empty log. Each block is checked before any of it is
// written, and a file that is damaged or ends early leaves the target empty.
func Import(ctx context.Context, in io.Reader, target Target, progress func(eventstore.Position, Header)) (events int64, err error) {
	r := &reader{scanner: bufio.NewScanner(in), sum: sha256.New(), whole: sha256.New()}
	r.scanner.Buffer(make([]byte, 0, 1<<20), maxLine)
	header, err := r.header()
	if err != nil {
		return 0, err
	}
	if err := target.Begin(ctx, header.Store); err != nil {
		return 0, err
	}
	for {
		block, done, err := r.block()
		if err != nil {
			return 0, err
		}
		if done {
			return r.events, target.Finish(ctx)
		}
		if err := target.Add(ctx, block); err != nil {
			return 0, err
		}
		if progress != nil {
			progress(block[len(block)-1].Position, header)
		}
	}
}

type reader struct {
	scanner *bufio.Scanner
	sum     hash.Hash // of the block
	whole   hash.Hash // of all lines
	number  int64
	events  int64
	head    eventstore.Position // as the header has it
	last    eventstore.Position
}

func (r *reader) damaged(format string, args ...any) error {
	return &DamagedError{Line: r.number, Problem: fmt.Sprintf(format, args...)}
}

func (r *reader) next() ([]byte, error) {
	r.number++
	if r.scanner.Scan() {
		return r.scanner.Bytes(), nil
	}
	if err := r.scanner.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("read: %w", err)
	}
	return nil, r.damaged("the file ends early, or a line is too long")
}

func (r *reader) header() (h Header, err error) {
	text, err := r.next()
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(text, &h); err != nil || h.Format != format || h.Store == "" {
		return h, r.damaged("this is no %s file", format)
	}
	r.head = h.Head
	hashLine(r.whole, text)
	return h, nil
}

// block reads events up to the checksum that covers them, or the trailer.
func (r *reader) block() (events []eventstore.Recorded, done bool, err error) {
	r.sum.Reset()
	for {
		text, err := r.next()
		if err != nil {
			return nil, false, err
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return nil, false, r.damaged("is not JSON")
		}
		switch {
		case l.Events != nil:
			return nil, true, r.end(l, len(events))
		case l.SHA256 != "":
			hashLine(r.whole, text)
			return events, false, r.check(l.SHA256, events)
		}
		e, err := l.event()
		switch {
		case err != nil:
			return nil, false, r.damaged("%v", err)
		case !r.last.Before(e.Position):
			return nil, false, r.damaged("position %d is not after %d", e.Position.Commit, r.last.Commit)
		}
		r.last = e.Position
		hashLine(r.sum, text)
		hashLine(r.whole, text)
		if events = append(events, e); len(events) > blockSize {
			return nil, false, r.damaged("a checksum is missing")
		}
	}
}

func (r *reader) check(sum string, events []eventstore.Recorded) error {
	if is := hex.EncodeToString(r.sum.Sum(nil)); is != sum || len(events) == 0 {
		return r.damaged("the checksum of the %d events before it is wrong", len(events))
	}
	r.events += int64(len(events))
	return nil
}

func (r *reader) end(l line, unchecked int) error {
	switch {
	case *l.Events != r.events || unchecked > 0:
		return r.damaged("the file says that it has %d events, it has %d", *l.Events, r.events+int64(unchecked))
	case r.last != r.head:
		return r.damaged("the events end at position %d, the log that was exported ended at %d", r.last.Commit, r.head.Commit)
	case l.SHA256 != "" && l.SHA256 != hex.EncodeToString(r.whole.Sum(nil)):
		return r.damaged("the checksum of the whole file is wrong")
	}
	return nil
}

func hashLine(h hash.Hash, text []byte) {
	h.Write(text) // never fails (hash.Hash)
	h.Write([]byte{'\n'})
}
