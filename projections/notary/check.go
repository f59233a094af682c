package notary

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gateway/domain/balance"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
	"golang.org/x/mod/sumdb/tlog"
)

// CheckResult is the content of a checked file.
type CheckResult struct {
	Heading Heading
	Tree    tlog.Tree
	Lines   int64
}

// Check checks a file with a public key, offline: the signature and the proof of every
// line; for a statement also that no line is missing and that the postings sum to the
// balance. earlier, when not empty, is a checkpoint that the caller kept; the file
// must then contain the proof of consistency with it. visit, when set, is called with
// each checked line.
func Check(file io.Reader, key, earlier string, visit func(Line) error) (CheckResult, error) {
	var c CheckResult
	d := json.NewDecoder(bufio.NewReaderSize(file, 1<<16))
	err := d.Decode(&c.Heading)
	if err != nil || c.Heading.Format != format {
		return c, fmt.Errorf("this is no %s file", format)
	}
	if c.Tree, err = OpenCheckpoint(c.Heading.Checkpoint, key); err != nil {
		return c, err
	}
	if err := c.checkEarlier(key, earlier); err != nil {
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
		if c.Heading.Balance != nil {
			if err := sums.addLine(l); err != nil {
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
	return c, sums.checkBalance(c.Heading.Balance)
}

func (c CheckResult) checkEarlier(key, earlier string) error {
	if earlier == "" {
		return nil
	}
	before, err := OpenCheckpoint(earlier, key)
	if err != nil {
		return fmt.Errorf("the earlier checkpoint: %w", err)
	}
	return CheckConsistency(c.Heading.Consistency, c.Tree, before)
}

// sums sums the postings of a statement by account.
type sums struct {
	stream string
	next   int64
	totals map[string]decimal.Decimal
	client int64
}

func newSums(client int64) *sums {
	return &sums{stream: balance.Stream(client), client: client, totals: make(map[string]decimal.Decimal)}
}

func (s *sums) addLine(l Line) error {
	if l.Stream != s.stream || l.Revision != s.next {
		return fmt.Errorf("is %s revision %d, not %s revision %d: a line is missing or foreign", l.Stream, l.Revision, s.stream, s.next)
	}
	s.next++
	m, err := parseMovement([]byte(l.Data))
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

func (s *sums) checkBalance(said *decimal.Decimal) error {
	if said == nil {
		return nil
	}
	total := s.totals[ledger.Available(s.client)].
		Add(s.totals[ledger.Unsettled(s.client)]).Add(s.totals[ledger.Held(s.client)])
	if !total.Equal(*said) {
		return fmt.Errorf("the lines add up to %s, the statement says %s", total, said)
	}
	return nil
}
