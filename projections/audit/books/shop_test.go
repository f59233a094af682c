package books_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/audit/books"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// shop appends random decisions of the domain about the balances of some clients, and entries about the
// gateway's own money, each booked at a time that the test chooses.
type shop struct {
	*testing.T
	log    *eventstore.Log
	random *rand.Rand
	states map[int64]balance.State
	last   map[string]eventstore.Revision
	n      int64
	taxes  []tax
}

// tax is a payment of VAT to the state.
type tax struct {
	at     time.Time
	amount decimal.Decimal
}

// taxesPaid returns the VAT paid to the state in a range.
func (s *shop) taxesPaid(in books.Range) decimal.Decimal {
	sum := decimal.Zero
	for _, t := range s.taxes {
		if !t.at.Before(in.From) && !t.at.After(in.To) {
			sum = sum.Add(t.amount)
		}
	}
	return sum
}

func newShop(t *testing.T, seed uint64) *shop {
	t.Helper()
	store := storetest.NewMemory().Open()
	return &shop{
		T: t, log: eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{}),
		random: rand.New(rand.NewPCG(seed, 1)), states: map[int64]balance.State{}, last: map[string]eventstore.Revision{},
	}
}

// trade appends the events of one step, or nothing when the step is refused.
func (s *shop) trade(bookedAt time.Time) {
	s.Helper()
	s.n++
	client := 1 + s.random.Int64N(3)
	state := s.states[client]
	if s.random.IntN(12) == 0 {
		s.own(bookedAt)
		return
	}
	events, err := s.step(state, client, bookedAt)
	if err != nil {
		return // refused, for example for lack of money
	}
	s.states[client] = balance.Aggregate.Fold(state, events...)
	s.append(balance.Stream(client), bookedAt, events...)
}

func (s *shop) step(b balance.State, client int64, at time.Time) ([]domain.Event, error) {
	switch s.random.IntN(9) {
	case 0:
		return balance.RequestWithdrawal(b, balance.RequestCmd{Order: balance.Order{
			ID: s.n, ClientID: client, ExternalID: fmt.Sprint("WD-", s.n), Amount: decimal.NewFromInt(10_000 + s.random.Int64N(40_000)),
			Fee: decimal.NewFromInt(5_000), FeeVAT: decimal.RequireFromString("495.5"), VATRate: pricing.DefaultVATRate, Bank: "BCA", AccountNumber: "1",
		}, At: at})
	case 1, 2:
		return s.payOut(b, at)
	case 3:
		return balance.Adjust(b, balance.AdjustCmd{
			ClientID: client, Amount: decimal.New(1+s.random.Int64N(99_999), -2), Reason: "test", By: "admin:1", Reference: fmt.Sprint("ADJ-", s.n), At: at,
		})
	case 4:
		return s.post(b, client, at, payment.Reversed{
			Identity:    s.identity(client),
			Reversal:    payment.Reversal{ReversalID: fmt.Sprint("r", s.n), Kind: payment.Refund, Amount: decimal.NewFromInt(7_000)},
			ClientBears: decimal.NewFromInt(7_000),
		})
	}
	gross := decimal.NewFromInt(10_000 + s.random.Int64N(200_000))
	vatRate := pricing.DefaultVATRate
	if s.n > 60 { // the rate changes while they trade
		vatRate = decimal.NewFromInt(12)
	}
	q := pricing.Compute(gross, pricing.Rate{Flat: decimal.NewFromInt(1_000), Percent: decimal.New(7, -1)}, vatRate, true)
	paid := payment.Paid{
		Identity: s.identity(client), Receipt: payment.Receipt{PaidAmount: gross, PaidAt: at},
		Charge: payment.Charge{Fee: q.Fee, VAT: q.VAT, Net: q.Net, VATRate: q.VATRate}, Held: s.random.IntN(4) == 0, At: at,
	}
	s.append(payment.Stream(paid.TransactionID), at, paid)
	return s.post(b, client, at, paid)
}

// payOut advances the oldest open payout: it is approved, completed, or comes back.
func (s *shop) payOut(b balance.State, at time.Time) ([]domain.Event, error) {
	if len(b.Open) == 0 {
		for _, c := range b.Closed {
			if c.Status == balance.StatusCompleted {
				return balance.Reverse(b, c.Kind, c.ID, balance.ReverseCmd{Reason: "closed account", At: at})
			}
		}
		return nil, nil
	}
	p := b.Open[0]
	if p.Status == balance.StatusPending {
		if s.random.IntN(3) == 0 {
			return balance.Cancel(b, p.Kind, p.ID, at)
		}
		return balance.Approve(b, p.Kind, p.ID, balance.ApproveCmd{By: "admin:1", At: at})
	}
	events, err := balance.Submit(b, p.Kind, p.ID, balance.SubmitCmd{Attempt: p.Attempts + 1, RequestID: fmt.Sprint(s.n), ProviderAPI: report.PayoutsV1, At: at})
	if err != nil || len(events) == 0 {
		return events, err
	}
	then, err := balance.Complete(balance.Aggregate.Fold(b, events...), p.Kind, p.ID, balance.CompleteCmd{ProviderID: fmt.Sprint("disb-", p.ID), TransferAt: at, At: at})
	return append(events, then...), err
}

func (s *shop) identity(client int64) payment.Identity {
	return payment.Identity{ID: s.n, TransactionID: fmt.Sprintf("INV-%d-%d", client, s.n), ClientID: client, Channel: "qris", ChannelCode: "QRIS"}
}

func (s *shop) post(b balance.State, client int64, at time.Time, e domain.Event) ([]domain.Event, error) {
	return balance.Post(b, []balance.PostCmd{{Source: balance.Source{Store: "s", Commit: s.n, Prepare: s.n}, Event: e, ClientID: client, At: at}})
}

// own appends an entry about our own money, VAT paid to the state, or a fee of the provider.
func (s *shop) own(at time.Time) {
	s.Helper()
	amount := decimal.NewFromInt(1 + s.random.Int64N(1_000))
	if s.random.IntN(2) == 0 {
		reference := fmt.Sprint("tax ", s.n)
		s.taxes = append(s.taxes, tax{at, amount})
		s.append(treasury.Stream(reference), at, treasury.Entered{
			ID: s.n, Kind: treasury.TaxPayment, Amount: amount, Reference: reference,
			Postings: ledger.Transfer(ledger.TaxVAT, ledger.BankOperating, amount), ValueDate: "2026-01-02", At: at,
		})
		return
	}
	id := fmt.Sprint("txn_", s.n)
	events, err := treasury.BookFee(treasury.Fee{}, report.Booking{Connection: "xendit", ID: id, Fee: report.Fee{Amount: amount, Status: report.FeeFinal}, UpdatedAt: at}, at)
	if err != nil {
		s.Fatal(err)
	}
	s.append(treasury.FeeStream("xendit", id), at, events...)
}

func (s *shop) append(stream string, at time.Time, events ...domain.Event) {
	s.Helper()
	for _, e := range events {
		data, err := s.log.Codec().Encode(e)
		if err != nil {
			s.Fatal(err)
		}
		last, known := s.last[stream]
		if !known {
			last = eventstore.NoStream
		}
		appended, err := s.log.Store().Append(s.Context(), stream, last, []eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: at}})
		if err != nil {
			s.Fatal(err)
		}
		s.last[stream] = appended.Revision
	}
}

// paidInFull returns a payment without fees.
func paidInFull(s *shop, client, gross int64) payment.Paid {
	s.n++
	amount := decimal.NewFromInt(gross)
	return payment.Paid{Identity: s.identity(client), Receipt: payment.Receipt{PaidAmount: amount}, Charge: payment.Charge{Net: amount}}
}

// contradicting returns the credit with a balance after it that differs from its postings.
func contradicting(e domain.Event, after ledger.Totals) domain.Event {
	credited, _ := e.(balance.Credited)
	credited.After = after
	return credited
}
