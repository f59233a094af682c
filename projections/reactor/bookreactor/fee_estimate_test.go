package bookreactor

import (
	"context"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel/balancerows"
	"gateway/test/rupiah"

	"golang.org/x/sync/errgroup"
)

// oldFees is a read model that still shows what was done.
type oldFees []balancerows.FeeToEstimate

func (f oldFees) FeesToEstimate(context.Context, []string, int) ([]balancerows.FeeToEstimate, error) {
	return f, nil
}

func TestFeesAreEstimatedOnceEachByTwoLeadersTooAndNoneAfterItsBooking(t *testing.T) {
	t.Parallel()
	w := newBookFixture(t)
	costs := map[string]treasury.Cost{"doku-1 BCA": {Flat: rupiah.Of(4_000), VAT: rupiah.Of(11)}, "doku-1 payout": {Flat: rupiah.Of(2_500)}}
	paid := func(connection, channel string) string {
		p := reactortest.Paid(1, reactortest.NextTransactionID())
		p.Connection, p.ChannelCode, p.PaidAt, p.At = connection, channel, w.Clock.Now(), w.Clock.Now()
		w.Append(payment.Stream(p.TransactionID), payment.Requested{Identity: p.Identity, At: p.At}, p)
		return p.TransactionID
	}
	first, second, elsewhere, uncosted := paid("doku-1", "BCA"), paid("doku-1", "BCA"), paid("xendit", "BCA"), paid("doku-1", "QRIS")
	booked := paid("doku-1", "BCA")
	stream := func(id string) string {
		return treasury.EstimatedFeeStream("doku-1", report.BookedPayment, id, "p-"+id)
	}
	_, err := eventstore.Execute(t.Context(), w.Log, treasury.Fees, stream(booked), func(s treasury.Fee) ([]domain.Event, error) {
		return treasury.BookEstimated(s, report.Booking{
			Connection: "doku-1", ID: "S1", Kind: report.BookedPayment, Reference: "another", Fee: report.Fee{Status: report.FeeFinal},
		}, w.Clock.Now())
	})
	w.Must(err)
	w.Shown()
	shown, err := w.Queries.FeesToEstimate(t.Context(), []string{"doku-1 BCA", "doku-1 payout"}, 10)
	w.Must(err)
	if len(shown) != 3 {
		t.Fatalf("to estimate: %+v", shown)
	}
	var both errgroup.Group
	for range 2 {
		r := NewFeeEstimates(w.Log, oldFees(shown), costs, w.Watcher, w.Logger, w.Clock.Now)
		both.Go(func() error {
			for range 3 {
				if err := r.RunOnce(t.Context()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	w.Must(both.Wait())
	w.Once(NewFeeEstimates(w.Log, w.Queries, costs, w.Watcher, w.Logger, w.Clock.Now))
	for id, want := range map[string]string{
		first: "[provider_fee.estimated.v1]", second: "[provider_fee.estimated.v1]", elsewhere: "[]", uncosted: "[]", booked: "[provider_fee.booked.v1]",
	} {
		if got := fmt.Sprint(w.Events(stream(id))); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	w.Shown()
	if rest, err := w.Queries.FeesToEstimate(t.Context(), []string{"doku-1 BCA"}, 10); err != nil || len(rest) != 1 || rest[0].Reference != booked {
		t.Errorf("left to estimate: %+v (%v)", rest, err)
	}
}
