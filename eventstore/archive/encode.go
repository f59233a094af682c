package archive

import (
	"encoding/binary"
	"errors"
	"time"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// errForm says that a piece has the right hash but can't be decoded: a mistake in the program.
var errForm = errors.New("the archive's file has a form that this program does not know")

// appendEvent appends an event. Each text is preceded by its length.
func appendEvent(b []byte, r *eventstore.Recorded) []byte {
	b = binary.AppendUvarint(b, uint64(r.Position.Commit))
	b = appendText(b, r.Stream)
	b = binary.AppendUvarint(b, uint64(r.Revision))
	b = append(b, r.ID[:]...)
	b = appendText(b, r.Type)
	b = appendText(b, r.Data)
	b = appendText(b, r.Metadata)
	b = binary.AppendVarint(b, r.BookedAt.Unix())
	return binary.AppendUvarint(b, uint64(r.BookedAt.Nanosecond()))
}

func appendText[T ~string | ~[]byte](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// decoder reads what the functions above wrote. After a failure it returns only zero values.
type decoder struct {
	b      []byte
	failed bool
}

func (d *decoder) number() int64 {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > 1<<63-1 {
		d.b, d.failed = nil, true
		return 0
	}
	d.b = d.b[size:]
	return int64(n)
}

func (d *decoder) signed() int64 {
	n, size := binary.Varint(d.b)
	if size <= 0 {
		d.b, d.failed = nil, true
		return 0
	}
	d.b = d.b[size:]
	return n
}

func (d *decoder) bytes(n int64) []byte {
	if n > int64(len(d.b)) {
		d.b, d.failed = nil, true
		return nil
	}
	text := d.b[:n:n]
	d.b = d.b[n:]
	return text
}

// text returns the next text, nil for an empty one.
func (d *decoder) text() []byte {
	if n := d.number(); n > 0 {
		return d.bytes(n)
	}
	return nil
}

// events decodes a block. The events share its memory.
func (d *decoder) events() ([]eventstore.Recorded, error) {
	var all []eventstore.Recorded
	for len(d.b) > 0 {
		var r eventstore.Recorded
		r.Position.Commit = d.number()
		r.Position.Prepare = r.Position.Commit
		r.Stream = string(d.text())
		r.Revision = d.number()
		r.ID, _ = uuid.FromBytes(d.bytes(int64(len(r.ID)))) // a text that is too short sets failed
		r.Type = string(d.text())
		r.Data, r.Metadata = d.text(), d.text()
		seconds, nanoseconds := d.signed(), d.number()
		r.BookedAt = time.Unix(seconds, nanoseconds).UTC()
		all = append(all, r)
	}
	if d.failed {
		return nil, errForm
	}
	return all, nil
}
