package books

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"gateway/domain/statement"
)

// CSV writes a row for each client, and the row `total`, which also has the provider's costs. The
// columns are the figures of each line, named <line>_<figure>, and those of all lines, total_<figure>.
func (p Period) CSV(out io.Writer) error {
	heading := []string{"client_id", "nama"}
	for _, line := range append(statement.Lines(), "total") {
		for _, figure := range []string{"count", "gross", "fee", "vat", "net_amount"} {
			heading = append(heading, line+"_"+figure)
		}
	}
	rows := [][]string{append(heading, "provider_costs")}
	for _, c := range p.Clients {
		rows = append(rows, periodRow(strconv.FormatInt(c.ClientID, 10), c.Name, c.Lines, c.Total, ""))
	}
	return csv.NewWriter(out).WriteAll(append(rows, periodRow("total", "", p.Lines, p.Total, p.ProviderCosts.String())))
}

func periodRow(id, name string, lines []statement.Total, total statement.Sum, costs string) []string {
	row := []string{id, escapeFormula(name)}
	for _, line := range statement.Lines() {
		var sum statement.Sum
		if i := slices.IndexFunc(lines, func(t statement.Total) bool { return t.Line == line }); i >= 0 {
			sum = lines[i].Sum
		}
		row = append(row, sumCells(sum)...)
	}
	return append(append(row, sumCells(total)...), costs)
}

func sumCells(s statement.Sum) []string {
	return []string{strconv.FormatInt(s.Count, 10), s.Gross.String(), s.Fee.String(), s.VAT.String(), s.Net.String()}
}
