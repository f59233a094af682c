package e2e

import (
	"encoding/json"
	"testing"

	"github.com/shopspring/decimal"
)

// sen is an amount of money in hundredths of a rupiah.
type sen struct{ sen int64 }

// rupiah reads an amount of an answer.
func rupiah(tb testing.TB, value any) sen {
	tb.Helper()
	n, _ := value.(json.Number)
	d, err := decimal.NewFromString(n.String())
	if err != nil || !d.Shift(2).IsInteger() {
		tb.Fatalf("%v is no amount", value)
	}
	return sen{d.Shift(2).IntPart()}
}

// sub gives the JSON of the amount less some sen.
func (s sen) sub(less int64) json.RawMessage {
	return raw(decimal.New(s.sen-less, -2).String())
}
