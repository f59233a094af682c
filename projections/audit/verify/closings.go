package verify

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/period"
	"gateway/eventstore"
	"gateway/projections/audit/books"

	"golang.org/x/mod/sumdb/tlog"
)

// closings checks the closed months against the log: their time, their number of events, their trial balance and their
// hash. It counts events, so that it holds in every store that the log is moved to.
type closings struct {
	// closed are the months in the order of their ends, the next one first.
	closed   []period.Closed
	events   int64
	latest   time.Time // the latest booking time so far
	turnover *books.Turnover
}

// newClosings reads the closings of a log, each from the stream of its month.
func newClosings(ctx context.Context, log *eventstore.Log, head eventstore.Position) (*closings, error) {
	c := &closings{turnover: books.NewTurnover(nil)}
	first, err := log.Store().ReadAll(ctx, eventstore.Position{}, 1)
	if err != nil || len(first) == 0 {
		return c, err
	}
	last, err := log.Store().ReadAll(ctx, head.JustBefore(), 1)
	if err != nil || len(last) == 0 {
		return c, err
	}
	// The month of a time zone may be the one before or after that of UTC.
	const form = "2006-01"
	at := first[0].BookedAt.UTC().AddDate(0, 0, -1)
	for month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC); !month.After(last[0].BookedAt); month = month.AddDate(0, 1, 0) {
		s, _, err := eventstore.Load(ctx, log, period.Aggregate, period.Stream(month.Format(form)))
		if err != nil {
			return c, err
		}
		if s.Exists() {
			c.closed = append(c.closed, s.Closed)
		}
	}
	return c, nil
}

func (*closings) name() string { return "closed months are those of the log" }

// trees returns the trees of the checkpoints, which the check of signed checkpoints compares with the log.
func (c *closings) trees() (all []tlog.Tree) {
	for _, month := range c.closed {
		lines := strings.Split(month.Checkpoint, "\n")
		if len(lines) < 3 {
			continue
		}
		size, sizeErr := strconv.ParseInt(lines[1], 10, 64)
		root, rootErr := tlog.ParseHash(lines[2])
		if sizeErr == nil && rootErr == nil {
			all = append(all, tlog.Tree{N: size, Hash: root})
		}
	}
	return all
}

func (c *closings) observe(e eventstore.Envelope, r *Report) {
	for len(c.closed) > 0 && c.events >= c.closed[0].Events {
		c.end(e, r)
	}
	c.events++
	if e.BookedAt.After(c.latest) {
		c.latest = e.BookedAt
	}
	if own, ok := e.Event.(poster); ok {
		c.turnover.AddPostings(own.Posted())
	}
	if mover, ok := e.Event.(balance.Mover); ok {
		_, m := mover.Moved()
		c.turnover.AddPostings(m.Postings)
	}
	if len(c.closed) > 0 && c.events == c.closed[0].EventsBefore {
		c.turnover = c.turnover.Next()
	}
}

// end compares the next closed month with what was read of it; e is the first event after it.
func (c *closings) end(e eventstore.Envelope, r *Report) {
	month := c.closed[0]
	c.closed = c.closed[1:]
	where := period.Stream(month.Month)
	if !c.latest.Before(month.Until) || e.BookedAt.Before(month.Until) && c.latest.Before(month.Until) {
		r.addFinding(c.name(), where, "does not end at event %d: that was booked at %s, the next one at %s", month.Events,
			c.latest.UTC().Format(time.RFC3339Nano), e.BookedAt.UTC().Format(time.RFC3339Nano))
	}
	lines := c.turnover.Lines()
	figures := month.Figures()
	if month.Hash != figures.Hash() {
		r.addFinding(c.name(), where, "has the hash %s, and its own figures have %s", month.Hash, figures.Hash())
	}
	if !slices.EqualFunc(lines, month.TrialBalance, sameLine) {
		figures.TrialBalance = lines
		r.addFinding(c.name(), where, "has another trial balance than the log, whose hash is %s", figures.Hash())
	}
	if !strings.Contains(month.Checkpoint, fmt.Sprintf("\n%d\n", month.Events)) {
		r.addFinding(c.name(), where, "has no checkpoint of %d events", month.Events)
	}
	c.turnover = c.turnover.Next()
	if len(c.closed) > 0 && c.closed[0].EventsBefore < month.Events {
		r.addFinding(c.name(), period.Stream(c.closed[0].Month), "begins after event %d, before the end of %s",
			c.closed[0].EventsBefore, month.Month)
	}
}

func sameLine(a, b period.Line) bool {
	return a.Account == b.Account && a.Opening.Equal(b.Opening) && a.Debit.Equal(b.Debit) &&
		a.Credit.Equal(b.Credit) && a.Closing.Equal(b.Closing)
}

func (c *closings) finish(r *Report) {
	for _, month := range c.closed {
		r.addFinding(c.name(), period.Stream(month.Month), "ends at event %d, and the log has %d", month.Events, c.events)
	}
}
