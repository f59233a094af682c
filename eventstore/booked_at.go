package eventstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"
)

const (
	bookedAtName   = `"booked_at":"`
	bookedAtLayout = "2006-01-02T15:04:05.000000000Z"
	// bookedAtEnd is the length of the text at the end of a copied event's metadata, without the comma before
	// it.
	bookedAtEnd = len(bookedAtName) + len(bookedAtLayout) + len(`"}`)
	// copiedName begins the metadata of a copied event whose own metadata is not an object with fields.
	copiedName = `{"$copied":`
)

// StoredMetadata returns the metadata that a store writes: the event's own, and for a copied event also the
// time of its first booking, as the last field. The time has nanoseconds in UTC.
func (p Proposed) StoredMetadata() json.RawMessage {
	if p.FirstBookedAt.IsZero() {
		return p.Metadata
	}
	end := bookedAtName + p.FirstBookedAt.UTC().Format(bookedAtLayout) + `"}`
	if own, isObject := bytes.CutSuffix(p.Metadata, []byte("}")); isObject && len(own) > 1 && own[0] == '{' {
		return append(append(bytes.Clone(own), ','), end...)
	}
	own := p.Metadata
	if len(own) == 0 {
		own = json.RawMessage("null")
	}
	return append(append(append([]byte(copiedName), own...), ','), end...)
}

// BookedAtText returns the time of booking in UTC with nanoseconds, the form used in the Merkle leaf and in
// the metadata of a copied event.
func (r *Recorded) BookedAtText() string { return r.BookedAt.UTC().Format(bookedAtLayout) }

// ParseBookedAt is the inverse of BookedAtText. It returns an error for a text that BookedAtText never
// returns.
func ParseBookedAt(text string) (time.Time, error) {
	at, err := time.Parse(bookedAtLayout, text)
	if err == nil && at.Format(bookedAtLayout) != text {
		err = errors.New("is not in the form " + bookedAtLayout)
	}
	return at, err
}

// SetStored sets Metadata and BookedAt from what a store holds: the metadata that StoredMetadata wrote, and
// the store's own time, which is used unless the metadata carries another. So the copied event equals the
// original byte for byte, except that metadata of null becomes no metadata.
func (r *Recorded) SetStored(metadata json.RawMessage, stored time.Time) {
	r.Metadata, r.BookedAt = metadata, stored.UTC()
	at := len(metadata) - bookedAtEnd
	if at < 1 || !bytes.HasPrefix(metadata[at:], []byte(bookedAtName)) || metadata[at-1] != ',' {
		return
	}
	text := metadata[at+len(bookedAtName) : len(metadata)-len(`"}`)]
	first, err := time.Parse(bookedAtLayout, string(text))
	if err != nil {
		return
	}
	r.BookedAt = first
	own, wrapped := bytes.CutPrefix(metadata[:at-1], []byte(copiedName))
	switch {
	case !wrapped:
		r.Metadata = append(bytes.Clone(own), '}')
	case string(own) == "null":
		r.Metadata = nil
	default:
		r.Metadata = bytes.Clone(own)
	}
}
