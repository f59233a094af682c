package safeguardservice

import (
	"strconv"
	"time"

	"gateway/domain/safeguarding"
	"gateway/projections/sheet"
)

// dayHeading are the columns of the file of days, and proofHeading those of the signed file of a day.
var (
	dayHeading   = []string{"day", "at", "complete", "own", "owed", "difference", "short", "covered"}
	proofHeading = []string{"row", "day", "at", "side", "account", "amount", "short", "covered"}
)

// The rows of the signed file of a day. A RowLine is an account, a RowTotal a side, RowResult the difference.
const (
	RowLine   = "line"
	RowTotal  = "total"
	RowResult = "result"
)

// ProofColumns is the number of columns of the signed file of a day.
func ProofColumns() int { return len(proofHeading) }

// WriteDays writes the heading of a file of days and returns the function that writes a day. The caller flushes the
// writer.
func WriteDays(w *sheet.Writer) (func(Day) error, error) {
	err := w.Write(dayHeading)
	return func(d Day) error {
		return w.Write([]string{
			d.Day, d.At.Format(time.RFC3339Nano), strconv.FormatBool(d.Complete), d.Own.String(), d.Owed.String(),
			d.Difference.String(), d.Short.String(), strconv.FormatBool(d.Covered),
		})
	}, err
}

// CSV writes the accounts of the day, the sum of each side, and the result. The caller flushes the writer.
func (d Day) CSV(w *sheet.Writer) error {
	at := d.At.Format(time.RFC3339Nano)
	rows := [][]string{proofHeading}
	for _, l := range d.Lines {
		rows = append(rows, []string{RowLine, d.Day, at, l.Side, l.Account, l.Amount.String(), "", ""})
	}
	rows = append(rows,
		[]string{RowTotal, d.Day, at, safeguarding.Own, "", d.Own.String(), "", ""},
		[]string{RowTotal, d.Day, at, safeguarding.Owed, "", d.Owed.String(), "", ""},
		[]string{RowResult, d.Day, at, "", "", d.Difference.String(), d.Short.String(), strconv.FormatBool(d.Covered)},
	)
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}
