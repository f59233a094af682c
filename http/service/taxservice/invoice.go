package taxservice

import (
	"context"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/period"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// ErrNotClosed refuses the fee invoices of a month that is not closed.
var ErrNotClosed = domain.Refuse(domain.Conflict, "period_not_closed", "the month is not closed")

// Invoice is a fee invoice, as an answer shows it. Status is one of the states of package tax.
type Invoice struct {
	Month    string     `json:"month"`
	ClientID int64      `json:"client_id"`
	Status   string     `json:"status"`
	Version  int        `json:"version"`
	Date     string     `json:"date"`
	Seller   tax.Seller `json:"seller"`
	Buyer    tax.Data   `json:"buyer"`
	// ExemptionPaper is the paper of the exemption; null if no document needs one.
	ExemptionPaper *string     `json:"exemption_paper"`
	Documents      []Document  `json:"documents"`
	Total          tax.Amounts `json:"total"`
	// Rounding is how much more VAT the invoice has than the ledger; 0 of a draft.
	Rounding decimal.Decimal `json:"rounding"`
	// Outdated is true if fees were returned since the export, or the tax office refused a document: the next export fixes
	// the invoice anew.
	Outdated bool `json:"outdated"`
	// ToCancel lists the documents that a file had and that the invoice has no more. They are cancelled at the tax office by hand.
	ToCancel []Cancelled   `json:"to_cancel"`
	Problems []tax.Problem `json:"problems"`
}

// Document is a document of a fee invoice. TaxNumber is null until the tax office has numbered it.
type Document struct {
	tax.Document
	TaxNumber *string `json:"tax_number"`
}

// Cancelled is a document to be cancelled at the tax office. TaxNumber is null if it has not numbered it.
type Cancelled struct {
	Number    string  `json:"number"`
	TaxNumber *string `json:"tax_number"`
}

// CancelledOf is a document of a client to be cancelled.
type CancelledOf struct {
	ClientID int64 `json:"client_id"`
	Cancelled
}

// closedMonth is a month whose fee invoices can be made.
type closedMonth struct {
	period.Closed
	// day is its last day.
	day string
}

// closed returns a month that is closed. Refusals: invalid_field period, ErrNotClosed.
func (t Tax) closed(ctx context.Context, month string) (closedMonth, error) {
	if _, err := period.Parse(t.Calendar, month); err != nil {
		return closedMonth{}, err
	}
	s, _, err := eventstore.Load(ctx, t.Log, period.Aggregate, period.Stream(month))
	if err == nil && !s.Exists() {
		err = ErrNotClosed
	}
	first, parseErr := time.Parse(monthOnly, month)
	if err == nil {
		err = parseErr
	}
	return closedMonth{s.Closed, first.AddDate(0, 1, -1).Format(time.DateOnly)}, err
}

const monthOnly = "2006-01"

// invoiceWithDraft is a fee invoice with what its export needs.
type invoiceWithDraft struct {
	state tax.InvoiceState
	draft tax.Content
	Invoice
}

// invoice reads the fee invoice of a client and closed month, whose fees are given.
func (t Tax) invoice(ctx context.Context, m closedMonth, clientID int64, charges []balancerows.FeeCharge) (invoiceWithDraft, error) {
	state, _, err := eventstore.Load(ctx, t.Log, tax.Invoices, tax.InvoiceStream(m.Month, clientID))
	if err != nil {
		return invoiceWithDraft{}, err
	}
	content, problems, err := t.draft(ctx, m, state, clientID, charges)
	if err != nil {
		return invoiceWithDraft{}, err
	}
	f := invoiceWithDraft{state: state, draft: content}
	f.Invoice = invoiceOf(m.Month, clientID, state, content)
	if f.Status == tax.StatusDraft || f.Outdated {
		f.Problems = append(f.Problems, problems...)
	}
	return f, nil
}

// draft computes what the next export of an invoice has, and what keeps it from being exported.
func (t Tax) draft(
	ctx context.Context, m closedMonth, state tax.InvoiceState, clientID int64, charges []balancerows.FeeCharge,
) (tax.Content, []tax.Problem, error) {
	client, _, err := eventstore.Load(ctx, t.Log, tax.Clients, tax.ClientStream(clientID))
	if err != nil {
		return tax.Content{}, nil, err
	}
	draft := tax.Draft{Rules: t.Rules, Seller: t.Seller, Client: client, Month: m.Month, ClientID: clientID, Date: m.day, Closed: m.At}
	if state.Version > 0 && state.IsFree() { // what the tax office refused is exported with the present data
		draft.Closed = t.Now()
	}
	for _, c := range charges {
		draft.Fees = append(draft.Fees, tax.Fees{VATRate: c.VATRate, Fee: c.Fee, VAT: c.VAT})
	}
	content, problems := draft.Content()
	problems = problemsOf(state, problems)
	if state.Awaits(content) {
		problems = append(problems, tax.Problem{ClientID: clientID, Field: tax.ProblemAwaited})
	}
	return content, problems, nil
}

// problemsOf leaves out the problems of a buyer that an exported invoice has already.
func problemsOf(s tax.InvoiceState, problems []tax.Problem) []tax.Problem {
	if s.IsFree() {
		return problems
	}
	return slices.DeleteFunc(problems, func(p tax.Problem) bool {
		return slices.Contains([]string{tax.FieldName, tax.FieldNPWP, tax.FieldNITKU, tax.FieldAddress}, p.Field)
	})
}

func invoiceOf(month string, clientID int64, s tax.InvoiceState, draft tax.Content) Invoice {
	c := draft
	if s.Version > 0 {
		c = s.Content
	}
	i := Invoice{
		Month: month, ClientID: clientID, Status: s.Status(), Version: s.Version, Date: c.Date, Seller: c.Seller, Buyer: c.Buyer,
		ExemptionPaper: service.NilIfEmpty(c.Paper), Documents: []Document{}, Total: c.Total(), Rounding: s.Rounding,
		Outdated: s.Version > 0 && s.IsOutdated(draft), Problems: []tax.Problem{}, ToCancel: []Cancelled{},
	}
	for _, d := range c.Documents {
		i.Documents = append(i.Documents, Document{d, service.NilIfEmpty(s.TaxNumbers[d.Number])})
	}
	for _, d := range s.Dropped() {
		i.ToCancel = append(i.ToCancel, Cancelled{d.Number, service.NilIfEmpty(d.TaxNumber)})
	}
	return i
}

// Invoice returns the fee invoice of a client and closed month. Errors: invalid_field period, ErrNotClosed, and
// readtable.ErrNotFound if the client was charged nothing in the month.
func (t Tax) Invoice(ctx context.Context, month string, clientID int64) (Invoice, error) {
	m, err := t.closed(ctx, month)
	if err != nil {
		return Invoice{}, err
	}
	charges, err := t.Rows.FeeChargesOf(ctx, clientID, m.From, m.Until)
	if err == nil && len(charges) == 0 {
		err = readtable.ErrNotFound
	}
	if err != nil {
		return Invoice{}, err
	}
	f, err := t.invoice(ctx, m, clientID, charges)
	return f.Invoice, err
}

// maxMonths limits how many months back a list of a client goes.
const maxMonths = 120

// InvoicesOf returns the fee invoices of a client, the newest month first, of at most ten years.
func (t Tax) InvoicesOf(ctx context.Context, clientID int64) ([]Invoice, error) {
	list := []Invoice{}
	first, last, ok, err := t.Rows.FeeMonths(ctx, clientID)
	if err != nil || !ok {
		return list, err
	}
	month, err := period.Parse(t.Calendar, t.Calendar.MonthOf(last))
	// A closed month may have been one of another time zone, so that the first and the last month are beside these.
	month, first = month.Next(), first.AddDate(0, -1, 0)
	for n := 0; err == nil && n < maxMonths && month.Until.After(first); n++ {
		i, one := t.Invoice(ctx, month.Name, clientID)
		switch {
		case one == nil:
			list = append(list, i)
		case !hasNoInvoice(one):
			return nil, one
		}
		month = month.Before()
	}
	return list, err
}
