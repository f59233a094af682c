package statementfile

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/brand"
	"gateway/domain/statement"
	"gateway/domain/tax"
	"gateway/domain/words"
	"gateway/http/service/balanceservice"
	"gateway/projections/audit/books"
)

// MaxPrinted is the maximum number of printed movements. The CSV file has all of them.
const MaxPrinted = 2_000

// Printed is a statement prepared for printing.
type Printed struct {
	Month books.Month
	// Changes are the first movements of the month, at most MaxPrinted, each with its order.
	Changes []Change
	// Taken sums all reversals of the month by their kind: voids, refunds, chargebacks.
	Taken map[string]statement.Sum
	// seen is how many movements were read.
	seen int64
	// Log is the log at the end of a month that is over.
	Log balanceservice.LogAt
	// Holder is the tax data of the client; a field that was not given is left out, and the NPWP is a dash.
	Holder tax.Data
	// Issuer is the gateway; nothing is printed of one without a name.
	Issuer tax.Seller
	// Brand is the operator's: its name is above the title, and its contact and legal footer are at the foot of each page. Like Issuer it
	// is that of the configuration, so a month that is over has the same file as long as the configuration stays.
	Brand brand.Brand
	// Language is Indonesian or English.
	Language words.Language
	// Zone is the time zone of the business.
	Zone *time.Location
	// At is when the statement is printed. It is zero for a month that is over, so that the file is the same,
	// byte for byte, whenever it is printed.
	At time.Time
}

// Change is a movement and the order that it belongs to.
type Change struct {
	books.Change
	Order books.Order
}

// PDF writes the statement as a PDF file: the sums, what the fees cost by VAT rate, what was taken back, the parts of the
// balance, and the movements by day. The client's name, address and NPWP, and references are the only personal data in it.
func (s Printed) PDF(out io.Writer) error {
	l, m := language(s.Language), s.Month
	w := words.Statement
	from := m.From.In(s.Zone)
	name := fmt.Sprintf("%s %s", l.say(w.Title), l.monthAndYear(from))
	p := newPage(l, fmt.Sprintf("%s, %s %d", name, l.say(w.Client), m.ClientID), foot(s.Brand))
	p.SetTitle(name, true)
	p.SetLang(string(s.Language))
	made := s.At
	if made.IsZero() {
		made = m.To.UTC()
	}
	p.SetCreationDate(made)
	p.SetModificationDate(made)
	p.SetProducer("gateway", true)
	s.head(p, from)
	s.summary(p)
	s.fees(p)
	s.takenBack(p)
	s.composition(p)
	s.movements(p)
	s.proof(p)
	return p.Output(out)
}

func (s Printed) head(p page, from time.Time) {
	l, m := p.language, s.Month
	w := words.Statement
	if s.Brand.Name != "" {
		p.line("B", heading, ink, s.Brand.Name)
	}
	p.line("B", title, accent, l.say(w.Title))
	s.parties(p)
	p.line("", body, faint, fmt.Sprintf("%s: %s (%s - %s)",
		l.say(w.Period), l.monthAndYear(from), l.dayAndTime(from), l.dayAndTime(m.To.In(s.Zone))))
	if !s.At.IsZero() {
		p.line("", body, faint, fmt.Sprintf("%s: %s", l.say(w.Made), l.dayAndTime(s.At.In(s.Zone))))
	}
	if !m.Complete {
		p.line("B", body, ink, l.say(w.Unfinished))
	}
}

// foot is what the foot of each page says of the operator.
func foot(b brand.Brand) string {
	return strings.Join(slices.DeleteFunc([]string{b.Legal, b.Contact}, func(part string) bool { return part == "" }), " · ")
}

// parties writes who issues the statement, and which client it belongs to. Long names and addresses wrap.
func (s Printed) parties(p page) {
	l, w := p.language, words.Statement
	if s.Issuer.Name != "" {
		issuer := l.say(w.Issuer) + " " + s.Issuer.Name
		if s.Issuer.Address != "" {
			issuer += ", " + s.Issuer.Address
		}
		p.paragraph("", body, faint, issuer)
		p.Ln(1)
	}
	p.paragraph("B", heading, ink, cmp.Or(s.Holder.Name, s.Month.Name))
	if s.Holder.Address != "" {
		p.paragraph("", body, ink, l.say(w.Address)+": "+s.Holder.Address)
	}
	p.paragraph("", body, ink, l.say(w.NPWP)+": "+cmp.Or(s.Holder.NPWP, "-"))
	p.Ln(1)
	client := fmt.Sprintf("%s %d", l.say(w.Client), s.Month.ClientID)
	if s.Holder.Name != "" && s.Holder.Name != s.Month.Name {
		client += ", " + s.Month.Name
	}
	p.paragraph("", body, faint, client)
}

func (s Printed) summary(p page) {
	l := p.language
	w := words.Statement
	p.section(l.say(w.Summary))
	const number = 29
	t := p.table(body, column{"", pageWidth - 4*number - 18, false}, column{l.say(w.Count), 18, true}, column{l.say(w.Gross), number, true},
		column{l.say(w.Fee), number, true}, column{l.say(w.VAT), number, true}, column{l.say(w.Net), number, true})
	t.row("B", l.say(w.Opening), "", "", "", "", l.amount(s.Month.Opening.Balance))
	for _, line := range s.Month.Lines {
		t.row("", l.sum(l.say(words.StatementLines[line.Line]), line.Sum)...)
	}
	t.row("B", l.sum(l.say(w.Total), s.Month.Total)...)
	t.row("B", l.say(w.Closing), "", "", "", "", l.amount(s.Month.Closing.Balance))
}

func (l language) sum(name string, s statement.Sum) []string {
	return []string{name, l.number(strconv.FormatInt(s.Count, 10)), l.amount(s.Gross), l.amount(s.Fee), l.amount(s.VAT), l.amount(s.Net)}
}

func (s Printed) composition(p page) {
	l, opening, closing := p.language, s.Month.Opening, s.Month.Closing
	w := words.Statement
	p.section(l.say(w.Composition))
	t := p.table(body, column{"", 70, false}, column{l.say(w.Opening), 40, true}, column{l.say(w.Closing), 40, true})
	t.row("", l.say(w.Available), l.amount(opening.Available), l.amount(closing.Available))
	t.row("", l.say(w.Held), l.amount(opening.Held), l.amount(closing.Held))
	t.row("", l.say(w.Unsettled), l.amount(opening.Unsettled), l.amount(closing.Unsettled))
	t.row("", l.say(w.Receivable), l.amount(opening.Receivable), l.amount(closing.Receivable))
	t.row("B", l.say(w.Balance), l.amount(opening.Balance), l.amount(closing.Balance))
}
