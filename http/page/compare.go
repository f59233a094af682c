package page

import (
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Compared shows below each figure how its amount changed from before to now. A figure that before does not
// have counts as zero there.
func (c *Context) Compared(now, before Figures) Figures {
	was := map[string]decimal.Decimal{}
	for _, f := range before.Figures {
		was[f.Label] = amountOf(f.Value)
	}
	out := Figures{}
	for _, f := range now.Figures {
		f.Hint = c.T(words.ChangedBy, SignedRupiah(amountOf(f.Value).Sub(was[f.Label])).Text)
		out.Figures = append(out.Figures, f)
	}
	return out
}

func amountOf(cell Cell) decimal.Decimal {
	amount, err := decimal.NewFromString(cell.Raw)
	if err != nil {
		return decimal.Zero
	}
	return amount
}

// SignedRupiah is a difference with its sign.
func SignedRupiah(d decimal.Decimal) Cell {
	cell := Rupiah(d)
	if d.IsPositive() {
		cell.Text = "+" + cell.Text
	}
	return cell
}
