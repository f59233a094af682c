package reconcile

import (
	"context"
	"time"

	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/refundrows"

	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"
)

// ReadModels tell what was open at a position, so that a comparison need not read the log before it.
// *readmodel.Queries implements it.
type ReadModels interface {
	books.Totals
	MoneyThrough(ctx context.Context) (eventstore.Position, error)
	UnsettledPayments(ctx context.Context, through int64, limit int) ([]string, error)
	OldestOpenPayout(ctx context.Context) (position int64, ok bool, err error)
	DueRefunds(ctx context.Context, after int64, limit int) ([]refundrows.Refund, error)
	BookedBy(ctx context.Context, t time.Time) (eventstore.Position, error)
	EventBefore(ctx context.Context, position int64) (eventstore.Position, error)
}

var _ ReadModels = (*readmodel.Queries)(nil)

const (
	// slack is the largest assumed difference between the times of events and the provider's clock or the
	// booking time. An item of a period is booked no earlier than slack before the period.
	slack = 24 * time.Hour
	// streamsAtOnce is the number of streams that are read concurrently.
	streamsAtOnce = 32
	// streamCost is the number of log events that can be read in the time that reading one stream takes.
	streamCost = 10
)

// beginning is a position from which the log can be read, and what is open there. The zero value is the start
// of the log.
type beginning struct {
	after             eventstore.Position
	clearing, payouts decimal.Decimal
	// unsettled are the transaction ids of the payments, started by then, that may have unsettled money now.
	unsettled []string
}

// beginningFor finds where to start reading for a period. It returns the start of the log when the read
// models cannot tell, or when so much is unsettled that reading the whole log is faster.
func beginningFor(ctx context.Context, log *eventstore.Log, q ReadModels, connection string, from time.Time) (b beginning, err error) {
	reader := books.Reader{Log: log, BookedBy: q.BookedBy, Totals: q}
	after, err := reader.BookedThrough(ctx, from.Add(-slack))
	if err != nil {
		return b, err
	}
	oldest, open, err := q.OldestOpenPayout(ctx)
	if err != nil {
		return b, err
	}
	refunds, err := q.DueRefunds(ctx, 0, 1)
	if len(refunds) > 0 && (!open || refunds[0].Position < oldest) {
		oldest, open = refunds[0].Position, true
	}
	if err == nil && open && oldest <= after.Commit {
		after, err = q.EventBefore(ctx, oldest)
	}
	if err != nil || after == (eventstore.Position{}) {
		return b, err
	}
	through, err := q.MoneyThrough(ctx)
	if err != nil || through.Before(after) {
		return b, err
	}
	most := int(after.Commit / streamCost)
	unsettled, err := q.UnsettledPayments(ctx, after.Commit, most+1)
	if err != nil || len(unsettled) > most {
		return b, err
	}
	accounts, err := reader.OthersAt(ctx, after)
	return beginning{
		after: after, clearing: accounts[ledger.ProviderClearing(connection)], payouts: accounts[ledger.ProviderPayouts(connection)],
		unsettled: unsettled,
	}, err
}

// begin folds the streams of what is open at the beginning.
func (l *logSide) begin(ctx context.Context, log *eventstore.Log, b beginning) error {
	for chunk := b.unsettled; len(chunk) > 0; {
		n := min(len(chunk), streamsAtOnce)
		streams, err := readPayments(ctx, log, chunk[:n])
		if err != nil {
			return err
		}
		for _, events := range streams {
			for _, e := range events {
				if !b.after.Before(e.Position) {
					l.take(e)
				}
			}
		}
		chunk = chunk[n:]
	}
	l.money.clearing, l.money.payouts = b.clearing, b.payouts
	return nil
}

// readPayments reads the streams of payments.
func readPayments(ctx context.Context, log *eventstore.Log, transactionIDs []string) ([][]eventstore.Envelope, error) {
	streams := make([][]eventstore.Envelope, len(transactionIDs))
	g, ctx := errgroup.WithContext(ctx)
	for i, id := range transactionIDs {
		g.Go(func() (err error) {
			streams[i], err = readPayment(ctx, log, id)
			return err
		})
	}
	return streams, g.Wait()
}

func readPayment(ctx context.Context, log *eventstore.Log, transactionID string) (all []eventstore.Envelope, err error) {
	const atOnce = 64
	for {
		page, err := log.Store().ReadStream(ctx, payment.Stream(transactionID), int64(len(all)), eventstore.Forwards, atOnce)
		if err != nil {
			return nil, err
		}
		for _, r := range page {
			e, err := log.Decode(r)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
		if len(page) < atOnce {
			return all, nil
		}
	}
}

// findEarlier looks for items that the provider booked in the period and the log does not have after the
// beginning. It reports whether it could check all of them: it reads a payment's own stream, but for anything
// else the caller has to read the whole log.
func (l *logSide) findEarlier(ctx context.Context, log *eventstore.Log, there items) (all bool, err error) {
	for _, kind := range kinds {
		for reference := range there[kind] {
			if len(l.items[kind][reference]) > 0 {
				continue
			}
			if kind != kindPayment {
				return false, nil
			}
			events, err := readPayment(ctx, log, reference)
			if err != nil {
				return false, err
			}
			earlier := newLogSide(l.period)
			for _, e := range events {
				earlier.take(e)
			}
			for _, kind := range []string{kindPayment, kindReversal} {
				if found := earlier.items[kind][reference]; len(found) > 0 {
					l.items[kind][reference] = found
				}
			}
		}
	}
	return true, nil
}
