package page

import (
	"encoding/csv"
	"strings"
	"testing"

	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
)

// The kind of a cell does not say what it contains: clients also choose codes and states.
func TestNoCellOfAFileIsAFormulaWhateverItsKind(t *testing.T) {
	t.Parallel()
	table := &Table{Columns: []Column{{Heading: "=heading"}}}
	for _, kind := range []string{"", "prose", "code", "state", "number", "money", "time"} {
		for _, raw := range []string{"=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"} {
			table.Rows = append(table.Rows, Row{Cells: []Cell{{Text: raw, Raw: raw, Kind: kind}}, File: []Cell{{Raw: raw, Kind: kind}}})
		}
	}
	table.Add(Rupiah(decimal.NewFromInt(-5)))
	var file strings.Builder
	out := sheet.NewWriter(&file)
	_ = out.Write(table.headings())
	table.write(out)
	out.Flush()
	reader := csv.NewReader(strings.NewReader(file.String()))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil || len(rows) != 44 {
		t.Fatal(len(rows), err)
	}
	for _, row := range rows[:43] {
		for _, cell := range row {
			if !strings.HasPrefix(cell, "'") {
				t.Errorf("%q is a formula", cell)
			}
		}
	}
	if rows[43][0] != "-5.00" {
		t.Errorf("an amount is %q", rows[43][0])
	}
}
