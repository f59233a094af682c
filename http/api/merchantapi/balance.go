package merchantapi

import (
	"fmt"
	"io"
	"time"

	"gateway/domain"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/balanceservice"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
	"golang.org/x/mod/sumdb/tlog"
)

// GetBalance is GET /account/balance.
func (a *API) GetBalance(c *gin.Context) {
	found, err := a.Queries.Balance(c.Request.Context(), auth.ClientID(c))
	envelope.Respond(c, found, err)
}

// GetClientBalance is GET /clients/{id}/balance. It answers 404 for any client other than the caller.
func (a *API) GetClientBalance(c *gin.Context, id ID) {
	if id != auth.ClientID(c) {
		envelope.Fail(c, readtable.ErrNotFound)
		return
	}
	a.GetBalance(c)
}

// ListMyBalanceHistory is GET /me/balance-history: a page of movements, or the statement as a file.
func (a *API) ListMyBalanceHistory(c *gin.Context, params ListMyBalanceHistoryParams) {
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
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "balance history", Filter: []any{client, in}, Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	history, total, err := a.Balances.ProvenHistory(c.Request.Context(), client, in, list.Page)
	listing.Respond(c, list, history.Movements, provenHistory{historyView(history)}, total, err)
}

// provenMovement is the schema ProvenMovement of the API.
type provenMovement struct {
	books.Movement
	Leaf  int64       `json:"leaf"`
	Event ProvenEvent `json:"event"`
	Proof []tlog.Hash `json:"proof"`
}

func historyView(h balanceservice.ProvenHistory) BalanceHistory {
	view := BalanceHistory{Checkpoint: h.Checkpoint, Key: h.Key, Lines: make([]provenMovement, len(h.Movements))}
	for i, m := range h.Movements {
		view.Lines[i] = provenMovement{Movement: m.Movement, Leaf: m.Line.Leaf, Proof: m.Line.Proof, Event: ProvenEvent{
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

// GetCheckpoint is GET /checkpoint. It needs no authentication.
func (a *API) GetCheckpoint(c *gin.Context, params GetCheckpointParams) {
	latest, err := a.Balances.Checkpoint(c.Request.Context(), params.Since)
	view := Checkpoint{Checkpoint: latest.Note, Key: latest.Key, Size: latest.Size, At: latest.At.UTC()}
	if params.Since > 0 {
		view.Consistency = []string{}
	}
	for _, hash := range latest.Consistency {
		view.Consistency = append(view.Consistency, hash.String())
	}
	envelope.Respond(c, view, err)
}
