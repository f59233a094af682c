package backup

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"gateway/eventstore"
)

// reader reads and checks a file line by line.
type reader struct {
	scanner *bufio.Scanner
	sum     hash.Hash           // the block
	whole   hash.Hash           // all lines
	number  int64               // of the present line, from 1
	events  int64               // in checked blocks
	head    eventstore.Position // from the header
	last    eventstore.Position // of the last event read
}

func newReader(in io.Reader) *reader {
	r := &reader{scanner: bufio.NewScanner(in), sum: sha256.New(), whole: sha256.New()}
	r.scanner.Buffer(make([]byte, 0, 1<<20), maxLine)
	return r
}

func (r *reader) damaged(format string, args ...any) error {
	return &DamagedError{Line: r.number, Problem: fmt.Sprintf(format, args...)}
}

// nextLine returns the next line. A missing line is an error, because a file ends only after its trailer.
func (r *reader) nextLine() ([]byte, error) {
	r.number++
	if r.scanner.Scan() {
		return r.scanner.Bytes(), nil
	}
	if err := r.scanner.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("read: %w", err)
	}
	return nil, r.damaged("the file ends early, or a line is too long")
}

func (r *reader) readHeader() (h Header, err error) {
	text, err := r.nextLine()
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

// readBlock returns the events up to the next checksum, or done at the trailer.
func (r *reader) readBlock() (events []eventstore.Recorded, done bool, err error) {
	r.sum.Reset()
	for {
		text, err := r.nextLine()
		if err != nil {
			return nil, false, err
		}
		l, err := readLine(text)
		if err != nil {
			return nil, false, r.damaged("is not JSON")
		}
		switch {
		case l.Events != nil:
			return nil, true, r.checkTrailer(l, len(events))
		case l.SHA256 != "":
			hashLine(r.whole, text)
			return events, false, r.checkBlock(l.SHA256, events)
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

// checkBlock compares the checksum of the block with the events read.
func (r *reader) checkBlock(sum string, events []eventstore.Recorded) error {
	if is := hex.EncodeToString(r.sum.Sum(nil)); is != sum || len(events) == 0 {
		return r.damaged("the checksum of the %d events before it is wrong", len(events))
	}
	r.events += int64(len(events))
	return nil
}

// checkTrailer compares the trailer with everything that was read. unchecked is the number of events after
// the last checksum.
func (r *reader) checkTrailer(l line, unchecked int) error {
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
	h.Write(text) // never returns an error (hash.Hash)
	h.Write([]byte{'\n'})
}
