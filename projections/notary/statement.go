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

// Heading is the first line of a statement file. The last line is a tail and each other line is a Line. All
// are JSON.
type Heading struct {
	Format     string    `json:"format"`
	Checkpoint string    `json:"checkpoint"`
	Key        string    `json:"key"`
	ClientID   int64     `json:"client_id,omitempty"`
	At         time.Time `json:"at,omitzero"`
	// Balance is the client's balance after the last line. It is nil in a file of single events.
	Balance *decimal.Decimal `json:"saldo,omitempty"`
	// Consistency proves that the checkpoint continues an earlier one of EarlierSize events.
	EarlierSize int64       `json:"earlier_size,omitempty"`
	Consistency []tlog.Hash `json:"consistency,omitempty"`

	key Key // signs the tail
}

// Continue adds the proof that the checkpoint continues an earlier one of size events.
func (h *Heading) Continue(size int64, proof tlog.TreeProof) {
	h.EarlierSize, h.Consistency = size, proof
}

const (
	// format is the format of the files written now. Their lines have the booking time when the leaf covers
	// it.
	format = "gateway-statement/v3"
	// formerFormat is an older format whose lines have no booking time. Such files can still be checked.
	formerFormat = "gateway-statement/v2"
)

// statementPage is the number of events per read.
const statementPage = 1_000

// NewHeading makes the heading of a file whose proofs are for the checkpoint.
func NewHeading(checkpoint string, key Key) Heading {
	return Heading{Format: format, Checkpoint: checkpoint, Key: key.Verifier, key: key}
}

// Statement writes a client's statement: the heading, then the events of the balance stream with their
// proofs, from the first event to the last movement at or before the position through. It includes events
// without a movement, so that a missing line shows as a gap in the revisions. It leaves out events after the
// prover's head.
func (p *Prover) Statement(ctx context.Context, out io.Writer, h Heading, client int64, at time.Time, through eventstore.Position) error {
	last, total, err := p.lastMovement(ctx, client, through)
	if err != nil {
		return err
	}
	h.ClientID, h.At, h.Balance = client, at.UTC(), &total
	file, err := beginFile(out, h)
	if err != nil {
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
			if err := file.write(line); err != nil {
				return err
			}
			from = r.Revision + 1
		}
		if len(page) < limit {
			return fmt.Errorf("the stream of client %d ends before revision %d", client, last)
		}
	}
	return file.end(h.key)
}

// Event writes a file with one event and its proof.
func (p *Prover) Event(ctx context.Context, out io.Writer, h Heading, r eventstore.Recorded) error {
	file, err := beginFile(out, h)
	if err != nil {
		return err
	}
	line, err := p.Line(ctx, r)
	if err != nil {
		return err
	}
	if err := file.write(line); err != nil {
		return err
	}
	return file.end(h.key)
}

// lastMovement returns the revision of the last movement at or before a position, and the balance after it.
// The revision is -1 when there is none.
func (p *Prover) lastMovement(
	ctx context.Context, client int64, through eventstore.Position,
) (eventstore.Revision, decimal.Decimal, error) {
	for from := eventstore.End; from >= 0; {
		page, err := p.log.Store().ReadStream(ctx, balance.Stream(client), from, eventstore.Backwards, statementPage)
		if err != nil || len(page) == 0 {
			return eventstore.NoStream, decimal.Zero, err
		}
		for _, r := range page {
			from = r.Revision - 1
			if p.head.Position.Before(r.Position) || through.Before(r.Position) {
				continue
			}
			e, err := parseMovement(r.Data)
			if err != nil {
				return eventstore.NoStream, decimal.Zero, err
			}
			if len(e.Postings) > 0 {
				return r.Revision, e.After.Sum(), nil
			}
		}
	}
	return eventstore.NoStream, decimal.Zero, nil
}

// movement is the part of a balance event that is about money.
type movement struct {
	Postings []ledger.Posting `json:"postings"`
	After    ledger.Totals    `json:"after"`
	At       time.Time        `json:"at"`
}

func parseMovement(data []byte) (m movement, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("read a balance event: %w", err)
	}
	return m, nil
}
