package audit

import (
	"strconv"
	"strings"
	"time"
)

// CSVHeading names the columns of CSV, as the API names the fields.
var CSVHeading = []string{"position", "at", "kind", "reference", "amount", "saldo_after", "postings", "who", "why"}

// CSV is a movement as a row. Postings are `account=amount`, with spaces between.
// A cell that a spreadsheet would take for a formula gets an apostrophe before it:
// references are the merchants' own words.
func CSV(m Movement) []string {
	postings := make([]string, len(m.Postings))
	for i, p := range m.Postings {
		postings[i] = p.Account + "=" + p.Amount.String()
	}
	return []string{
		strconv.FormatInt(m.Position, 10), m.At.UTC().Format(time.RFC3339Nano), m.Kind, harmless(m.Reference),
		m.Amount.String(), m.SaldoAfter.String(), strings.Join(postings, " "), harmless(m.Who), harmless(m.Why),
	}
}

func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
