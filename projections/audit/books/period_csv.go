package books

import (
	"io"
	"slices"
	"strconv"

	"gateway/domain/statement"
	"gateway/projections/sheet"
)

// CSV writes a row per client and a `total` row, which also has the provider's costs. The columns are the
// figures of each line, named <line>_<figure>, and of all lines together, named total_<figure>. After the
// provider's costs come the fee and the VAT for each VAT rate in the period, named
// vat_rate_<percent>_<figure>.
func (p Period) CSV(out io.Writer) error {
	heading := []string{"client_id", "nama"}
	for _, line := range append(statement.Lines(), "total") {
		for _, figure := range []string{"count", "gross", "fee", "vat", "net_amount"} {
			heading = append(heading, line+"_"+figure)
		}
	}
	heading = append(heading, "provider_costs")
	for _, rate := range p.VATRates {
		heading = append(heading, "vat_rate_"+rate.Text()+"_fee", "vat_rate_"+rate.Text()+"_vat")
	}
	rows := [][]string{heading}
	for _, c := range p.Clients {
		row := periodRow(strconv.FormatInt(c.ClientID, 10), c.Name, c.Lines, c.Total, "")
		rows = append(rows, append(row, p.rateCells(c.VATRates)...))
	}
	total := periodRow("total", "", p.Lines, p.Total, p.ProviderCosts.String())
	return sheet.NewWriter(out).WriteAll(append(rows, append(total, p.rateCells(p.VATRates)...)))
}

// rateCells returns the figures for each VAT rate of the period, with 0 for a rate that is not among the
// given ones.
func (p Period) rateCells(rates []statement.VATRateTotal) (cells []string) {
	for _, rate := range p.VATRates {
		var sum statement.VATRateTotal
		if i := slices.IndexFunc(rates, func(t statement.VATRateTotal) bool { return t.Text() == rate.Text() }); i >= 0 {
			sum = rates[i]
		}
		cells = append(cells, sum.Fee.String(), sum.VAT.String())
	}
	return cells
}

func periodRow(id, name string, lines []statement.Total, total statement.Sum, costs string) []string {
	row := []string{id, name}
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
