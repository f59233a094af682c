package strangers

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"gateway/http/api/envelope"
)

const (
	// firstBuffer is enough for most bodies, in bytes.
	firstBuffer = 512
	// growth is the factor by which a full buffer grows.
	growth = 4
)

// body is the part of a request's body that was read. Its bytes count against a budget when a buffer for them
// is allocated, and a larger buffer is allocated only when the former one is full. So a caller who announces
// much and sends nothing holds little.
type body struct {
	budgets  *Budgets
	address  string
	source   io.ReadCloser
	declared int64 // -1 if the length is unknown
	buffer   []byte
	// counts is the budget from which the held bytes are taken.
	counts *budget
	held   int64
	// withheld says that the body has more than was read.
	withheld bool
	// forwarded says that the request counts for its address, because its connection does not.
	forwarded bool
	// again says that the caller is being checked for the second time.
	again bool
}

// open reads the body of r as far as a stranger's body is read, and replaces r.Body by that. It returns nil for
// a request without a body. Reading past the part that was read fails with a *http.MaxBytesError.
func (s *Budgets) open(r *http.Request, address string) (*body, *Refusal) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	b := &body{budgets: s, address: address, source: r.Body, declared: r.ContentLength, counts: s.bytes}
	if b.declared > MaxStranger {
		b.withheld = true
		r.Body = b.reader(&http.MaxBytesError{Limit: MaxStranger})
		return b, nil
	}
	return b, b.fill(r, MaxStranger)
}

// rest reads the withheld rest up to limit bytes, once the caller is known.
func (b *body) rest(r *http.Request, limit int) *Refusal {
	b.withheld = false
	if v := b.budgets.known.take(b.address, b.held); v != admitted {
		return refusalOf(v, "large bodies")
	}
	b.counts.give(b.address, b.held)
	b.counts = b.budgets.known
	return b.fill(r, limit)
}

// fill reads at most limit bytes into the buffer.
func (b *body) fill(r *http.Request, limit int) *Refusal {
	var failed error
	for failed == nil && len(b.buffer) <= limit {
		if refusal := b.grow(limit); refusal != nil {
			b.release()
			b.buffer = nil
			return refusal
		}
		var n int
		n, failed = b.source.Read(b.buffer[len(b.buffer):cap(b.buffer)])
		b.buffer = b.buffer[:len(b.buffer)+n]
	}
	switch {
	case errors.Is(failed, io.EOF):
		failed = nil
	case failed == nil:
		b.withheld = limit < envelope.MaxBody
		failed = &http.MaxBytesError{Limit: int64(limit)}
	case errors.Is(failed, os.ErrDeadlineExceeded):
		b.budgets.slow.Add(1)
	}
	r.Body = b.reader(failed)
	return nil
}

// grow makes room for at least one more byte. The buffer has one byte more than the length of the body or the
// limit, in order to see the end.
func (b *body) grow(limit int) *Refusal {
	if len(b.buffer) < cap(b.buffer) {
		return nil
	}
	size := max(firstBuffer, growth*cap(b.buffer))
	if b.declared >= 0 && int64(cap(b.buffer)) <= b.declared {
		size = min(size, int(min(b.declared, int64(limit)))+1)
	}
	size = min(size, limit+1)
	more := int64(size - cap(b.buffer))
	if v := b.counts.take(b.address, more); v != admitted {
		return refusalOf(v, "bytes of bodies")
	}
	b.held += more
	larger := make([]byte, len(b.buffer), size)
	copy(larger, b.buffer)
	b.buffer = larger
	return nil
}

// reader returns the bytes that were read, and then the error failed, if it is not nil.
func (b *body) reader(failed error) io.ReadCloser {
	var read io.Reader = bytes.NewReader(b.buffer)
	if failed != nil {
		read = io.MultiReader(read, broken{failed})
	}
	return struct {
		io.Reader
		io.Closer
	}{read, b.source}
}

// release ends the counting of the bytes and the request. It may be called again.
func (b *body) release() {
	b.counts.give(b.address, b.held)
	b.held = 0
	b.releaseRequest()
}

// releaseRequest ends the counting of the request alone. It may be called again.
func (b *body) releaseRequest() {
	if b.forwarded {
		b.forwarded = false
		b.budgets.requests.give(b.address, 1)
	}
}

// broken stands for the rest of a body that can't be read.
type broken struct{ err error }

func (f broken) Read([]byte) (int, error) { return 0, f.err }

// unreadTime is how long the server may go on reading what a refused caller still sends.
const unreadTime = time.Second

// hurry makes the server close the connection after the answer, and read the rest of a body for at most
// unreadTime. Reading on makes sure that the caller gets the answer.
func hurry(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	// A writer without deadlines has no connection.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(unreadTime))
}
