package simulation

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"gateway/domain/bankstatement"
	"gateway/domain/treasury"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/treasuryservice"

	"github.com/shopspring/decimal"
)

// bankAccount is the gateway's own account.
const bankAccount = "9876543210"

// fakeBank is the gateway's own bank.
type fakeBank struct {
	lines   []bankLine
	balance int64
}

// bankLine is a movement, as the statement has it.
type bankLine struct {
	day             string
	amount, balance int64
	text            string
}

// move books a few movements. Some of them are equal in all that the statement says.
func (b *fakeBank) move(w *world) {
	amount, text := int64(1_000*(1+w.random.IntN(9))), []string{"BUNGA", "BIAYA ADM", "SETORAN"}[w.random.IntN(3)]
	amounts := []int64{amount, -amount, amount, -amount}
	if !w.chance(3) {
		amounts = []int64{amount - 5_000}
	}
	day := wib.DayOf(time.Now())
	for _, amount := range amounts {
		if amount != 0 {
			b.balance += amount
			b.lines = append(b.lines, bankLine{day: day, amount: amount, text: text, balance: b.balance})
		}
	}
}

// from returns the first line of the day of a line, so that a file has whole days.
func (b *fakeBank) from(i int) int {
	for i > 0 && b.lines[i-1].day == b.lines[i].day {
		i--
	}
	return i
}

// file is the statement of the lines from the day of one on.
func (b *fakeBank) file(from int) string {
	var text strings.Builder
	text.WriteString("Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n")
	lines := b.lines[b.from(from):]
	for _, l := range lines {
		day, _ := time.Parse(time.DateOnly, l.day)
		amount, direction := l.amount, "CR"
		if amount < 0 {
			amount, direction = -amount, "DB"
		}
		fmt.Fprintf(&text, "%s,%s,,%d,%s,%d\n", day.Format("02/01/2006"), l.text, amount, direction, l.balance)
	}
	fmt.Fprintf(&text, "Saldo Awal,=,%d\nSaldo Akhir,=,%d\n", lines[0].balance-lines[0].amount, lines[len(lines)-1].balance)
	return text.String()
}

// importStatement acts as an administrator who imports the statement from a line on. Files overlap.
func (w *world) importStatement(p *process, from int) {
	if from >= len(w.books.bank.lines) {
		return
	}
	f := bankstatementservice.File{
		Name: fmt.Sprint("from-", from, ".csv"), Account: bankAccount,
		Content: base64.StdEncoding.EncodeToString([]byte(w.books.bank.file(from))),
	}
	w.act(p, "admin:1", "import "+f.Name, func(ctx context.Context) error {
		_, err := p.keep.statements.Import(ctx, f)
		return err
	})
}

// bookLine acts as an administrator who books a line that no entry is known for; now and then as two, who do it at once. A careless
// one may take a line that is booked. It returns how many lines are open.
func (w *world) bookLine(p *process, careless bool) int {
	var open []bankstatement.Line
	booked := map[string]bool{}
	for _, e := range w.events() {
		switch event := e.Event.(type) {
		case bankstatement.Imported:
			open = append(open, event.Lines...)
		case treasury.Entered:
			booked[event.Reference] = true
		}
	}
	var able []bankstatement.Line
	for _, l := range open {
		if !booked[l.ID] || careless && w.chance(20) {
			able = append(able, l)
		}
	}
	if len(able) == 0 {
		return 0
	}
	l := able[w.random.IntN(len(able))]
	for range 1 + w.random.IntN(2) {
		w.enter(p, treasuryservice.Request{Kind: kindOf(l.Amount), Amount: l.Amount.Abs(), ValueDate: l.ValueDate, Reference: l.ID})
		if p = w.anyProcess(); p == nil || p.former {
			break
		}
	}
	return len(able)
}

func kindOf(amount decimal.Decimal) string {
	if amount.IsPositive() {
		return treasury.BankInterest
	}
	return treasury.BankCharge
}

// enter makes an entry about the gateway's own money.
func (w *world) enter(p *process, r treasuryservice.Request) {
	w.books.entries++
	r.ID = int64(w.books.entries)
	w.act(p, "admin:1", fmt.Sprint("enter ", r.Kind, " ", r.Reference), func(ctx context.Context) error {
		_, err := p.keep.treasury.Enter(ctx, r)
		return err
	})
}
