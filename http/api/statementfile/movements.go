package statementfile

import (
	"cmp"
	"slices"
	"strconv"

	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/domain/statement"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// fees writes what the fees and their VAT were, by VAT rate.
func (s Printed) fees(p page) {
	l, w := p.language, words.Statement
	if len(s.Month.VATRates) == 0 {
		return
	}
	p.section(l.say(w.FeesByRate))
	const number = 40
	t := p.table(body, column{l.say(w.VATRate), 50, false}, column{l.say(w.Count), 18, true},
		column{l.say(w.Fee), number, true}, column{l.say(w.VAT), number, true})
	for _, rate := range s.Month.VATRates {
		name := l.say(w.RateUnknown)
		if rate.VATRate != nil {
			name = l.percent(*rate.VATRate)
		}
		t.row("", name, l.number(strconv.FormatInt(rate.Count, 10)), l.amount(rate.Fee), l.amount(rate.VAT))
	}
}

// takenBack writes the reversals of the month by their kind.
func (s Printed) takenBack(p page) {
	l, w := p.language, words.Statement
	if len(s.Taken) == 0 {
		return
	}
	p.section(l.say(w.TakenBack))
	const number = 29
	t := p.table(body, column{"", pageWidth - 4*number - 18, false}, column{l.say(w.Count), 18, true}, column{l.say(w.Gross), number, true},
		column{l.say(w.Fee), number, true}, column{l.say(w.VAT), number, true}, column{l.say(w.Net), number, true})
	for _, kind := range []string{payment.Refund, payment.Void, payment.Chargeback, returned} {
		if sum, happened := s.Taken[kind]; happened {
			t.row("", l.sum(l.say(words.StatementReversals[kind]), sum)...)
		}
	}
}

// returned is the key of the sum of what came back of reversals.
const returned = ""

// kind names a movement.
func (l language) kind(c Change) string {
	if name, known := words.StatementReversals[c.Of]; known && c.Line == statement.Reversals {
		return l.say(name)
	}
	if name, known := words.StatementPayouts[c.Of]; known && c.Line == statement.Payouts {
		return l.say(name)
	}
	return l.say(words.StatementKinds[c.Line])
}

// movements writes the movements, day by day.
func (s Printed) movements(p page) {
	l, w := p.language, words.Statement
	p.section(l.say(w.Movements))
	if s.Month.Total.Count == 0 {
		p.line("", body, faint, l.say(w.None))
		return
	}
	t := p.table(small, column{l.say(w.Hour), 11, false}, column{l.say(w.Kind), 23, false}, column{l.say(w.Order), 42, false},
		column{l.say(w.Channel), 17, false}, column{l.say(w.Gross), 21, true}, column{l.say(w.Fee), 17, true},
		column{l.say(w.VAT), 14, true}, column{l.say(w.Net), 20, true}, column{l.say(w.Balance), 21, true})
	atEdge := func(name string, balance decimal.Decimal) {
		t.row("B", "", name, "", "", "", "", "", "", l.amount(balance))
	}
	atEdge(l.say(w.Opening), s.Month.Opening.Balance)
	days := calendar.In(s.Zone)
	for rest := s.Changes; len(rest) > 0; {
		day := days.DayOf(rest[0].At)
		count := slices.IndexFunc(rest, func(c Change) bool { return days.DayOf(c.At) != day })
		if count < 0 {
			count = len(rest)
		}
		s.day(t, rest[:count])
		rest = rest[count:]
	}
	printed := int64(len(s.Changes))
	if printed == s.Month.Total.Count {
		atEdge(l.say(w.Closing), s.Month.Closing.Balance)
	} else {
		p.Ln(2)
		p.line("B", body, ink, l.say(w.Cut, l.number(strconv.FormatInt(printed, 10)),
			l.number(strconv.FormatInt(s.Month.Total.Count, 10))))
	}
}

// day writes the movements of one day below its date.
func (s Printed) day(t *table, changes []Change) {
	l := t.language
	at := changes[0].At.In(s.Zone)
	t.group(at.Format("2 ") + l.monthAndYear(at))
	for _, c := range changes {
		t.row("", c.At.In(s.Zone).Format("15:04"), l.kind(c), cmp.Or(c.Order.ExternalID, c.Reference), c.Order.Channel,
			l.amount(c.Gross), l.amount(c.Fee), l.amount(c.VAT), l.amount(c.Net), l.amount(c.BalanceAfter))
	}
}
