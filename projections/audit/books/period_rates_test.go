package books_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/audit/books"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

func sumOfRates(rates []statement.VATRateTotal) (fee, vat decimal.Decimal) {
	for _, r := range rates {
		fee, vat = fee.Add(r.Fee), vat.Add(r.VAT)
	}
	return fee, vat
}

// taxedShop is a shop with one client, whose VAT rate the test changes.
type taxedShop struct {
	*shop
	rate decimal.Decimal
}

func (s *taxedShop) apply(at time.Time, decide func(balance.State) ([]domain.Event, error)) {
	s.Helper()
	events, err := decide(s.states[1])
	if err != nil {
		s.Fatal(err)
	}
	s.states[1] = balance.Aggregate.Fold(s.states[1], events...)
	s.shop.append(balance.Stream(1), at, events...)
}

// pay credits a payment with the channel's fee of 1.5 %.
func (s *taxedShop) pay(at time.Time, amount string) payment.Paid {
	s.Helper()
	s.n++
	gross := decimal.RequireFromString(amount)
	q := pricing.Compute(gross, pricing.Rate{Percent: decimal.New(15, -1)}, s.rate, true)
	paid := payment.Paid{
		Identity: s.identity(1), Receipt: payment.Receipt{PaidAmount: gross, PaidAt: at},
		Charge: payment.Charge{Fee: q.Fee, VAT: q.VAT, Net: q.Net, VATRate: q.VATRate}, At: at,
	}
	s.credit(at, paid.TransactionID, paid)
	return paid
}

func (s *taxedShop) credit(at time.Time, transactionID string, e domain.Event) {
	s.Helper()
	s.shop.append(payment.Stream(transactionID), at, e)
	s.apply(at, func(b balance.State) ([]domain.Event, error) { return s.post(b, 1, at, e) })
}

// void takes a payment back in full, with its fee and VAT.
func (s *taxedShop) void(at time.Time, paid payment.Paid) {
	s.Helper()
	s.n++
	s.credit(at, paid.TransactionID, payment.Reversed{
		Identity: paid.Identity, Reversal: payment.Reversal{ReversalID: fmt.Sprint("r", s.n), Kind: payment.Void, Amount: paid.PaidAmount},
		ClientBears: paid.Net, Fee: paid.Fee, VAT: paid.VAT, At: at,
	})
}

// withdraw pays out an amount, for a fee of 5,000 including VAT.
func (s *taxedShop) withdraw(at time.Time, amount int64) balance.Order {
	s.Helper()
	s.n++
	charge := pricing.Transfer(decimal.NewFromInt(amount), pricing.Rate{Flat: decimal.NewFromInt(5_000), VATInclusive: true}, s.rate)
	order := balance.Order{
		Kind: balance.Withdrawal, ID: s.n, ClientID: 1, ExternalID: fmt.Sprint("WD-", s.n), Amount: decimal.NewFromInt(amount),
		Fee: charge.Total, FeeVAT: charge.VAT, VATRate: s.rate, Bank: "BCA", AccountNumber: "1",
	}
	s.apply(at, func(b balance.State) ([]domain.Event, error) {
		return balance.RequestWithdrawal(b, balance.RequestCmd{Order: order, At: at})
	})
	s.apply(at, func(b balance.State) ([]domain.Event, error) {
		return balance.Approve(b, balance.Withdrawal, s.n, balance.ApproveCmd{By: "admin:1", At: at})
	})
	s.apply(at, func(b balance.State) ([]domain.Event, error) {
		return balance.Submit(b, balance.Withdrawal, s.n, balance.SubmitCmd{Attempt: 1, RequestID: fmt.Sprint(s.n), ProviderAPI: report.PayoutsV1, At: at})
	})
	s.apply(at, func(b balance.State) ([]domain.Event, error) {
		return balance.Complete(b, balance.Withdrawal, s.n, balance.CompleteCmd{ProviderID: fmt.Sprint("disb-", s.n), TransferAt: at, At: at})
	})
	return order
}

// taxed returns a shop in a year in which the rate changes on 1 February, from 11 % to 12 %. Charges of
// January are taken back in February.
func taxed(t *testing.T) *taxedShop {
	t.Helper()
	s := &taxedShop{shop: newShop(t, 1), rate: decimal.NewFromInt(11)}
	january, february := newYear.AddDate(0, 0, 9), newYear.AddDate(0, 1, 9)
	old := s.pay(january, "33333")                           // 500 and 55
	s.pay(january.Add(90*time.Minute), "12345.67")           // 185.19 and 20.37, each rounded
	s.pay(january.Add(30*time.Hour), "1000000")              // 15000 and 1650
	paidOut := s.withdraw(january.Add(48*time.Hour), 50_000) // 4504.5 and 495.5
	s.rate = decimal.NewFromInt(12)
	s.pay(february, "33333")                                                           // 500 and 60
	s.withdraw(february.Add(time.Hour), 20_000)                                        // 4464.29 and 535.71
	s.void(february.Add(2*time.Hour), old)                                             // -500 and -55, at 11 %
	s.apply(february.Add(3*time.Hour), func(b balance.State) ([]domain.Event, error) { // -4504.5 and -495.5, at 11 %
		events, err := balance.Reverse(b, balance.Withdrawal, paidOut.ID, balance.ReverseCmd{Reason: "closed account", At: february})
		return balance.WithOrder(events, paidOut), err
	})
	return s
}

// ratesOf formats the rate, the number of movements, the fee and the VAT of each total.
func ratesOf(rates []statement.VATRateTotal) (all []string) {
	for _, r := range rates {
		all = append(all, fmt.Sprint(r.Text(), " %: ", r.Count, " ", r.Fee, " ", r.VAT))
	}
	return all
}

func TestTheReportOfAPeriodIsSplitByVATRate(t *testing.T) {
	t.Parallel()
	s := taxed(t)
	head, err := s.log.Store().Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	february := newYear.AddDate(0, 1, 0)
	voided := february.AddDate(0, 0, 9).Add(2 * time.Hour)
	for _, c := range []struct {
		name string
		in   books.Range
		want []string
	}{
		{"the month of the old rate", books.Range{From: newYear, To: february.Add(-1)}, []string{"11 %: 4 20189.69 2220.87"}},
		{"the month of the new rate, in which old fees are given back", books.Range{From: february, To: newYear.AddDate(0, 2, 0).Add(-1)}, []string{
			"11 %: 2 -5004.5 -550.5", "12 %: 2 4964.29 595.71",
		}},
		{"both", books.Range{From: newYear}, []string{"11 %: 6 15185.19 1670.37", "12 %: 2 4964.29 595.71"}},
		{
			"a void alone, in part of an hour",
			books.Range{From: voided.Add(-10 * time.Minute), To: voided.Add(5 * time.Minute)},
			[]string{"11 %: 1 -500 -55"},
		},
		{"nothing", books.Range{To: newYear.AddDate(-1, 0, 0)}, nil},
	} {
		readers := map[string]books.Reader{"log": {Log: s.log}}
		for _, built := range []int64{0, 3, 9, head.Commit} {
			readers[fmt.Sprint("built through ", built)] = builtThrough(t, s.log, eventstore.Position{Commit: built, Prepare: built})
		}
		for name, r := range readers {
			p, err := r.Period(t.Context(), c.in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, ratesOf(p.VATRates)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, name, diff)
			}
			if fee, vat := sumOfRates(p.VATRates); !fee.Equal(p.Total.Fee) || !vat.Equal(p.Total.VAT) {
				t.Errorf("%s, %s: by rate %s and %s, in total %s and %s", c.name, name, fee, vat, p.Total.Fee, p.Total.VAT)
			}
		}
	}
}

func TestTheFileOfAPeriodHasTheRatesAfterTheFormerColumns(t *testing.T) {
	t.Parallel()
	p, err := books.Reader{Log: taxed(t).log}.Period(t.Context(), books.Range{From: newYear})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := p.CSV(&file); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	n := len(rows[0]) - 5
	if diff := cmp.Diff([][]string{
		{"provider_costs", "vat_rate_11_fee", "vat_rate_11_vat", "vat_rate_12_fee", "vat_rate_12_vat"},
		{"", "15185.19", "1670.37", "4964.29", "595.71"},
		{"0", "15185.19", "1670.37", "4964.29", "595.71"},
	}, [][]string{rows[0][n:], rows[1][n:], rows[2][n:]}); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
}

// refund gives a part of a payment back by a transfer that costs 5,000 including VAT, and lets it bounce later. Older events
// do not say the rate.
func (s *taxedShop) refund(at time.Time, paid payment.Paid, older bool) {
	s.Helper()
	s.n++
	charge := pricing.Transfer(decimal.NewFromInt(1_000), pricing.Rate{Flat: decimal.NewFromInt(5_000), VATInclusive: true}, s.rate)
	id, cost := s.n, &payment.RefundPaid{PaidBy: "xendit", Fee: charge.Total, VAT: charge.VAT, VATRate: &charge.VATRate}
	if older {
		cost.VATRate = nil
	}
	amount := decimal.NewFromInt(1_000)
	s.credit(at, paid.TransactionID, payment.RefundRequested{
		Identity:    paid.Identity,
		RefundOrder: payment.RefundOrder{RefundID: id, Amount: amount, Method: payment.MethodTransfer, RequestedAt: at}, At: at,
	})
	reversal := payment.Reversal{ReversalID: fmt.Sprint("r", id), Kind: payment.Refund, Amount: amount, RefundID: id}
	s.n++
	s.credit(at, paid.TransactionID, payment.Reversed{Identity: paid.Identity, Reversal: reversal, ClientBears: amount, Paid: cost, At: at})
	later := at.AddDate(0, 1, 0)
	s.n++
	s.credit(later, paid.TransactionID, payment.ReversalReturned{
		Identity: paid.Identity, Reversal: reversal, ClientGets: amount, Paid: cost, At: later,
	})
}

// What a refund costs is at the rate of its own day: of a payment without VAT and of one with it, by events that say it and by
// older ones, in the log and in the read models.
func TestWhatARefundCostsHasARateOfItsOwn(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		name            string
		paidAt, today   int64
		want, afterward []string
	}{
		{"an exemption ended", 0, 11, []string{"0 %: 1 1500 0", "11 %: 1 4504.5 495.5"}, []string{"11 %: 1 -4504.5 -495.5"}},
		{"an exemption began", 11, 0, []string{"0 %: 1 5000 0", "11 %: 1 1500 165"}, []string{"0 %: 1 -5000 0"}},
		{"the rate changed", 11, 12, []string{"11 %: 1 1500 165", "12 %: 1 4464.29 535.71"}, []string{"12 %: 1 -4464.29 -535.71"}},
		{"the rate stayed", 11, 11, []string{"11 %: 2 6004.5 660.5"}, []string{"11 %: 1 -4504.5 -495.5"}},
	} {
		for _, older := range []bool{false, true} {
			s := &taxedShop{shop: newShop(t, 1), rate: decimal.NewFromInt(c.paidAt)}
			day := newYear.AddDate(0, 0, 9)
			paid := s.pay(day, "100000")
			s.rate = decimal.NewFromInt(c.today)
			s.refund(day.Add(3*time.Hour), paid, older)
			head, err := s.log.Store().Head(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			readers := map[string]books.Reader{"log": {Log: s.log}}
			if i == 0 {
				readers["read models"] = builtThrough(t, s.log, head)
			}
			for name, r := range readers {
				for in, want := range map[books.Range][]string{
					{From: newYear, To: newYear.AddDate(0, 1, 0).Add(-1)}: c.want, {From: newYear.AddDate(0, 1, 0)}: c.afterward,
				} {
					p, err := r.Period(t.Context(), in)
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, ratesOf(p.VATRates)); diff != "" {
						t.Errorf("%s, older %t, %s (-want +got):\n%s", c.name, older, name, diff)
					}
				}
			}
		}
	}
}
