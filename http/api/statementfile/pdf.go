package statementfile

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"gateway/domain/statement"
	"gateway/projections/audit/books"
)

// MaxPrinted is the maximum number of printed movements. The CSV file has all of them.
const MaxPrinted = 2_000

// Printed is a statement prepared for printing.
type Printed struct {
	Month books.Month
	// Changes are the first movements of the month, at most MaxPrinted.
	Changes []books.Change
	// Language is Indonesian or English.
	Language string
	// Zone is the time zone of the business.
	Zone *time.Location
	// At is when the statement is printed. It is zero for a month that is over, so that the file is the same,
	// byte for byte, whenever it is printed.
	At time.Time
}

// PDF writes the statement as a PDF file: the sums, the parts of the balance, and the movements. The client's
// name and references are the only personal data in it.
func (s Printed) PDF(out io.Writer) error {
	w, m := in(s.Language), s.Month
	from := m.From.In(s.Zone)
	name := fmt.Sprintf("%s %s", w.title, w.monthAndYear(from))
	p := newPage(w, fmt.Sprintf("%s, %s %d", name, w.client, m.ClientID))
	p.SetTitle(name, true)
	p.SetLang(s.Language)
	made := s.At
	if made.IsZero() {
		made = m.To.UTC()
	}
	p.SetCreationDate(made)
	p.SetModificationDate(made)
	p.SetProducer("gateway", true)
	s.head(p, from)
	s.summary(p)
	s.composition(p)
	s.movements(p)
	return p.Output(out)
}

func (s Printed) head(p page, from time.Time) {
	w, m := p.w, s.Month
	p.line("B", title, accent, w.title)
	p.line("B", heading, ink, m.Name)
	p.Ln(1)
	p.line("", body, faint, fmt.Sprintf("%s %d", w.client, m.ClientID))
	p.line("", body, faint, fmt.Sprintf("%s: %s (%s - %s)", w.period, w.monthAndYear(from), w.dayAndTime(from), w.dayAndTime(m.To.In(s.Zone))))
	if !s.At.IsZero() {
		p.line("", body, faint, fmt.Sprintf("%s: %s", w.made, w.dayAndTime(s.At.In(s.Zone))))
	}
	if !m.Complete {
		p.line("B", body, ink, w.unfinished)
	}
}

func (s Printed) summary(p page) {
	w := p.w
	p.section(w.summary)
	const number = 29
	t := p.table(body, column{"", pageWidth - 4*number - 18, false}, column{w.count, 18, true},
		column{w.gross, number, true}, column{w.fee, number, true}, column{w.vat, number, true}, column{w.net, number, true})
	t.row("B", w.opening, "", "", "", "", w.amount(s.Month.Opening.Balance))
	for _, l := range s.Month.Lines {
		t.row("", w.sum(w.lines[l.Line], l.Sum)...)
	}
	t.row("B", w.sum(w.total, s.Month.Total)...)
	t.row("B", w.closing, "", "", "", "", w.amount(s.Month.Closing.Balance))
}

func (w words) sum(name string, s statement.Sum) []string {
	return []string{name, w.number(strconv.FormatInt(s.Count, 10)), w.amount(s.Gross), w.amount(s.Fee), w.amount(s.VAT), w.amount(s.Net)}
}

func (s Printed) composition(p page) {
	w, opening, closing := p.w, s.Month.Opening, s.Month.Closing
	p.section(w.composition)
	t := p.table(body, column{"", 70, false}, column{w.opening, 40, true}, column{w.closing, 40, true})
	t.row("", w.available, w.amount(opening.Available), w.amount(closing.Available))
	t.row("", w.held, w.amount(opening.Held), w.amount(closing.Held))
	t.row("", w.unsettled, w.amount(opening.Unsettled), w.amount(closing.Unsettled))
	t.row("", w.receivable, w.amount(opening.Receivable), w.amount(closing.Receivable))
	t.row("B", w.balance, w.amount(opening.Balance), w.amount(closing.Balance))
}

func (s Printed) movements(p page) {
	w := p.w
	p.section(w.movements)
	if s.Month.Total.Count == 0 {
		p.line("", body, faint, w.none)
		return
	}
	t := p.table(small, column{w.date, 22, false}, column{w.kind, 21, false}, column{w.reference, 41, false},
		column{w.gross, 22, true}, column{w.fee, 18, true}, column{w.vat, 16, true}, column{w.net, 22, true}, column{w.balance, 24, true})
	for _, c := range s.Changes {
		t.row("", c.At.In(s.Zone).Format("2006-01-02 15:04"), w.kinds[c.Line], c.Reference,
			w.amount(c.Gross), w.amount(c.Fee), w.amount(c.VAT), w.amount(c.Net), w.amount(c.BalanceAfter))
	}
	if printed := int64(len(s.Changes)); printed < s.Month.Total.Count {
		p.Ln(2)
		p.line("B", body, ink, fmt.Sprintf("%s %s %s %s %s", w.cut[0], w.number(strconv.FormatInt(printed, 10)), w.cut[1],
			w.number(strconv.FormatInt(s.Month.Total.Count, 10)), w.cut[2]))
	}
}
