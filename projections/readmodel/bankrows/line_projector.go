package bankrows

import (
	"context"

	"gateway/domain"
	"gateway/domain/bankstatement"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// Lines projects what files of the bank say.
type Lines struct{}

// Name implements engine.Model.
func (Lines) Name() string { return "bank_lines" }

// Tables implements engine.Model.
func (Lines) Tables() []string {
	return []string{"bank_days", "bank_lines", "bank_line_counts", "bank_pending"}
}

var (
	keepDays      = readtable.Upsert("bank_days", (*dayRow).columns, "account", "day")
	insertLines   = readtable.Insert("bank_lines", (*lineChange).columns)
	updateLines   = readtable.Update("bank_lines", (*lineChange).columns, "id")
	countLines    = readtable.CounterIn("bank_line_counts")
	insertPending = readtable.Insert("bank_pending", (*Line).pendingColumns)
	deletePending = readtable.Delete("bank_pending", (*Line).pendingColumns, "account")
)

// lineChange holds a batch's changes to one line.
type lineChange struct {
	Line
	readtable.Changed
}

// placeBits make room for the place of a line in its event, below bankstatement.MaxLines.
const placeBits = 15

// lineFold is the folded batch.
type lineFold struct {
	days   readtable.Changes[[2]string, dayRow]
	lines  readtable.Changes[string, lineChange]
	counts readtable.Counts
	// newest is the newest day of each account, and pending what waits there. An account without an entry in pending keeps its lines.
	newest  map[string]string
	pending map[string][]*Line
}

// Applies implements engine.Selective.
func (Lines) Applies() []domain.Event {
	return []domain.Event{bankstatement.Imported{}, bankstatement.LineMatched{}, bankstatement.LineExplained{}, bankstatement.LineReopened{}}
}

// Apply implements engine.Model.
func (Lines) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	newest, err := newestDays(ctx, tx, events)
	if err != nil {
		return err
	}
	f := lineFold{counts: readtable.Counts{}, newest: newest, pending: map[string][]*Line{}}
	for _, e := range events {
		f.fold(e)
	}
	var gone, waiting []*Line
	for account, lines := range f.pending {
		gone, waiting = append(gone, &Line{Account: account}), append(waiting, lines...)
	}
	changed := f.lines.List
	return readtable.Run(ctx, tx, keepDays.Rows(f.days.List...), insertLines.RowsIf(changed, (*lineChange).IsNew),
		updateLines.RowsIf(changed, (*lineChange).IsKnown), countLines.Add(f.counts), deletePending.Rows(gone...), insertPending.Rows(waiting...))
}

// newestDays returns the newest day of each account of the batch, before the batch.
func newestDays(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) (map[string]string, error) {
	newest := map[string]string{}
	var accounts []string
	for _, e := range events {
		if i, ok := e.Event.(bankstatement.Imported); ok {
			accounts = append(accounts, i.Account)
		}
	}
	if accounts == nil {
		return newest, nil
	}
	rows, err := tx.Query(ctx, `SELECT a.account, (SELECT day FROM bank_days d WHERE d.account = a.account ORDER BY day DESC LIMIT 1)
		FROM (SELECT DISTINCT unnest($1::text[]) AS account) a
		WHERE EXISTS (SELECT FROM bank_days d WHERE d.account = a.account)`, pq.Array(accounts))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var account, day string
		if err := rows.Scan(&account, &day); err != nil {
			return nil, err
		}
		newest[account] = day
	}
	return newest, rows.Err()
}

func (f *lineFold) fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case bankstatement.Imported:
		f.imported(env.Position.Commit, e)
	case bankstatement.LineMatched:
		f.clear(e.LineID, bankstatement.StatusUnmatched, bankstatement.StatusMatched, e.BookingID, e.Reason, e.By)
	case bankstatement.LineExplained:
		f.clear(e.LineID, bankstatement.StatusUnmatched, bankstatement.StatusExplained, "", e.Reason, e.By)
	case bankstatement.LineReopened:
		f.clear(e.LineID, e.Was(), bankstatement.StatusUnmatched, "", e.Reason, e.By)
	}
}

func (f *lineFold) imported(position int64, e bankstatement.Imported) {
	day := f.days.ForKey([2]string{e.Account, e.Day})
	*day = dayRow{
		Account: e.Account, Day: e.Day, Position: position, Format: e.Format, Source: e.Source, Opening: e.Opening, Closing: e.Closing,
		By: e.By, ImportedAt: e.At,
	}
	row := func(i int, l bankstatement.Line) Line {
		return Line{
			ID: l.ID, Position: position<<placeBits | int64(i), Account: e.Account, Day: e.Day, ValueDate: l.ValueDate, Amount: l.Amount,
			Text: l.Text, Balance: l.Balance, Status: bankstatement.StatusUnmatched, CreatedAt: e.At,
		}
	}
	for i, l := range e.Lines {
		c := f.lines.ForKey(l.ID)
		c.New, c.Line = true, row(i, l)
		f.counts.Move(readtable.Scope{}, "", bankstatement.StatusUnmatched)
	}
	if e.Day < f.newest[e.Account] {
		return
	}
	f.newest[e.Account] = e.Day
	waiting := []*Line{}
	for i, l := range e.Pending {
		line := row(len(e.Lines)+i, l)
		waiting = append(waiting, &line)
	}
	f.pending[e.Account] = waiting
}

func (f *lineFold) clear(id, from, to, booking, reason, by string) {
	c := f.lines.ForKey(id)
	c.ID, c.Status = id, to
	readtable.Assign(&c.Changed, &c.BookingID, booking)
	readtable.Assign(&c.Changed, &c.Reason, reason)
	readtable.Assign(&c.Changed, &c.ClearedBy, by)
	f.counts.Move(readtable.Scope{}, from, to)
}
