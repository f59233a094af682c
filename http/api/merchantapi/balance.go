package merchantapi

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"time"

	"gateway/domain"
	"gateway/domain/jsontext"
	"gateway/domain/ledger"
	"gateway/http/api"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/balanceservice"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
	"golang.org/x/mod/sumdb/tlog"
)

// balanceOf finds no client other than the caller.
func (a *API) balanceOf(ctx context.Context, client, id int64) (balancerows.Balance, error) {
	if id != client {
		return balancerows.Balance{}, readtable.ErrNotFound
	}
	return a.Queries.Balance(ctx, client)
}

// listMyBalanceHistory answers with a page of movements, or with the statement as a file.
func (a *API) listMyBalanceHistory(c *gin.Context, params ListMyBalanceHistoryParams) {
	in, err := a.Balances.Between(c.Request.Context(), "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	switch params.Format {
	case "", "json":
		a.listHistory(c, in, params)
	case "statement":
		a.downloadStatement(c, in, params.Since)
	default:
		envelope.Fail(c, domain.InvalidField("format", "must be json or statement"))
	}
}

func (a *API) listHistory(c *gin.Context, in books.Range, params ListMyBalanceHistoryParams) {
	client := auth.ClientID(c)
	request := listing.Request{Name: "balance history", Filter: []any{client, in}, Page: params.Shown(), After: params.After}
	var history balanceservice.ProvenHistory
	read := func(ctx context.Context, page readtable.Page) (_ []balanceservice.ProvenMovement, total int64, err error) {
		history, total, err = a.Balances.ProvenHistory(ctx, client, in, page)
		return history.Movements, total, err
	}
	listing.AnswerAs(c, a.Cursors, request, read, func([]balanceservice.ProvenMovement) any { return historyView(history) })
}

// provenMovement is the schema ProvenMovement of the API.
type provenMovement struct {
	books.Movement
	Leaf  int64           `json:"leaf"`
	Event api.ProvenEvent `json:"event"`
	Proof []tlog.Hash     `json:"proof"`
}

func historyView(h balanceservice.ProvenHistory) provenHistory {
	view := provenHistory{Checkpoint: h.Checkpoint, Key: h.Key, Lines: make([]provenMovement, len(h.Movements))}
	for i, m := range h.Movements {
		view.Lines[i] = provenMovement{Movement: m.Movement, Leaf: m.Line.Leaf, Proof: m.Line.Proof, Event: api.ProvenEvent{
			Stream: m.Line.Stream, Revision: m.Line.Revision, ID: m.Line.ID.String(), Type: m.Line.Type,
			BookedAt: m.Line.BookedAt, Data: m.Line.Data, Metadata: m.Line.Metadata,
		}}
	}
	return view
}

func (a *API) downloadStatement(c *gin.Context, in books.Range, since int64) {
	if !in.From.IsZero() {
		envelope.Fail(c, domain.InvalidField("from", "a statement begins with the first movement"))
		return
	}
	ctx, clientID := c.Request.Context(), auth.ClientID(c)
	statement, err := a.Balances.Statement(ctx, clientID, in.To, since)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	name := fmt.Sprintf("balance-%d-%s.statement", clientID, statement.At.UTC().Format(time.DateOnly))
	envelope.Download(c, name, "application/octet-stream", func(out io.Writer) error { return statement.Write(ctx, out) })
}

func (a *API) checkpoint(ctx context.Context, params GetCheckpointParams) (api.Checkpoint, error) {
	latest, err := a.Balances.Checkpoint(ctx, params.Since)
	view := api.Checkpoint{Checkpoint: latest.Note, Key: latest.Key, Size: latest.Size, At: latest.At.UTC()}
	if params.Since > 0 {
		view.Consistency = []string{}
	}
	for _, hash := range latest.Consistency {
		view.Consistency = append(view.Consistency, hash.String())
	}
	return view, err
}

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
