package agingservice

import (
	"context"
	"strconv"
	"time"

	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/sheet"
)

// WriteOff is a write-off with what came back of it.
type WriteOff struct {
	balancerows.WriteOff
	// Recoveries are the credits that repaid a part of it, oldest first.
	Recoveries []balancerows.Recovery `json:"recoveries"`
}

// WriteOffRange selects write-offs. Fields that are empty select all. From and To are times or days, both included.
type WriteOffRange struct {
	ClientID         int64
	Status, From, To string
}

// filePage is how many write-offs a file reads at once.
const filePage = 500

// WriteOff returns one write-off. Error: readtable.ErrNotFound.
func (a Ages) WriteOff(ctx context.Context, id string) (WriteOff, error) {
	row, err := a.Queries.WriteOff(ctx, id)
	if err != nil {
		return WriteOff{}, err
	}
	found, err := a.Queries.Recoveries(ctx, id)
	return WriteOff{WriteOff: a.aged(row), Recoveries: found}, err
}

// WriteOffFilter returns the filter of a range. Refusals: invalid_field from, to.
func (a Ages) WriteOffFilter(ctx context.Context, r WriteOffRange) (balancerows.WriteOffFilter, error) {
	in, err := a.Between(ctx, "from", r.From, "to", r.To)
	return balancerows.WriteOffFilter{ClientID: r.ClientID, Status: r.Status, From: in.From, To: in.To}, err
}

// WriteOffs returns a page of the write-offs that the filter selects, newest first, with the names of the clients, and their total
// number.
func (a Ages) WriteOffs(ctx context.Context, f balancerows.WriteOffFilter, p readtable.Page) ([]balancerows.WriteOff, int64, error) {
	rows, total, err := a.Queries.WriteOffs(ctx, f, p)
	if err != nil {
		return nil, 0, err
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = row.ClientID
	}
	names, err := a.Queries.ClientNames(ctx, ids)
	for i, row := range rows {
		rows[i] = a.aged(row)
		rows[i].ClientName = names[row.ClientID]
	}
	return rows, total, err
}

// aged says for how many days the debt was owed.
func (a Ages) aged(w balancerows.WriteOff) balancerows.WriteOff {
	if w.OwedSince != nil {
		days := a.Calendar.DaysBetween(*w.OwedSince, w.WrittenOffAt)
		w.OwedDays = &days
	}
	return w
}

// WriteOffsCSV writes a row for each write-off that the filter selects, newest first. The caller flushes the writer.
func (a Ages) WriteOffsCSV(ctx context.Context, f balancerows.WriteOffFilter, w *sheet.Writer) error {
	if err := w.Write([]string{
		"id", "client_id", "client_name", "amount", "owed_since", "owed_days", "reason", "requested_by", "approved_by", "written_off_at",
		"recovered", "remaining", "last_recovered_at", "status",
	}); err != nil {
		return err
	}
	page := readtable.Page{Number: 1, PerPage: filePage}
	for {
		rows, _, err := a.WriteOffs(ctx, f, page)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := w.Write(writeOffRow(row)); err != nil {
				return err
			}
		}
		if len(rows) < filePage {
			return nil
		}
		last := rows[len(rows)-1].Place()
		page.After = &last
	}
}

func writeOffRow(w balancerows.WriteOff) []string {
	days := ""
	if w.OwedDays != nil {
		days = strconv.Itoa(*w.OwedDays)
	}
	return []string{
		w.ID, strconv.FormatInt(w.ClientID, 10), w.ClientName, w.Amount.String(), timeOrNone(w.OwedSince), days, w.Reason, w.RequestedBy,
		w.ApprovedBy, w.WrittenOffAt.Format(time.RFC3339Nano), w.Recovered.String(), w.Remaining.String(),
		timeOrNone(w.LastRecoveredAt), w.Status,
	}
}

func timeOrNone(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
