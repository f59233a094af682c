package merchant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/projections/audit/books"
	"gateway/projections/notary"

	"github.com/gin-gonic/gin"
	"golang.org/x/mod/sumdb/tlog"
)

// provenMovement is a movement, the event that it is, and the proof that this is in
// the log that was signed.
type provenMovement struct {
	books.Movement
	Leaf  int64       `json:"leaf"`
	Event ProvenEvent `json:"event"`
	Proof []tlog.Hash `json:"proof"`
}

var errAltered = domain.Refuse(domain.Conflict, "log_altered", "an event is not the one that was signed")

// GetCheckpoint is GET /checkpoint, open to everybody.
func (a *API) GetCheckpoint(c *gin.Context, params GetCheckpointParams) {
	ctx := c.Request.Context()
	kept, err := a.config.Notary.Latest(ctx)
	if err == nil && params.Since > kept.Size {
		err = domain.InvalidField("since", "is more than the %d events that are signed", kept.Size)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	latest := Checkpoint{Checkpoint: kept.Note, Key: a.config.Notary.Key().Verifier, Size: kept.Size, At: kept.At.UTC()}
	if params.Since > 0 {
		hashes, err := a.config.Notary.Consistency(ctx, kept, params.Since)
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		latest.Consistency = []string{}
		for _, h := range hashes {
			latest.Consistency = append(latest.Consistency, h.String())
		}
	}
	envelope.OK(c, latest)
}

// ListMyBalanceHistory is GET /me/balance-history.
func (a *API) ListMyBalanceHistory(c *gin.Context, params ListMyBalanceHistoryParams) {
	in, err := books.Between("from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	switch params.Format {
	case "", "json":
		a.listHistory(c, in, envelope.Page{Number: params.Page, PerPage: params.PerPage})
	case "statement":
		a.downloadStatement(c, in, params.Since)
	default:
		envelope.Fail(c, domain.InvalidField("format", "must be json or statement"))
	}
}

func (a *API) listHistory(c *gin.Context, in books.Range, page envelope.Page) {
	reader := books.Reader{Log: a.Log, Blocks: a.Queries.MovementBlocks}
	entries, total, err := reader.Page(c.Request.Context(), clientOf(c), in, page.Offset(), int64(page.PerPage))
	var history BalanceHistory
	if err == nil {
		history, err = a.prove(c.Request.Context(), entries)
	}
	if err != nil {
		envelope.Fail(c, a.altered(err))
		return
	}
	envelope.List(c, history, page, total)
}

func (a *API) prove(ctx context.Context, entries []books.Entry) (BalanceHistory, error) {
	newest := eventstore.Position{}
	for _, e := range entries {
		newest = e.Recorded.Position // they are in the order of the log
	}
	text, head, err := a.config.Notary.Covering(ctx, newest)
	if err != nil {
		return BalanceHistory{}, err
	}
	history := BalanceHistory{Checkpoint: text, Key: a.config.Notary.Key().Verifier, Lines: make([]provenMovement, len(entries))}
	prover := a.config.Notary.Prove(ctx, head)
	for i, e := range entries {
		line, err := prover.Line(ctx, *e.Recorded)
		if err != nil {
			return history, err
		}
		history.Lines[i] = provenMovement{Movement: e.Movement, Leaf: line.Leaf, Proof: line.Proof, Event: ProvenEvent{
			Stream: line.Stream, Revision: line.Revision, ID: line.ID.String(), Type: line.Type,
			Data: line.Data, Metadata: line.Metadata,
		}}
	}
	return history, nil
}

// downloadStatement gives the file that `gateway audit check` accepts.
func (a *API) downloadStatement(c *gin.Context, in books.Range, since int64) {
	ctx, client := c.Request.Context(), clientOf(c)
	if !in.From.IsZero() {
		envelope.Fail(c, domain.InvalidField("from", "a statement begins with the first movement"))
		return
	}
	at := in.To
	if at.IsZero() {
		at = a.Now()
	}
	heading, prover, err := a.heading(ctx, client, since)
	if err != nil {
		envelope.Fail(c, a.altered(err))
		return
	}
	envelope.Download(c, fmt.Sprintf("balance-%d-%s.statement", client, at.UTC().Format(time.DateOnly)), "application/octet-stream", func(out io.Writer) error {
		return a.altered(prover.Statement(ctx, out, heading, client, at))
	})
}

// heading begins a statement: a checkpoint that covers all of the client's events,
// joined to an earlier one unless since is 0.
func (a *API) heading(ctx context.Context, client, since int64) (h notary.Heading, p *notary.Prover, err error) {
	newest, err := a.Log.Store().ReadStream(ctx, balance.Stream(client), eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return h, nil, err
	}
	last := eventstore.Position{}
	for _, r := range newest {
		last = r.Position
	}
	text, head, err := a.config.Notary.Covering(ctx, last)
	if err != nil {
		return h, nil, err
	}
	if since > head.Size {
		return h, nil, domain.InvalidField("since", "is more than the %d events that are signed", head.Size)
	}
	h, p = notary.NewHeading(text, a.config.Notary.Key()), a.config.Notary.Prove(ctx, head)
	if since > 0 {
		h.Consistency, err = p.Consistency(tlog.Tree{N: since})
	}
	return h, p, err
}

// altered tells the client, and the operator, of an event that is not as it was.
func (a *API) altered(err error) error {
	if !errors.Is(err, notary.ErrNotIncluded) {
		return err
	}
	a.Logger.WithError(err).Error("the log was changed after it was signed")
	return errAltered
}
