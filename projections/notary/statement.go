package notary

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"gateway/domain/balance"
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
	// Saldo is the client's balance after the last line; nil for single events.
	Saldo *decimal.Decimal `json:"saldo,omitempty"`
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

// Statement gives every event of a client's balance stream up to a moment to visit,
// each with its proof, from the first one on: a line that was left out would leave
// a gap in the revisions. It gives what the balance was then.
func (p *Prover) Statement(
	ctx context.Context, log *eventstore.Log, client int64, at time.Time, visit func(Line) error,
) (decimal.Decimal, error) {
	saldo := decimal.Zero
	for from := eventstore.Revision(0); ; {
		page, err := log.Store().ReadStream(ctx, balance.Stream(client), from, eventstore.Forwards, statementPage)
		if err != nil {
			return saldo, err
		}
		for _, r := range page {
			e, err := moved(r.Data)
			if err != nil {
				return saldo, err
			}
			if e.At.After(at) || p.head.Position.Before(r.Position) {
				return saldo, nil
			}
			line, err := p.Line(ctx, r)
			if err != nil {
				return saldo, err
			}
			if err := visit(line); err != nil {
				return saldo, err
			}
			if len(e.Postings) > 0 {
				saldo = e.saldo()
			}
			from = r.Revision + 1
		}
		if len(page) < statementPage {
			return saldo, nil
		}
	}
}

// movement is what a balance event says of money.
type movement struct {
	Postings []balance.Posting `json:"postings"`
	After    balance.Totals    `json:"after"`
	At       time.Time         `json:"at"`
}

func (m movement) saldo() decimal.Decimal {
	return m.After.Available.Add(m.After.Unsettled).Add(m.After.Held)
}

func moved(data []byte) (m movement, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("read a balance event: %w", err)
	}
	return m, nil
}

// Checked is what a file was found to say.
type Checked struct {
	Heading Heading
	Tree    tlog.Tree
	Lines   int64
}

// Check holds a file against a key, offline: the signature, the proof of every
// line, and for a statement that no line is missing and that the postings add up
// to the balance. earlier, when not empty, is a checkpoint kept from before; the
// file must then carry the proof of consistency with it.
func Check(file io.Reader, key, earlier string, visit func(Line) error) (Checked, error) {
	var c Checked
	d := json.NewDecoder(bufio.NewReaderSize(file, 1<<16))
	if err := d.Decode(&c.Heading); err != nil || c.Heading.Format != format {
		return c, fmt.Errorf("this is no %s file (%w)", format, err)
	}
	var err error
	if c.Tree, err = OpenCheckpoint(c.Heading.Checkpoint, key); err != nil {
		return c, err
	}
	if err := c.consistent(key, earlier); err != nil {
		return c, err
	}
	sums := newSums(c.Heading.ClientID)
	for {
		var l Line
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return c, fmt.Errorf("line %d: %w", c.Lines+1, err)
		}
		if err := l.Check(c.Tree); err != nil {
			return c, fmt.Errorf("line %d: %w", c.Lines+1, err)
		}
		if c.Heading.Saldo != nil {
			if err := sums.add(l); err != nil {
				return c, fmt.Errorf("line %d: %w", c.Lines+1, err)
			}
		}
		if visit != nil {
			if err := visit(l); err != nil {
				return c, err
			}
		}
		c.Lines++
	}
	return c, sums.end(c.Heading.Saldo)
}

func (c Checked) consistent(key, earlier string) error {
	if earlier == "" {
		return nil
	}
	before, err := OpenCheckpoint(earlier, key)
	if err != nil {
		return fmt.Errorf("the earlier checkpoint: %w", err)
	}
	return CheckConsistency(c.Heading.Consistency, c.Tree, before)
}

// sums adds a statement up as an auditor would.
type sums struct {
	stream string
	next   int64
	totals map[string]decimal.Decimal
	client int64
}

func newSums(client int64) *sums {
	return &sums{stream: balance.Stream(client), client: client, totals: make(map[string]decimal.Decimal)}
}

func (s *sums) add(l Line) error {
	if l.Stream != s.stream || l.Revision != s.next {
		return fmt.Errorf("is %s revision %d, not %s revision %d: a line is missing or foreign", l.Stream, l.Revision, s.stream, s.next)
	}
	s.next++
	m, err := moved([]byte(l.Data))
	if err != nil {
		return err
	}
	sum := decimal.Zero
	for _, p := range m.Postings {
		sum = sum.Add(p.Amount)
		s.totals[p.Account] = s.totals[p.Account].Add(p.Amount)
	}
	if !sum.IsZero() {
		return fmt.Errorf("its postings sum to %s", sum)
	}
	return nil
}

func (s *sums) end(said *decimal.Decimal) error {
	if said == nil {
		return nil
	}
	saldo := s.totals[balance.AvailableAccount(s.client)].
		Add(s.totals[balance.UnsettledAccount(s.client)]).Add(s.totals[balance.HeldAccount(s.client)])
	if !saldo.Equal(*said) {
		return fmt.Errorf("the lines add up to %s, the statement says %s", saldo, said)
	}
	return nil
}
