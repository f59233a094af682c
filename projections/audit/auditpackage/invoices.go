package auditpackage

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/statement"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"

	"github.com/shopspring/decimal"
)

// fee is the fee of a movement; below zero where it is given back.
type fee struct {
	leaf, client    int64
	reference, kind string
	statement.Amounts
}

// fees are those of the month. A fee that is given back in the month in which it was charged makes that month's invoice
// smaller; one of an earlier month is listed.
type fees struct {
	// rates are the VAT rates that occur, by their index; the first stands for none.
	rates []string
	index map[string]uint16
	// charged has the rates of the fees that the month charged, by the beginning of the hash of their name.
	charged map[[16]byte]uint16
	sums    map[clientRate]statement.Amounts
	turned  []fee
	// vat is what each kind of stream posted to ledger.TaxVAT, rounding to ledger.TaxRounding.
	vat      vatSums
	rounding decimal.Decimal
}

type clientRate struct {
	client int64
	rate   string
}

// vatSums are the postings to ledger.TaxVAT by clients' movements and by others.
type vatSums struct{ clients, others decimal.Decimal }

func newFees() fees {
	return fees{
		rates: []string{""}, index: map[string]uint16{"": 0}, charged: map[[16]byte]uint16{}, sums: map[clientRate]statement.Amounts{},
	}
}

// rate returns the index of a rate.
func (f *fees) rate(text string) uint16 {
	i, ok := f.index[text]
	if !ok {
		i = uint16(len(f.rates))
		f.rates, f.index[text] = append(f.rates, text), i
	}
	return i
}

func keyOf(name string) (key [16]byte) {
	sum := sha256.Sum256([]byte(name))
	copy(key[:], sum[:])
	return key
}

// add adds a fee that was charged at a rate, and returns the index of that.
func (f *fees) add(one fee, event domain.Event, rate string) uint16 {
	opens, turns := balancerows.FeeNames(event, one.Fee.IsPositive())
	if turns == "" {
		i := f.rate(rate)
		if opens != "" {
			f.charged[keyOf(opens)] = i
		}
		f.sum(one, rate)
		return i
	}
	i, ofMonth := f.charged[keyOf(turns)]
	if !ofMonth {
		f.turned = append(f.turned, one)
		return f.rate(rate)
	}
	if opens != "" {
		f.charged[keyOf(opens)] = i
	}
	f.sum(one, f.rates[i])
	return i
}

func (f *fees) sum(one fee, rate string) {
	key := clientRate{one.client, rate}
	f.sums[key] = f.sums[key].Plus(one.Amounts)
}

// post adds the postings of an event to the accounts of the tax.
func (f *fees) post(stream string, postings []ledger.Posting) {
	for _, p := range postings {
		switch {
		case p.Account == ledger.TaxRounding:
			f.rounding = f.rounding.Add(p.Amount)
		case p.Account != ledger.TaxVAT:
		case isOf(balance.Aggregate.Category, stream):
			f.vat.clients = f.vat.clients.Add(p.Amount)
		default:
			f.vat.others = f.vat.others.Add(p.Amount)
		}
	}
}

// clients returns those with fees in the month.
func (f *fees) clients() []int64 {
	all := map[int64]bool{}
	for key := range f.sums {
		all[key.client] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// feesOf returns the fees of a client by rate, in the order of the rates' texts.
func (f *fees) feesOf(client int64) (list []tax.Fees) {
	for _, rate := range slices.Sorted(slices.Values(f.rates)) {
		if sum, ok := f.sums[clientRate{client, rate}]; ok {
			list = append(list, tax.Fees{VATRate: rate, Fee: sum.Fee, VAT: sum.VAT})
		}
	}
	return list
}

// rowDocument is a document of a fee invoice; rowLine a line of it; rowLeft are fees that no document can have.
const (
	rowDocument = "document"
	rowLeft     = "left_out"
)

// writeTax writes the fee invoices of the month as they were at its end, the fees of earlier months that were given back, the
// documents that were fixed in the month, and how all of it adds up to what was posted.
func (p *pack) writeTax(context.Context) error {
	heading := []string{"row", "client", "number", "code", "vat_rate", "price", "dpp", "dpp_nilai_lain", "ppn", "booked_vat", "rounding"}
	var total tax.Amounts
	left := decimal.Zero
	err := p.archive.csv(invoicesFile, heading, func(row func(...string) error) error {
		for _, client := range p.scan.fees.clients() {
			content, leftOut := p.invoice(client)
			total = total.Plus(content.Total())
			if err := writeInvoice(row, client, content); err != nil {
				return err
			}
			for _, f := range leftOut {
				left = left.Add(f.VAT)
				if err := row(rowLeft, number(client), "", "", f.VATRate, rupiah(f.Fee), "", "", "", rupiah(f.VAT), ""); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := p.writeTurned(); err != nil {
		return err
	}
	if err := p.writeDocuments(); err != nil {
		return err
	}
	return p.writeVAT(total, left)
}

// invoice returns the invoice of a client, and the fees that it cannot have.
func (p *pack) invoice(client int64) (content tax.Content, leftOut []tax.Fees) {
	draft := tax.Draft{Rules: p.Rules, Month: p.month.Month, ClientID: client}
	for _, f := range p.scan.fees.feesOf(client) {
		one := draft
		one.Fees = []tax.Fees{f}
		if c, _ := one.Content(); len(c.Documents) > 0 {
			draft.Fees = append(draft.Fees, f)
		} else if !f.Fee.IsZero() || !f.VAT.IsZero() {
			leftOut = append(leftOut, f)
		}
	}
	content, _ = draft.Content()
	return content, leftOut
}

func writeInvoice(row func(...string) error, client int64, content tax.Content) error {
	for _, d := range content.Documents {
		cells := append([]string{rowDocument, number(client), d.Number, d.Code, ""}, amountCells(d.Amounts)...)
		if err := row(cells...); err != nil {
			return err
		}
		for _, l := range d.Lines {
			cells := append([]string{rowLine, number(client), d.Number, d.Code, l.VATRate.String()}, amountCells(l.Amounts)...)
			if err := row(cells...); err != nil {
				return err
			}
		}
	}
	return nil
}

// amountCells returns the amounts, and how much more VAT they have than the ledger.
func amountCells(a tax.Amounts) []string {
	return []string{
		rupiah(a.Price), rupiah(a.Base), rupiah(a.OtherBase), rupiah(a.VAT), rupiah(a.BookedVAT), rupiah(a.VAT.Sub(a.BookedVAT)),
	}
}

func (p *pack) writeTurned() error {
	return p.archive.csv(turnedFile, []string{"leaf", "client", "kind", "reference", "fee", "vat"}, func(row func(...string) error) error {
		for _, f := range p.scan.fees.turned {
			if err := row(number(f.leaf), number(f.client), f.kind, f.reference, rupiah(f.Fee), rupiah(f.VAT)); err != nil {
				return err
			}
		}
		return nil
	})
}

// fixedDocument is a document that an event of the month fixed, or numbered.
type fixedDocument struct {
	leaf int64
	kind string
	// month is the one that the document is of.
	month  string
	client int64
	tax.Document
	taxNumber string
}

// fixDocuments keeps the documents of an event of a fee invoice.
func (s *scan) fixDocuments(codec *eventstore.Codec, leaf int64, r eventstore.Recorded) error {
	if !isOf(tax.Invoices.Category, r.Stream) {
		return nil
	}
	event, err := codec.Decode(r.Type, r.Data)
	if err != nil {
		return err
	}
	one := fixedDocument{leaf: leaf, kind: statement.KindOf(r.Type)}
	var content tax.Content
	switch e := event.(type) {
	case tax.Exported:
		one.month, one.client, content = e.Month, e.ClientID, e.Content
	case tax.Replaced:
		one.month, one.client, content = e.Month, e.ClientID, e.Content
	case tax.Approved:
		one.month, one.client, one.Number, one.taxNumber = e.Month, e.ClientID, e.Number, e.TaxNumber
		s.fixed = append(s.fixed, one)
	}
	for _, d := range content.Documents {
		one.Document = d
		s.fixed = append(s.fixed, one)
	}
	return nil
}

func (p *pack) writeDocuments() error {
	heading := []string{
		"leaf", "kind", "month", "client", "number", "code", "price", "dpp", "dpp_nilai_lain", "ppn", "booked_vat", "rounding", "tax_number",
	}
	return p.archive.csv(documentsFile, heading, func(row func(...string) error) error {
		for _, d := range p.scan.fixed {
			cells := []string{number(d.leaf), d.kind, d.month, number(d.client), d.Number, d.Code}
			cells = append(append(cells, amountCells(d.Amounts)...), d.taxNumber)
			if err := row(cells...); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeVAT writes how the invoices and the ledger agree. The first three lines add up to what clients' movements posted.
func (p *pack) writeVAT(total tax.Amounts, left decimal.Decimal) error {
	turned := decimal.Zero
	for _, f := range p.scan.fees.turned {
		turned = turned.Add(f.VAT)
	}
	f := &p.scan.fees
	return p.archive.csv(vatFile, []string{"item", "amount"}, func(row func(...string) error) error {
		for _, l := range []struct {
			item   string
			amount decimal.Decimal
		}{
			{"invoices_booked_vat", total.BookedVAT},
			{"left_out", left},
			{"turned_round", turned},
			{"posted_by_clients", f.vat.clients},
			{"posted_by_others", f.vat.others},
			{"moved_tax_vat", f.vat.clients.Add(f.vat.others)},
			{"invoices_ppn", total.VAT},
			{"rounding_to_come", total.VAT.Sub(total.BookedVAT)},
			{"moved_tax_rounding", f.rounding},
		} {
			if err := row(l.item, rupiah(l.amount)); err != nil {
				return err
			}
		}
		return nil
	})
}
