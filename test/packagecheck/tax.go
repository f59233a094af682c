package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"
)

// charged are the fees of a client at one rate.
type charged struct{ price, vat decimal.Decimal }

// taxes are the fees of the month as they are computed.
type taxes struct {
	// rates are those at which payments of the month were charged, by transaction.
	rates map[string]string
	// names are the fees that the month charged, with their rates.
	names map[string]string
	// charges are what those payments say of their fees.
	charges map[string]charged
	fees    map[string]map[string]charged
	// turned are fees of earlier months that were given back.
	turned                  []map[string]string
	clients, others, rounds decimal.Decimal
}

// feeNames returns the name of the fee that an event charges, and that of the fee that it gives back.
func feeNames(e decoded, positive bool) (opens, turns string) {
	credit := "credit/" + e.Reference + "/" + strconv.FormatInt(e.SuspenseID, 10)
	payout := fmt.Sprintf("payout/%s/%d/%s", e.Kind, e.ClientID, e.PayoutID)
	switch kindOf(e.Type) {
	case "balance.credited", "balance.suspense_released":
		return credit, ""
	case "payout.completed":
		return payout, ""
	case "payout.reversed":
		return "", payout
	case "balance.payment_reversed":
		if positive {
			return "refund/" + e.ReversalID, ""
		}
		return "refund/" + e.ReversalID, credit
	case "balance.reversal_returned":
		return "", "refund/" + e.ReversalID
	}
	return "", ""
}

// checkTax compares fee invoices and the tax on them. The rate of a fee is in the event of its payment or payout; where the
// payment is of an earlier month, the statement of the client says it.
func (f files) checkTax(r *report, m month, events []decoded, said map[int64]string) {
	t := taxes{
		rates: map[string]string{}, names: map[string]string{}, charges: map[string]charged{}, fees: map[string]map[string]charged{},
	}
	for _, e := range events {
		if c := e.Charge; c != nil { // no hash covers it, so its amounts must be those of the posting
			t.rates[c.TransactionID] = c.VATRate.String()
			t.charges[c.TransactionID] = charged{c.Fee, c.VAT}
		}
		t.post(e)
		client, ok := clientOf(e.Stream)
		if a := split(client, e.Postings); ok && (!a.fee.IsZero() || !a.vat.IsZero()) {
			t.addFee(r, client, e, a, said[e.Leaf])
		}
	}
	f.checkInvoices(r, m, t)
}

func (t *taxes) post(e decoded) {
	_, ofClient := clientOf(e.Stream)
	for _, p := range e.Postings {
		switch {
		case p.Account == "tax:rounding":
			t.rounds = t.rounds.Add(p.Amount)
		case p.Account == "tax:vat" && ofClient:
			t.clients = t.clients.Add(p.Amount)
		case p.Account == "tax:vat":
			t.others = t.others.Add(p.Amount)
		}
	}
}

// addFee adds a fee to its month.
func (t *taxes) addFee(r *report, client string, e decoded, a amounts, said string) {
	opens, turns := feeNames(e, a.fee.IsPositive())
	if turns != "" {
		rate, ofMonth := t.names[turns]
		if !ofMonth {
			t.turned = append(t.turned, map[string]string{
				"leaf": strconv.FormatInt(e.Leaf, 10), "client": client, "fee": a.fee.StringFixed(2), "vat": a.vat.StringFixed(2),
			})
			return
		}
		if opens != "" {
			t.names[opens] = rate
		}
		t.add(client, rate, a)
		return
	}
	rate := t.rateOf(e, a, said)
	if c, ok := t.charges[e.Reference]; ok && lineOf[kindOf(e.Type)] == "payments" {
		r.sum(fmt.Sprintf("the fee of payment %s", e.Reference), c.price.StringFixed(2), a.fee)
		r.sum(fmt.Sprintf("the VAT of payment %s", e.Reference), c.vat.StringFixed(2), a.vat)
	}
	r.text(fmt.Sprintf("statement-%s.csv: leaf %d: the VAT rate", client, e.Leaf), said, rate)
	if opens != "" {
		t.names[opens] = rate
	}
	t.add(client, rate, a)
}

// rateOf computes the rate of a fee that is charged. What a refund costs has the rate that its event says; an older event does not
// say it, and then VAT and fee give it.
func (t *taxes) rateOf(e decoded, a amounts, said string) string {
	kind := kindOf(e.Type)
	isRefund := kind == "balance.payment_reversed"
	if kind == "payout.completed" || isRefund && e.VATRate != nil {
		if e.VATRate == nil {
			return "0"
		}
		return e.VATRate.String()
	}
	rate, known := t.rates[e.Reference]
	switch {
	case !known:
		return said
	case isRefund:
		return derived(rate, a)
	}
	return rate
}

// derived returns the rate that VAT and fee give: that of the payment if it gives this VAT, to the sen.
func derived(ofPayment string, a amounts) string {
	rate, err := decimal.NewFromString(ofPayment)
	hundred := decimal.NewFromInt(100)
	if err == nil && a.fee.Mul(rate).Div(hundred).Sub(a.vat).Abs().LessThanOrEqual(decimal.RequireFromString("0.01")) {
		return ofPayment
	}
	return a.vat.Mul(hundred).DivRound(a.fee, 2).String()
}

func (t *taxes) add(client, rate string, a amounts) {
	if t.fees[client] == nil {
		t.fees[client] = map[string]charged{}
	}
	c := t.fees[client][rate]
	t.fees[client][rate] = charged{c.price.Add(a.fee), c.vat.Add(a.vat)}
}

// line has the figures of a line of an invoice.
type line struct{ price, other, ppn, booked decimal.Decimal }

func (l line) plus(o line) line {
	return line{l.price.Add(o.price), l.other.Add(o.other), l.ppn.Add(o.ppn), l.booked.Add(o.booked)}
}

// of computes the figures of fees at a rate; code is empty for fees that no document can have.
func (m month) of(rate string, c charged) (l line, code string) {
	const places = 2
	percent, err := decimal.NewFromString(rate)
	switch {
	case err != nil || c.price.IsNegative():
		return line{price: c.price, booked: c.vat}, ""
	case percent.IsZero() && c.vat.IsZero():
		return line{price: c.price, other: c.price}, m.Formula.ExemptCode
	case !m.Formula.Rate.Mul(m.Formula.Part).Equal(percent.Mul(m.Formula.Of)):
		return line{price: c.price, booked: c.vat}, ""
	}
	other := c.price.Mul(m.Formula.Part).DivRound(m.Formula.Of, places)
	ppn := other.Mul(m.Formula.Rate).DivRound(decimal.NewFromInt(100), places)
	return line{c.price, other, ppn, c.vat}, m.Formula.TaxedCode
}

// checkInvoices compares the fee invoices, and that they add up to what was posted.
func (f files) checkInvoices(r *report, m month, t taxes) {
	type key struct{ row, client, code, rate string }
	said := map[key]map[string]string{}
	for _, row := range f.rows(r, "fee_invoices.csv") {
		said[key{row["row"], row["client"], row["code"], row["vat_rate"]}] = row
	}
	var total, left line
	compare := func(k key, l line) {
		row, ok := said[k]
		if !ok {
			r.fail("fee_invoices.csv has no %s of client %s with code %q and rate %q", k.row, k.client, k.code, k.rate)
			return
		}
		delete(said, k)
		what := fmt.Sprintf("fee_invoices.csv: %s of client %s, code %s, rate %q: ", k.row, k.client, k.code, k.rate)
		r.sum(what+"price", row["price"], l.price)
		r.sum(what+"booked_vat", row["booked_vat"], l.booked)
		if k.code == "" {
			return
		}
		number := "FI-" + m.Month + "-" + k.client
		if k.code == m.Formula.ExemptCode {
			number += "-" + k.code
		}
		r.text(what+"number", row["number"], number)
		for name, amount := range map[string]decimal.Decimal{
			"dpp": l.price, "dpp_nilai_lain": l.other, "ppn": l.ppn, "rounding": l.ppn.Sub(l.booked),
		} {
			r.sum(what+name, row[name], amount)
		}
	}
	for _, client := range slices.Sorted(maps.Keys(t.fees)) {
		documents := map[string]line{}
		for rate, c := range t.fees[client] {
			if c.price.IsZero() && c.vat.IsZero() {
				continue
			}
			l, code := m.of(rate, c)
			if code == "" {
				left = left.plus(l)
				compare(key{"left_out", client, "", rate}, l)
				continue
			}
			compare(key{"line", client, code, rate}, l)
			documents[code] = documents[code].plus(l)
		}
		for code, d := range documents {
			total = total.plus(d)
			compare(key{"document", client, code, ""}, d)
		}
	}
	for k := range said {
		r.fail("fee_invoices.csv has a %s of client %s, code %s, rate %q, of which no fee is known", k.row, k.client, k.code, k.rate)
	}
	f.checkVAT(r, t, total, left)
}

// checkVAT checks that the invoices, with the fees of earlier months that were given back, are what the ledger has.
func (f files) checkVAT(r *report, t taxes, total, left line) {
	turned, rows := decimal.Zero, f.rows(r, "fees_turned_round.csv")
	r.text("fees_turned_round.csv: its number of rows", strconv.Itoa(len(rows)), strconv.Itoa(len(t.turned)))
	for i, row := range rows[:min(len(rows), len(t.turned))] {
		for name, want := range t.turned[i] {
			r.text(fmt.Sprintf("fees_turned_round.csv: leaf %s: %s", row["leaf"], name), row[name], want)
		}
	}
	for _, one := range t.turned {
		turned = turned.Add(decimal.RequireFromString(one["vat"]))
	}
	said := map[string]string{}
	for _, row := range f.rows(r, "vat.csv") {
		said[row["item"]] = row["amount"]
	}
	for item, amount := range map[string]decimal.Decimal{
		"invoices_booked_vat": total.booked, "left_out": left.booked, "turned_round": turned, "posted_by_clients": t.clients,
		"posted_by_others": t.others, "moved_tax_vat": t.clients.Add(t.others), "invoices_ppn": total.ppn,
		"rounding_to_come": total.ppn.Sub(total.booked), "moved_tax_rounding": t.rounds,
	} {
		r.sum("vat.csv: "+item, said[item], amount)
	}
	r.sum("invoices and what was given back, against the postings to tax:vat", total.booked.Add(left.booked).Add(turned).StringFixed(2), t.clients)
	r.sum("invoices with their rounding, against their PPN", total.booked.Add(total.ppn.Sub(total.booked)).StringFixed(2), total.ppn)
	moved := map[string]decimal.Decimal{}
	for _, row := range f.rows(r, "trial_balance.csv") {
		closing, _ := decimal.NewFromString(row["closing"])
		opening, _ := decimal.NewFromString(row["opening"])
		moved[row["account"]] = closing.Sub(opening)
	}
	r.sum("vat.csv: moved_tax_vat, against the trial balance", said["moved_tax_vat"], moved["tax:vat"])
	r.sum("vat.csv: moved_tax_rounding, against the trial balance", said["moved_tax_rounding"], moved["tax:rounding"])
}
