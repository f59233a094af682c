package bookreactor

import (
	"context"
	"maps"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/balancerows"

	"github.com/sirupsen/logrus"
)

// FeeQueue lists the fees that are neither estimated nor booked, of those whose cost depends on one of these
// (balancerows.PricedBy). *readmodel.Queries implements it.
type FeeQueue interface {
	FeesToEstimate(ctx context.Context, pricedBy []string, limit int) ([]balancerows.FeeToEstimate, error)
}

// FeeEstimates books estimates of the provider's fees at connections that list no bookings, by the costs of the
// configuration. Each is made once, also while another leader runs, and none after the fee was booked (treasury.Estimate).
type FeeEstimates struct {
	*reactor.Worker
	costs map[string]treasury.Cost
	now   func() time.Time
}

const (
	feeEstimatesAtOnce = 16
	feeEstimatesGap    = 200 * time.Millisecond
)

// NewFeeEstimates makes the reactor. costs are those of the connections that list no bookings, by balancerows.PricedBy;
// where a cost is not known, nothing is estimated.
func NewFeeEstimates(
	log *eventstore.Log, queue FeeQueue, costs map[string]treasury.Cost, progress reactor.Progress, logger *logrus.Entry, now func() time.Time,
) *FeeEstimates {
	r := &FeeEstimates{
		Worker: reactor.NewWorker("fee-estimates", log, progress, logger, feeEstimatesAtOnce, feeEstimatesGap), costs: costs, now: now,
	}
	pricedBy := slices.Sorted(maps.Keys(costs))
	due := &reactor.ToDo[balancerows.FeeToEstimate, int64]{
		Worker: r.Worker, Retries: reactor.NewRetrySchedule(now, reactor.RetryFirst, reactor.RetryMost), Do: r.estimate, AwaitsRoom: true,
		Key: func(f balancerows.FeeToEstimate) string {
			return f.PricedBy + " " + f.Reference + " " + f.ProviderPaymentID
		},
		Position: func(f balancerows.FeeToEstimate) int64 { return f.Position },
		List: reactor.FirstPage(func(ctx context.Context, limit int) ([]balancerows.FeeToEstimate, error) {
			return queue.FeesToEstimate(ctx, pricedBy, limit)
		}),
	}
	r.StartDue = due.Start
	return r
}

// estimate books one estimate. The read model may still show a fee that has been estimated or booked.
func (r *FeeEstimates) estimate(ctx context.Context, f balancerows.FeeToEstimate) error {
	cmd := treasury.EstimateCmd{
		Connection: f.Connection, Kind: report.BookingKind(f.Kind), Reference: f.Reference,
		ProviderPaymentID: f.ProviderPaymentID, ChannelCode: f.ChannelCode, Amount: f.Amount, Cost: r.costs[f.PricedBy],
		ValueDate: f.ValueDate, At: r.now(),
	}
	_, err := eventstore.Execute(ctx, r.Log, treasury.Fees, cmd.Stream(),
		func(s treasury.Fee) ([]domain.Event, error) { return treasury.Estimate(s, cmd), nil })
	return err
}
