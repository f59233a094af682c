package merchantapi

import (
	"context"
	"fmt"
	"io"
	"time"

	"gateway/domain"
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
	in, err := books.Between(a.Balances.Calendar, "from", params.From, "to", params.To)
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
