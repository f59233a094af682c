// Package moneystates makes every state in which one customer's money for a payment can be before the provider
// settles it. Only tests import it.
package moneystates

import (
	"iter"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// State is a payment, with a look at one customer's money for it.
type State struct {
	// Name lists the acts that led to it.
	Name   string
	Events []domain.Event
	// Held is how much of the money, in rupiah, the client has but can't withdraw yet.
	Held decimal.Decimal
	// Others is how much other money of the payment, in rupiah, the provider has not settled.
	Others decimal.Decimal
	// TakenBack is how much of the money, in rupiah, the provider took back.
	TakenBack decimal.Decimal
	// Undone: the provider never settles the money, because it was voided or reversed as a whole.
	Undone bool
	// PaidTwice: the money was paid back by hand, and also by the provider.
	PaidTwice bool
	paid      payment.PayCmd
}

// Settle is the provider's report that it has settled the money.
func (s State) Settle() payment.SettleCmd { return payment.SettleCmd(s.paid) }

// Paid is what the customer paid, in rupiah.
func (s State) Paid() decimal.Decimal { return s.paid.PaidAmount }

// most is how many acts follow each other; the arrival of the money is one of them.
const most = 4

var (
	noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	due  = decimal.NewFromInt(100_000)
)

// All yields the states that up to four acts lead to, for all ways in which money can arrive, on a channel that
// is held until SETTLED and on one that is not.
func All() iter.Seq[State] {
	return func(yield func(State) bool) {
		for _, channel := range []string{"QRIS", "BCA"} {
			for _, arrival := range arrivals {
				first := arrival.begin(channel)
				if !extend(first, most, yield) {
					return
				}
			}
		}
	}
}

// extend yields the state, and those that further acts lead to.
func extend(s State, acts int, yield func(State) bool) bool {
	if s.paid.ProviderPaymentID != "" && s.hasMoney() && !yield(s.finished()) {
		return false
	}
	if acts == 0 {
		return true
	}
	for _, a := range allActs {
		if next, ok := s.after(a); ok && !extend(next, acts-1, yield) {
			return false
		}
	}
	return true
}

func (s State) fold() payment.State { return payment.Aggregate.Fold(payment.State{}, s.Events...) }

func (s State) hasMoney() bool {
	return slices.ContainsFunc(s.fold().Receipts(), func(r payment.Receipt) bool { return r.ProviderPaymentID == s.paid.ProviderPaymentID })
}

// finished fills in what follows from the events.
func (s State) finished() State {
	f := s.fold()
	id := suspenseIDOf(s.Events, s.paid.ProviderPaymentID)
	for _, c := range f.Credits {
		if c.SuspenseID == id {
			s.Held = c.Unsettled
		}
	}
	for _, r := range f.Receipts() {
		if r.ProviderPaymentID != s.paid.ProviderPaymentID {
			s.Others = s.Others.Add(r.PaidAmount)
		}
	}
	byHand := false
	for _, e := range s.Events {
		switch e := e.(type) {
		case payment.SuspenseRefunded:
			byHand = byHand || e.SuspenseID == id && !e.WaitsForProvider()
		case payment.Reversed:
			if e.SuspenseID != id {
				continue
			}
			s.TakenBack = s.TakenBack.Add(e.Reversal.Amount)
			s.Undone = s.Undone || e.UndoesPayment()
			s.PaidTwice = s.PaidTwice || byHand
		}
	}
	return s
}

func suspenseIDOf(events []domain.Event, paymentID string) int64 {
	for _, e := range events {
		if suspended, ok := e.(payment.Suspended); ok && suspended.ProviderPaymentID == paymentID {
			return suspended.SuspenseID
		}
	}
	return 0
}

// arrival is how the money arrives.
type arrival struct {
	name string
	// before are the acts before the arrival.
	before []act
	paid   payment.PayCmd
}

func money(id string, amount int64) payment.PayCmd {
	return payment.PayCmd{
		Receipt:    payment.Receipt{ProviderID: "prov-1", ProviderPaymentID: id, PaidAmount: decimal.NewFromInt(amount), PaidAt: noon},
		SuspenseID: 5, Claim: payment.Claim{TransactionID: "INV-7-1", Number: 1}, At: noon,
	}
}

var arrivals = []arrival{
	{name: "of the amount due", paid: money("pay-1", 100_000)},
	{name: "of another amount", paid: money("pay-1", 150_000)},
	{name: "a second payment", before: []act{payOther}, paid: money("pay-1", 100_000)},
	{name: "a second payment of another amount", before: []act{payOther}, paid: money("pay-1", 150_000)},
	{name: "of an order that is paid", before: []act{chain}, paid: func() payment.PayCmd {
		m := money("pay-1", 100_000)
		m.Claim.TransactionID = "INV-7-2"
		return m
	}()},
}

func (a arrival) begin(channel string) State {
	m := a.paid
	m.ChannelCode = channel
	s := State{Name: "money by " + channel + " " + a.name, paid: m}
	events, err := payment.Request(payment.State{}, payment.RequestCmd{
		Identity: payment.Identity{ID: 1, Connection: "xendit", TransactionID: "INV-7-1", ClientID: 7, Channel: "invoice", ChannelCode: "INVOICE", Amount: due},
		Rates: map[string]pricing.Rate{
			"INVOICE": {Flat: decimal.NewFromInt(4_000)},
			"BCA":     {Flat: decimal.NewFromInt(4_000)},
			"QRIS":    {Percent: decimal.New(7, -1), VATInclusive: true},
		},
		HoldUntilSettled: []string{"QRIS"}, VATRate: pricing.DefaultVATRate, ExpiresAt: noon.Add(time.Hour), At: noon,
	})
	if err != nil {
		panic(err)
	}
	s.Events = events
	for _, before := range a.before {
		var ok bool
		if s, ok = s.after(before); !ok {
			panic("moneystates: " + before.name + " is refused")
		}
	}
	return s
}

// after returns the state after an act. ok is false if the act changes nothing.
func (s State) after(a act) (next State, ok bool) {
	events, err := a.do(s.fold(), s.paid)
	if err != nil || len(events) == 0 {
		return s, false
	}
	next = s
	next.Events = append(slices.Clip(s.Events), events...)
	next.Name = strings.Join([]string{s.Name, a.name}, ", ")
	return next, true
}
