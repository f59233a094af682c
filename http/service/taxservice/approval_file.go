package taxservice

import (
	"encoding/csv"
	"strings"

	"gateway/domain"
)

// Approval is the tax office's number of a document.
type Approval struct{ Number, TaxNumber string }

// maxApprovals limits one import.
const maxApprovals = 10_000

// ParseApprovals reads a CSV file with a heading and the columns number (ours) and tax_number (the tax office's). Others
// are ignored. Refusal: invalid_field csv.
func ParseApprovals(text string) (list []Approval, err error) {
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil {
		return nil, domain.InvalidField("csv", "%s", err)
	}
	if len(rows) > maxApprovals {
		return nil, domain.InvalidField("csv", "has more than %d rows", maxApprovals)
	}
	at := map[string]int{}
	for i, row := range rows {
		if i == 0 {
			for column, name := range row {
				at[strings.ToLower(strings.TrimSpace(name))] = column + 1
			}
			if at["number"] == 0 || at["tax_number"] == 0 {
				return nil, domain.InvalidField("csv", "needs a heading with number and tax_number")
			}
			continue
		}
		list = append(list, Approval{strings.TrimSpace(row[at["number"]-1]), strings.TrimSpace(row[at["tax_number"]-1])})
	}
	if len(list) == 0 {
		return nil, domain.InvalidField("csv", "has no rows")
	}
	return list, nil
}
