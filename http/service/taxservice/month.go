package taxservice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Month has the fee invoices of a closed month.
type Month struct {
	Month    string    `json:"month"`
	ClosedAt time.Time `json:"closed_at"`
	// Statuses counts the invoices by their state.
	Statuses map[string]int `json:"statuses"`
	// Invoices are those of the month by client, of which an answer may have a page. All other fields are about all of them.
	Invoices []Invoice `json:"invoices"`
	// ToCancel lists what the invoices have to cancel.
	ToCancel []CancelledOf `json:"to_cancel"`
	Total    tax.Amounts   `json:"total"`
	// Rounding is the sum of what the exported invoices have more than the ledger.
	Rounding decimal.Decimal `json:"rounding"`
	// Problems say what keeps invoices from being exported; client 0 is the gateway itself.
	Problems []tax.Problem `json:"problems"`
	// Parts is the number of files for the tax office.
	Parts int `json:"parts"`
}

// The refusals of a month.
var (
	ErrSeller = domain.Refuse(domain.Conflict, "tax_seller_incomplete",
		"the gateway's own tax data is not complete: see problems of the month, and TAX_* in the configuration")
	ErrNoPart = domain.Refuse(domain.NotFound, "no_tax_file", "there is no such file: export the invoices first")
)

// hasNoInvoice reports whether a client has no invoice of a month, or the month is not closed.
func hasNoInvoice(err error) bool {
	return errors.Is(err, readtable.ErrNotFound) || errors.Is(err, ErrNotClosed)
}

// invoices reads the fee invoices of a closed month, by client. An invoice whose fees were all returned before it was
// exported is left out.
func (t Tax) invoices(ctx context.Context, month string) (m closedMonth, list []invoiceWithDraft, err error) {
	m, list, err = t.charged(ctx, month)
	return m, slices.DeleteFunc(list, invoiceWithDraft.isEmpty), err
}

// isEmpty reports whether an invoice was never exported, and has nothing to export.
func (f invoiceWithDraft) isEmpty() bool {
	return f.Version == 0 && len(f.Documents) == 0 && len(f.Problems) == 0
}

// charged returns what invoices does, and also the empty ones.
func (t Tax) charged(ctx context.Context, month string) (m closedMonth, list []invoiceWithDraft, err error) {
	if m, err = t.closed(ctx, month); err != nil {
		return m, nil, err
	}
	charges, err := t.Rows.FeeCharges(ctx, m.From, m.Until)
	if err != nil {
		return m, nil, err
	}
	for len(charges) > 0 {
		n := 1
		for n < len(charges) && charges[n].ClientID == charges[0].ClientID {
			n++
		}
		f, err := t.invoice(ctx, m, charges[0].ClientID, charges[:n])
		if err != nil {
			return m, nil, err
		}
		list, charges = append(list, f), charges[n:]
	}
	return m, list, nil
}

// Month returns the fee invoices of a closed month. Refusals: invalid_field period, ErrNotClosed.
func (t Tax) Month(ctx context.Context, month string) (Month, error) {
	closed, list, err := t.invoices(ctx, month)
	if err != nil {
		return Month{}, err
	}
	m := Month{
		Month: month, ClosedAt: closed.At, Statuses: map[string]int{}, Invoices: []Invoice{}, ToCancel: []CancelledOf{},
		Problems: append([]tax.Problem{}, t.Seller.Problems()...), Parts: len(parts(list)),
	}
	for _, f := range list {
		m.Statuses[f.Status]++
		m.Invoices, m.Problems = append(m.Invoices, f.Invoice), append(m.Problems, f.Problems...)
		for _, d := range f.ToCancel {
			m.ToCancel = append(m.ToCancel, CancelledOf{f.ClientID, d})
		}
		m.Total, m.Rounding = m.Total.Plus(f.Total), m.Rounding.Add(f.Rounding)
	}
	return m, nil
}

func parts(list []invoiceWithDraft) [][]tax.FileEntry {
	var entries []tax.FileEntry
	for _, f := range list {
		entries = append(entries, f.state.Files...)
	}
	return tax.Parts(entries)
}

// Export fixes the invoices of a closed month that are drafts or outdated, except those with problems, makes the files of them,
// and posts withheld tax above the share of their fees back, also of clients whose invoice can't be exported or whose fees were all
// returned before that. It goes on where an export before it was cut off. Refusals: those of
// Month, and ErrSeller.
func (t Tax) Export(ctx context.Context, month string) (Month, error) {
	if len(t.Seller.Problems()) > 0 {
		return Month{}, ErrSeller
	}
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return Month{}, err
	}
	t.Wait(ctx, head) // the sums are those of all bookings up to now
	closed, list, err := t.charged(ctx, month)
	if err != nil {
		return Month{}, err
	}
	batch, form := t.Now().UTC(), t.Rules.Form(t.File)
	for _, f := range list {
		if f.isEmpty() || len(f.Problems) > 0 {
			if err := t.correctWithholding(ctx, closed, f.ClientID, f.state); err != nil {
				return Month{}, err
			}
			continue
		}
		cmd := tax.ExportCmd{Month: month, ClientID: f.ClientID, Form: form, Batch: batch, By: service.Actor(ctx), At: t.Now()}
		out, err := eventstore.Execute(ctx, t.Log, tax.Invoices, tax.InvoiceStream(month, f.ClientID),
			func(s tax.InvoiceState) ([]domain.Event, error) { return t.export(ctx, closed, s, cmd) })
		if err == nil {
			head = out.Position
			err = t.correctWithholding(ctx, closed, f.ClientID, out.State)
		}
		if err != nil {
			return Month{}, err
		}
	}
	t.Wait(ctx, head)
	return t.Month(ctx, month)
}

// export decides an export with the present fees, read after the state of the invoice. With fees that were read earlier, an export
// that runs at the same time and has read later ones would be undone.
func (t Tax) export(ctx context.Context, m closedMonth, s tax.InvoiceState, cmd tax.ExportCmd) ([]domain.Event, error) {
	charges, err := t.Rows.FeeChargesOf(ctx, cmd.ClientID, m.From, m.Until)
	if err != nil {
		return nil, err
	}
	content, problems, err := t.draft(ctx, m, s, cmd.ClientID, charges)
	if err != nil || len(problems) > 0 {
		return nil, err
	}
	cmd.Content = content
	return tax.Export(s, cmd)
}

// correctWithholding posts back what slips of a month were credited above the share of the fees that its invoice has left. An
// invoice that was never exported has those that the client has left.
func (t Tax) correctWithholding(ctx context.Context, m closedMonth, clientID int64, i tax.InvoiceState) error {
	cmd := balance.CorrectWithholdingCmd{
		ClientID: clientID, Period: m.Month, Fees: i.Content.Total().Price, Rules: t.Withholding, By: service.Actor(ctx), At: t.Now(),
	}
	_, err := service.Execute(ctx, t.Core, balance.Aggregate, balance.Stream(clientID), func(s balance.State) ([]domain.Event, error) {
		if i.Version > 0 {
			return balance.CorrectWithholding(s, cmd)
		}
		charges, err := t.Rows.FeeChargesOf(ctx, clientID, m.From, m.Until) // read after the state, as export does
		if err != nil {
			return nil, err
		}
		cmd.Fees = decimal.Zero
		for _, c := range charges {
			cmd.Fees = cmd.Fees.Add(c.Fee)
		}
		return balance.CorrectWithholding(s, cmd)
	})
	return err
}

// Coretax returns the file of a part, counted from 1, of a closed month. Refusals: those of Month, and ErrNoPart.
func (t Tax) Coretax(ctx context.Context, month string, part int) ([]byte, error) {
	_, list, err := t.invoices(ctx, month)
	if err != nil {
		return nil, err
	}
	files := parts(list)
	if part < 1 || part > len(files) {
		return nil, ErrNoPart
	}
	return tax.Coretax(files[part-1])
}

// Reject frees the documents of a part, which the tax office refused as a whole: the next export puts them into a file of their
// own, with what is known of seller and buyer by then. It frees all or none, unless the gateway stops in between: the same call
// then goes on. Refusals: those of Month and of tax.Reject, and ErrNoPart.
func (t Tax) Reject(ctx context.Context, month string, part int, reason string) (Month, error) {
	_, list, err := t.invoices(ctx, month)
	if err != nil {
		return Month{}, err
	}
	files := parts(list)
	if part < 1 || part > len(files) {
		return Month{}, ErrNoPart
	}
	for _, rehearse := range []bool{true, false} {
		for _, e := range files[part-1] {
			cmd := tax.RejectCmd{Number: e.Document.Number, Batch: e.Batch, Reason: reason, By: service.Actor(ctx), At: t.Now()}
			err := t.decide(ctx, tax.InvoiceStream(month, e.ClientID), rehearse,
				func(s tax.InvoiceState) ([]domain.Event, error) { return tax.Reject(s, cmd) })
			if err != nil {
				return Month{}, named(cmd.Number, err)
			}
		}
	}
	return t.Month(ctx, month)
}

// decide executes a decision on an invoice, or only tries it.
func (t Tax) decide(ctx context.Context, stream string, rehearse bool, decide func(tax.InvoiceState) ([]domain.Event, error)) error {
	if rehearse {
		s, _, err := eventstore.Load(ctx, t.Log, tax.Invoices, stream)
		if err == nil {
			_, err = decide(s)
		}
		return err
	}
	_, err := eventstore.Execute(ctx, t.Log, tax.Invoices, stream, decide)
	return err
}

// approve decides the approval of a document of a month, and executes it unless it is a rehearsal.
func (t Tax) approve(ctx context.Context, month string, a Approval, rehearse bool) error {
	clientID, ok := clientOf(month, a.Number)
	if !ok {
		return tax.ErrNoDocument
	}
	cmd := tax.ApproveCmd{Number: a.Number, TaxNumber: a.TaxNumber, By: service.Actor(ctx), At: t.Now()}
	decide := func(s tax.InvoiceState) ([]domain.Event, error) { return tax.Approve(s, cmd) }
	stream := tax.InvoiceStream(month, clientID)
	if err := t.decide(ctx, stream, true, decide); err != nil {
		return err
	}
	claim := tax.NumberClaimed{TaxNumber: a.TaxNumber, Month: month, ClientID: clientID, Number: a.Number, At: cmd.At}
	if err := t.claim(ctx, claim, rehearse); err != nil || rehearse {
		return err
	}
	return t.decide(ctx, stream, false, decide)
}

// claim claims a number of the tax office for a document, or only tries it. A claim whose import broke off is taken over.
func (t Tax) claim(ctx context.Context, claim tax.NumberClaimed, rehearse bool) error {
	stream := tax.Numbers.Stream(claim.TaxNumber)
	taken, _, err := eventstore.Load(ctx, t.Log, tax.Numbers, stream)
	if err != nil {
		return err
	}
	var lapsed tax.NumberClaim
	if taken.Number != "" && taken.Number != claim.Number {
		holder, _, err := eventstore.Load(ctx, t.Log, tax.Invoices, tax.InvoiceStream(taken.Month, taken.ClientID))
		if err != nil {
			return err
		}
		if taken.Lapsed(holder, claim.At) {
			lapsed = taken
		}
	}
	if rehearse {
		_, err = tax.ClaimNumber(taken, claim, lapsed)
		return err
	}
	_, err = eventstore.Execute(ctx, t.Log, tax.Numbers, stream,
		func(s tax.NumberClaim) ([]domain.Event, error) { return tax.ClaimNumber(s, claim, lapsed) })
	return err
}

// clientOf finds the client of the invoice that has a document with our number.
func clientOf(month, number string) (clientID int64, ok bool) {
	rest, ok := strings.CutPrefix(number, "FI-"+month+"-")
	id, _, _ := strings.Cut(rest, "-")
	clientID, err := strconv.ParseInt(id, 10, 64)
	return clientID, ok && err == nil
}

// Approve attaches the tax office's numbers to documents of a closed month. It attaches all or none, unless the gateway
// stops in between: the same import then goes on. Refusals: those of Month, those of tax.Approve, tax.ErrNumberTaken, and
// invalid_field approvals for a number that is named twice.
func (t Tax) Approve(ctx context.Context, month string, approvals []Approval) (Month, error) {
	if _, err := t.closed(ctx, month); err != nil {
		return Month{}, err
	}
	ours, theirs := map[string]bool{}, map[string]bool{}
	for _, rehearse := range []bool{true, false} {
		for _, a := range approvals {
			if rehearse && (ours[a.Number] || theirs[a.TaxNumber]) {
				return Month{}, domain.InvalidField("approvals", "names %s or its number of the tax office twice", a.Number)
			}
			ours[a.Number], theirs[a.TaxNumber] = true, true
			if err := t.approve(ctx, month, a, rehearse); err != nil {
				return Month{}, named(a.Number, err)
			}
		}
	}
	return t.Month(ctx, month)
}

// named says in a refusal which document it is about.
func named(number string, err error) error {
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	about := *refusal
	about.Message = number + ": " + refusal.Message
	return &about
}

// FileName returns the name of a file for the tax office.
func FileName(month string, part int) string { return fmt.Sprintf("coretax-%s-%d.xml", month, part) }
