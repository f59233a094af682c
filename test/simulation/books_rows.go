package simulation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/period"
	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/shopspring/decimal"
)

func decimalOf(n int64) decimal.Decimal { return decimal.NewFromInt(n) }

// bookFold has the rows of the books.
type bookFold struct {
	slips   []*withholdingrows.Slip
	charges chargeFold
}

func newBookFold() bookFold { return bookFold{charges: newChargeFold()} }

func (f *bookFold) apply(events []eventstore.Envelope) {
	for _, e := range events {
		f.charges.add(e)
		switch event := e.Event.(type) {
		case balance.WithholdingSubmitted:
			f.slips = append(f.slips, &withholdingrows.Slip{
				ID: event.ID, Number: event.Number, Period: event.Period, Gross: event.Gross, Tax: event.Tax, Date: event.Date, File: event.File,
				Status: balance.SlipPending, CreatedAt: event.At, UpdatedAt: event.At, ClientID: event.ClientID, SubmittedBy: event.By,
				Position: e.Position.Commit,
			})
		case balance.WithholdingRejected:
			f.decide(event.ID, balance.SlipRejected)
		case balance.WithholdingApproved:
			f.decide(event.ID, balance.SlipApproved)
		}
	}
}

func (f *bookFold) decide(id int64, status string) {
	for _, s := range f.slips {
		if s.ID == id {
			s.Status = status
		}
	}
}

// bookRows are the queries of the use cases of the books.
type bookRows struct{ *readModels }

func (r bookRows) newest(is func(*withholdingrows.Slip) bool) (withholdingrows.Slip, error) {
	for _, s := range slices.Backward(r.slips) {
		if is(s) {
			return *s, nil
		}
	}
	return withholdingrows.Slip{}, readtable.ErrNotFound
}

// WithholdingSlipByID implements withholdingservice.Rows.
func (r bookRows) WithholdingSlipByID(_ context.Context, id int64) (withholdingrows.Slip, error) {
	return r.newest(func(s *withholdingrows.Slip) bool { return s.ID == id })
}

// WithholdingSlip implements withholdingservice.Rows.
func (r bookRows) WithholdingSlip(_ context.Context, number string) (withholdingrows.Slip, error) {
	return r.newest(func(s *withholdingrows.Slip) bool { return s.Number == balance.SlipNumber(number) })
}

// WithholdingSlipOf implements withholdingservice.Rows.
func (r bookRows) WithholdingSlipOf(_ context.Context, clientID int64, number string) (withholdingrows.Slip, error) {
	return r.newest(func(s *withholdingrows.Slip) bool {
		return s.ClientID == clientID && s.Number == balance.SlipNumber(number)
	})
}

// TreasuryEntry implements treasuryservice.Rows. The run does not look at the answer.
func (r bookRows) TreasuryEntry(context.Context, int64) (balancerows.TreasuryEntry, error) {
	return balancerows.TreasuryEntry{}, nil
}

// FeeCharges implements taxservice.Rows.
func (r bookRows) FeeCharges(_ context.Context, from, until time.Time) ([]balancerows.FeeCharge, error) {
	return r.charges.between(0, from, until), nil
}

// FeeChargesOf implements taxservice.Rows.
func (r bookRows) FeeChargesOf(_ context.Context, clientID int64, from, until time.Time) ([]balancerows.FeeCharge, error) {
	return r.charges.between(clientID, from, until), nil
}

// FeeMonths implements taxservice.Rows.
func (r bookRows) FeeMonths(_ context.Context, clientID int64) (first, last time.Time, ok bool, err error) {
	for _, c := range r.charges.all {
		if c.client == clientID {
			if !ok {
				first = c.charged
			}
			last, ok = c.charged, true
		}
	}
	return first, last, ok, nil
}

// charge is a fee that was charged, or given back. charged is when the fee was charged that is given back.
type charge struct {
	client   int64
	fee, vat decimal.Decimal
	charged  time.Time
	rate     string
}

// chargeFold knows which fee each movement gives back, from the postings and the names in the events.
type chargeFold struct {
	all   []charge
	first map[string]charge // by what the fee is for
}

func newChargeFold() chargeFold { return chargeFold{first: map[string]charge{}} }

// add adds the fee of an event, if it has one.
func (f *chargeFold) add(e eventstore.Envelope) {
	mover, moves := e.Event.(balance.Mover)
	if !moves {
		return
	}
	client, m := mover.Moved()
	c := charge{client: client, charged: e.BookedAt}
	for _, p := range m.Postings {
		switch p.Account {
		case ledger.RevenueFees:
			c.fee = c.fee.Add(p.Amount)
		case ledger.TaxVAT:
			c.vat = c.vat.Add(p.Amount)
		}
	}
	if c.fee.IsZero() && c.vat.IsZero() {
		return
	}
	c.rate = "11"
	if c.vat.IsZero() {
		c.rate = "0"
	}
	name, of := chargeNames(e.Event, c.fee.IsPositive())
	if before, known := f.first[of]; known && of != "" {
		c.charged, c.rate = before.charged, before.rate
	}
	if name != "" {
		f.first[name] = c
	}
	f.all = append(f.all, c)
}

// chargeNames names the fee, and the fee that it gives back.
func chargeNames(event any, positive bool) (name, of string) {
	switch e := event.(type) {
	case balance.Credited:
		return fmt.Sprint("payment ", e.Reference, " ", 0), ""
	case balance.SuspenseReleased:
		return fmt.Sprint("payment ", e.Reference, " ", e.SuspenseID), ""
	case balance.PayoutCompleted:
		return "payout " + e.Order.Name(), ""
	case balance.PayoutReversed:
		return "", "payout " + e.Order.Name()
	case balance.ReversalReturned:
		return "", "reversal " + e.ReversalID
	case balance.PaymentReversed:
		if positive {
			return "reversal " + e.ReversalID, ""
		}
		return "reversal " + e.ReversalID, fmt.Sprint("payment ", e.Reference, " ", e.SuspenseID)
	}
	return "", ""
}

// between sums the fees that were charged from one instant to another, by client and rate; of all clients for 0.
func (f *chargeFold) between(client int64, from, until time.Time) []balancerows.FeeCharge {
	sums := map[string]*balancerows.FeeCharge{}
	for _, c := range f.all {
		if client != 0 && c.client != client || c.charged.Before(from) || !c.charged.Before(until) {
			continue
		}
		key := fmt.Sprintf("%06d %s", c.client, c.rate)
		if sums[key] == nil {
			sums[key] = &balancerows.FeeCharge{ClientID: c.client, VATRate: c.rate}
		}
		sums[key].Fee, sums[key].VAT = sums[key].Fee.Add(c.fee), sums[key].VAT.Add(c.vat)
	}
	rows := []balancerows.FeeCharge{}
	for _, key := range slices.SortedFunc(maps.Keys(sums), cmp.Compare[string]) {
		rows = append(rows, *sums[key])
	}
	return rows
}

// feesIn sums what was booked as fees of a client in a month, less what was given back in it.
func (w *world) feesIn(client int64, m period.Month) (sum decimal.Decimal) {
	for _, e := range w.events() {
		mover, moves := e.Event.(balance.Mover)
		if !moves || e.BookedAt.Before(m.From) || !e.BookedAt.Before(m.Until) {
			continue
		}
		of, movement := mover.Moved()
		for _, p := range movement.Postings {
			if of == client && p.Account == ledger.RevenueFees {
				sum = sum.Add(p.Amount)
			}
		}
	}
	return sum
}
