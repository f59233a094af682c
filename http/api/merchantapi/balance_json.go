package merchantapi

import (
	"encoding/base64"

	"gateway/domain/jsontext"
	"gateway/domain/ledger"
	"gateway/http/api"

	"golang.org/x/mod/sumdb/tlog"
)

// provenHistory is the schema BalanceHistory of the API. Its output is the same as that of encoding/json.
type provenHistory struct {
	Checkpoint string           `json:"checkpoint"`
	Key        string           `json:"key"`
	Lines      []provenMovement `json:"lines"`
}

// AppendJSON implements jsontext.Appender.
func (h provenHistory) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	o.String("checkpoint", h.Checkpoint)
	o.String("key", h.Key)
	o.Value("lines", jsontext.Array[provenMovement](h.Lines))
	return o.End()
}

// AppendJSON implements jsontext.Appender.
func (m provenMovement) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	o.Int("position", m.Position)
	o.Time("at", m.At)
	o.String("kind", m.Kind)
	o.String("reference", m.Reference)
	o.Decimal("amount", m.Amount)
	o.Decimal("saldo_after", m.BalanceAfter)
	o.Value("postings", postings(m.Postings))
	o.String("who", m.Who)
	o.String("approved_by", m.ApprovedBy)
	o.String("why", m.Why)
	o.Time("value_date", m.ValueDate)
	o.Int("leaf", m.Leaf)
	o.Value("event", provenEvent(m.Event))
	o.Value("proof", proof(m.Proof))
	return o.End()
}

type postings []ledger.Posting

// AppendJSON implements jsontext.Appender.
func (p postings) AppendJSON(b []byte) (_ []byte, err error) {
	return appendArray(b, p == nil, len(p), func(b []byte, i int) ([]byte, error) {
		o := jsontext.Begin(b)
		o.String("account", p[i].Account)
		o.Decimal("amount", p[i].Amount)
		return o.End()
	})
}

type provenEvent api.ProvenEvent

// AppendJSON implements jsontext.Appender.
func (e provenEvent) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	if e.BookedAt != "" {
		o.String("booked_at", e.BookedAt)
	}
	o.String("data", e.Data)
	o.String("id", e.ID)
	o.String("metadata", e.Metadata)
	o.Int("revision", e.Revision)
	o.String("stream", e.Stream)
	o.String("type", e.Type)
	return o.End()
}

type proof []tlog.Hash

// AppendJSON implements jsontext.Appender.
func (p proof) AppendJSON(b []byte) (_ []byte, err error) {
	return appendArray(b, p == nil, len(p), func(b []byte, i int) ([]byte, error) {
		b = base64.StdEncoding.AppendEncode(append(b, '"'), p[i][:])
		return append(b, '"'), nil
	})
}

// appendArray appends n elements, or null.
func appendArray(b []byte, null bool, n int, element func(b []byte, i int) ([]byte, error)) (_ []byte, err error) {
	if null {
		return append(b, "null"...), nil
	}
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = element(b, i); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}
