package page

import (
	"maps"
	"testing"
	"time"

	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

func TestAPhoneShowsARowThatLeadsToAThingAsACard(t *testing.T) {
	t.Parallel()
	c := &Context{Language: words.English}
	at, amount, state := c.Time(time.Unix(0, 0)), Rupiah(decimal.NewFromInt(5)), c.State("PAID")
	thing := ID("INV-1").To("/portal/payments/INV-1")
	for name, test := range map[string]struct {
		cells []Cell
		want  map[int]string
	}{
		"a payment":                   {[]Cell{at, thing, Plain("QRIS"), state, amount, amount}, map[int]string{0: cardWhen, 1: cardWhat, 2: cardMore, 3: cardState, 4: cardAmount}},
		"a callback has no amount":    {[]Cell{at, thing, state, ID("withdrawals/1"), Number(2)}, map[int]string{0: cardWhen, 1: cardWhat, 2: cardState, 3: cardMore}},
		"the rows lead nowhere":       {[]Cell{at, Plain("logged in"), Plain("127.0.0.1")}, nil},
		"only an amount leads on":     {[]Cell{Plain("Fees"), Number(3), amount.To("/portal/balance")}, nil},
		"too little for a card's use": {[]Cell{thing, Plain("Kopi")}, nil},
	} {
		table := &Table{Columns: make([]Column, len(test.cells)), Rows: []Row{{Cells: test.cells}}}
		if got := table.card(); !maps.Equal(got, test.want) {
			t.Errorf("%s: the card is %v, want %v", name, got, test.want)
		}
	}
}

func TestAColumnThatIsEmptyInEachRowIsNotShown(t *testing.T) {
	t.Parallel()
	table := &Table{Columns: []Column{{Heading: "What"}, {Heading: "Reason"}, {Heading: "Next"}}}
	table.Add(Plain("a"), Plain(""), Plain(""))
	table.Add(Plain("b"), Plain("why"), Cell{Kind: "time"})
	v := table.View()
	if len(v.Heads) != 2 || v.Heads[1].Text != "Reason" || len(v.Rows[1]) != 2 || v.Rows[1][1].Text != "why" {
		t.Errorf("the table shows %+v", v)
	}
	if len(table.Rows[0].Cells) != 3 {
		t.Error("a file has fewer columns, too")
	}
}
