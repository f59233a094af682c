package notary

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
	"golang.org/x/mod/sumdb/tlog"
)

// Heading is the first line of a statement file. The others are Lines, each JSON.
type Heading struct {
	Format     string    `json:"format"`
	Checkpoint string    `json:"checkpoint"`
	Key        string    `json:"key"`
	ClientID   int64     `json:"client_id,omitempty"`
	At         time.Time `json:"at,omitzero"`
	// Balance is the client's balance after the last line; nil for single events.
	Balance *decimal.Decimal `json:"saldo,omitempty"`
	// Earlier and Consistency join the checkpoint to an earlier one.
	Earlier     string      `json:"earlier_checkpoint,omitempty"`
	Consistency []tlog.Hash `json:"consistency,omitempty"`
}

const format = "gateway-statement/v1"

// statementPage is how many events of a stream are read at once.
const statementPage = 1_000

// NewHeading begins a file about the checkpoint.
func NewHeading(checkpoint string, key Key) Heading {
	return Heading{Format: format, Checkpoint: checkpoint, Key: key.Verifier}
}

// Statement writes a client's statement: the heading, then every event of the
// balance stream up to the last movement at or before a moment, each with its proof,
// from the first one on: a line that was left out would leave a gap in the revisions.
// The log may go on meanwhile; the statement ends with the head that is proved.
func (p *Prover) Statement(ctx context.Context, out io.Writer, h Heading, client int64, at time.Time) error {
	last, saldo, err := p.lastMovement(ctx, client, at)
	if err != nil {
		return err
	}
	h.ClientID, h.At, h.Balance = client, at.UTC(), &saldo
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(h); err != nil {
		return err
	}
	for from := eventstore.Revision(0); from <= last; {
		limit := int(min(statementPage, last+1-from))
		page, err := p.log.Store().ReadStream(ctx, balance.Stream(client), from, eventstore.Forwards, limit)
		if err != nil {
			return err
		}
		for _, r := range page {
			line, err := p.Line(ctx, r)
			if err != nil {
				return err
			}
			if err := e.Encode(line); err != nil {
				return err
			}
			from = r.Revision + 1
		}
		if len(page) < limit {
			return fmt.Errorf("the stream of client %d ends before revision %d", client, last)
		}
	}
	return nil
}

// lastMovement finds where a statement ends, and the balance then: revision -1 when
// there is no movement yet.
func (p *Prover) lastMovement(ctx context.Context, client int64, at time.Time) (eventstore.Revision, decimal.Decimal, error) {
	for from := eventstore.End; from >= 0; {
		page, err := p.log.Store().ReadStream(ctx, balance.Stream(client), from, eventstore.Backwards, statementPage)
		if err != nil || len(page) == 0 {
			return eventstore.NoStream, decimal.Zero, err
		}
		for _, r := range page {
			from = r.Revision - 1
			if p.head.Position.Before(r.Position) {
				continue
			}
			e, err := moved(r.Data)
			if err != nil {
				return eventstore.NoStream, decimal.Zero, err
			}
			if len(e.Postings) > 0 && !e.At.After(at) {
				return r.Revision, e.After.Sum(), nil
			}
		}
	}
	return eventstore.NoStream, decimal.Zero, nil
}

// movement is what a balance event says of money.
type movement struct {
	Postings []ledger.Posting `json:"postings"`
	After    ledger.Totals    `json:"after"`
	At       time.Time        `json:"at"`
}

func moved(data []byte) (m movement, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("read a balance event: %w", err)
	}
	return m, nil
}
