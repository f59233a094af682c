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
	// firstBuffer holds most bodies.
	firstBuffer = 512
	// growth is by how much a buffer grows that is full.
	growth = 4
)

// body is the body of one request, as far as it was read. The bytes count when room for them is made, which is after
// bytes came that filled the room before: a caller who announces much and sends nothing holds little.
type body struct {
	budgets  *Budgets
	address  string
	source   io.ReadCloser
	declared int64 // -1 where the length is not known
	buffer   []byte
	// counts is the budget that held bytes are taken from.
	counts *budget
	held   int64
	// withheld says that there is more than was read.
	withheld bool
	// forwarded says that the request counts for its address, since its connection does not.
	forwarded bool
	// again says that the caller is checked for the second time.
	again bool
}

// open reads the body of r as far as a stranger's is read, and makes r.Body give that. It returns nil for a request
// without a body. What is not read of a body gives a *http.MaxBytesError.
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

// rest reads what was withheld of a caller who is known.
func (b *body) rest(r *http.Request) *Refusal {
	b.withheld = false
	if v := b.budgets.known.take(b.address, b.held); v != admitted {
		return refusalOf(v, "large bodies")
	}
	b.counts.give(b.address, b.held)
	b.counts = b.budgets.known
	return b.fill(r, envelope.MaxBody)
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

// grow makes room for one byte at least, of which one is for the end: a body that is as long as it says, or as the
// limit, is followed by nothing.
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

// reader gives what was read, and then fails, where there is a failure.
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

// release ends the counting. It may be called again.
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

// broken is the rest of a body that can't be read.
type broken struct{ err error }

func (f broken) Read([]byte) (int, error) { return 0, f.err }

// unreadTime is how long the server may go on to read what a refused request still sends.
const unreadTime = time.Second

// hurry has the server close the connection after the answer, and read the rest of a body no longer than unreadTime:
// it reads on so that the caller gets the answer.
func hurry(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	// A writer without deadlines belongs to no connection.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(unreadTime))
}
