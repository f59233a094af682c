package sample

import (
	"testing"

	"github.com/shopspring/decimal"
)

func TestSample(t *testing.T) {
	if Cut(3) != 3 || Cut(20) != 10 {
		t.Error("Cut")
	}
	if !Owes(decimal.NewFromInt(-1)) || Owes(decimal.Zero) || Owes(decimal.NewFromInt(1)) {
		t.Error("Owes")
	}
	if Whole(1, 1) || !Whole(1, 2) || !Whole(2, 1) {
		t.Error("Whole")
	}
}
