package notary

import (
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

// ErrNotComparable says that a file has no proof for the earlier checkpoint. The file may be sound, but it
// cannot be compared.
var ErrNotComparable = errors.New("can't be compared with the earlier checkpoint")

// Check checks a file offline with a public key: that the file is as it was signed, the checkpoint's
// signature, and the proof of every line. For a statement it also checks that no line is missing and that the
// postings sum to the balance. earlier, if not empty, is a checkpoint that the caller kept; the file must
// then contain the proof of consistency with it. visit, if set, is called with each line, before the file's
// end is checked. ErrKey and ErrNotComparable do not mean that the file is wrong; all other errors do.
func Check(file io.Reader, key, earlier string, visit func(Line) error) (CheckResult, error) {
	var c CheckResult
	f, err := openFile(file)
	if err != nil {
		return c, errNoFile
	}
	first, ok, err := f.line()
	if err != nil || !ok || json.Unmarshal(first, &c.Heading) != nil || c.Heading.Format != format && c.Heading.Format != formerFormat {
		return c, errors.Join(errNoFile, err)
	}
	if c.Tree, err = OpenCheckpoint(c.Heading.Checkpoint, key); err != nil {
		return c, err
	}
	sums := newSums(c.Heading.ClientID)
	for {
		raw, ok, err := f.line()
		if err != nil {
			return c, err
		}
		if !ok {
			break
		}
		if err := c.checkLine(raw, sums, visit); err != nil {
			return c, fmt.Errorf("line %d: %w", c.Lines+1, err)
		}
		c.Lines++
	}
	if err := f.checkTail(key, c.Heading.Format, c.Lines); err != nil {
		return c, err
	}
	if err := sums.checkBalance(c.Heading.Balance); err != nil {
		return c, err
	}
	return c, c.checkEarlier(key, earlier)
}

var errNoFile = fmt.Errorf("this is no %s file", format)

func (c *CheckResult) checkLine(raw []byte, sums *sums, visit func(Line) error) error {
	var l Line
	if err := json.Unmarshal(raw, &l); err != nil {
		return err
	}
	if err := l.Check(c.Tree); err != nil {
		return err
	}
	if c.Heading.Balance != nil {
		if err := sums.addLine(l); err != nil {
			return err
		}
	}
	if visit == nil {
		return nil
	}
	return visit(l)
}

// checkEarlier checks that the log continues the earlier checkpoint. It returns ErrNotComparable when the
// file has no proof or a proof for another checkpoint.
func (c CheckResult) checkEarlier(key, earlier string) error {
	if earlier == "" {
		return nil
	}
	before, err := OpenCheckpoint(earlier, key)
	switch {
	case err != nil:
		return fmt.Errorf("the earlier checkpoint: %w", err)
	case before.N == c.Tree.N && before.Hash != c.Tree.Hash:
		return fmt.Errorf("two different logs of %d events were signed", before.N)
	case before.N == c.Tree.N || before.N == 0:
		return nil
	case before.N > c.Tree.N:
		return fmt.Errorf("the file of %d events %w: that is of %d, so it is not the earlier one", c.Tree.N, ErrNotComparable, before.N)
	case c.Heading.EarlierSize == 0:
		return fmt.Errorf("the file %w: it was made without --since", ErrNotComparable)
	case before.N != c.Heading.EarlierSize:
		return fmt.Errorf("the file %w of %d events: it was made --since one of %d", ErrNotComparable, before.N, c.Heading.EarlierSize)
	}
	return CheckConsistency(c.Heading.Consistency, c.Tree, before)
}

// sums adds up a statement's postings on the accounts of its client.
type sums struct {
	stream string
	next   int64
	totals ledger.Totals
	client int64
}

func newSums(client int64) *sums {
	return &sums{stream: balance.Stream(client), client: client}
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
	if sum := ledger.Sum(m.Postings); !sum.IsZero() {
		return fmt.Errorf("its postings sum to %s", sum)
	}
	s.totals = s.totals.Apply(s.client, m.Postings)
	return nil
}

func (s *sums) checkBalance(said *decimal.Decimal) error {
	if said == nil {
		return nil
	}
	if total := s.totals.Sum(); !total.Equal(*said) {
		return fmt.Errorf("the lines add up to %s, the statement says %s", total, said)
	}
	return nil
}
