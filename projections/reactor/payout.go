package reactor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
)

// PayoutQueue lists the payouts in processing that the provider is to make, page by
// page in the order of the log. *readmodel.Queries implements it.
type PayoutQueue interface {
	DuePayouts(ctx context.Context, after int64, limit int) ([]readmodel.Payout, error)
}

// PayoutProvider makes payouts. *provider.Client implements it.
type PayoutProvider interface {
	// SendPayout orders a payout. The provider pays once per idempotency key. Errors:
	// *report.Refused when it definitely did not take the order, *report.Unknown when
	// it may have.
	SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error)
	// FindPayout asks for a payout by our reference. Error: report.ErrNoRecord, which
	// is no proof that the provider will not make it.
	FindPayout(ctx context.Context, reference string) (report.Payout, error)
}

// PayoutOptions tune Payouts. The service runs with the zero value.
type PayoutOptions struct {
	// PollFirst is how long the notification of an accepted payout may take before
	// the provider is asked; each further look takes twice as long, up to PollMax.
	// 30 s and 10 min when zero.
	PollFirst, PollMax time.Duration
	// RetryFirst and RetryMax are the same for outcomes that are not known. 1 s and
	// 1 min when zero.
	RetryFirst, RetryMax time.Duration
	// OnCall, when set, gets the outcome of each call that orders a payout: accepted,
	// refused or unknown. It must return at once.
	OnCall func(outcome string)
}

// Payouts sends approved withdrawals and settlements to the provider and follows each
// until its end is known. payout.submitted is in the log before the provider is
// called, and all calls for one payout carry the same idempotency key, so that it is
// paid once even when several instances run this reactor at once.
type Payouts struct {
	*worker
	reports  *Reports
	queue    PayoutQueue
	provider PayoutProvider
	retries  *retrySchedule
	o        PayoutOptions
}

const (
	payoutsAtOnce = 16
	payoutsGap    = 200 * time.Millisecond
	payoutsPage   = 500
)

// NewPayouts makes the reactor.
func NewPayouts(
	reports *Reports, queue PayoutQueue, p PayoutProvider, progress Progress, logger *logrus.Entry, o PayoutOptions,
) *Payouts {
	o.PollFirst, o.PollMax = cmp.Or(o.PollFirst, 30*time.Second), cmp.Or(o.PollMax, 10*time.Minute)
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, time.Second), cmp.Or(o.RetryMax, time.Minute)
	if o.OnCall == nil {
		o.OnCall = func(string) {}
	}
	return &Payouts{
		worker:  newWorker("payout-sending", reports.Log, progress, logger, payoutsAtOnce, payoutsGap),
		reports: reports, queue: queue, provider: p, retries: newRetrySchedule(), o: o,
	}
}

// Run implements Reactor.
func (r *Payouts) Run(ctx context.Context) error { return r.run(ctx, r.startDue) }

// RunOnce does what is due now, and returns when it is done.
func (r *Payouts) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.startDue) }

func (r *Payouts) startDue(ctx context.Context) error {
	for after := int64(0); ; {
		page, err := r.queue.DuePayouts(ctx, after, payoutsPage)
		if err != nil {
			return err
		}
		for _, row := range page {
			if r.isFull() {
				return nil
			}
			r.startIfDue(ctx, row)
			after = row.Position
		}
		if len(page) < payoutsPage {
			return nil
		}
	}
}

func (r *Payouts) startIfDue(ctx context.Context, row readmodel.Payout) {
	reference := balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}.ProviderReference()
	accepted := row.ProviderID != ""
	if accepted && !r.retries.has(reference) {
		r.retries.postpone(reference, r.reports.Now(), r.o.PollFirst, r.o.PollMax)
		return
	}
	if r.retries.isDue(reference, r.reports.Now()) {
		r.startJob(ctx, reference, func(ctx context.Context) error { return r.advance(ctx, row, accepted) })
	}
}

// advance takes a payout one step further, as its stream says.
func (r *Payouts) advance(ctx context.Context, row readmodel.Payout, accepted bool) error {
	s, _, err := eventstore.Load(ctx, r.log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return err
	}
	p, open := providersPayout(s, row.Kind, row.ID)
	switch {
	case !open: // it has ended; the read model does not show it yet
		return nil
	case p.SubmittedKey == "":
		return r.submit(ctx, p)
	case p.ProviderID == "":
		return r.resolve(ctx, p)
	case accepted:
		return r.poll(ctx, p)
	}
	return nil // accepted just now; the read model does not show it yet
}

// providersPayout finds a payout in processing that the provider is to make.
func providersPayout(s balance.State, kind string, id int64) (balance.Payout, bool) {
	p, open := s.Payout(kind, id)
	return p, open && p.Status == balance.StatusProcessing && !p.Manual
}

// submit appends payout.submitted, then calls the provider.
func (r *Payouts) submit(ctx context.Context, p balance.Payout) error {
	out, err := r.execute(ctx, p.Order, func(s balance.State) ([]domain.Event, error) {
		return balance.Submit(s, p.Kind, p.ID, p.ProviderReference(), r.reports.Now())
	})
	if err != nil || len(out.Events) == 0 { // another instance did, or the payout was cancelled
		return notRefused(err)
	}
	return r.send(ctx, p.Order, p.ProviderReference(), true)
}

// resolve finds the outcome of a call that was not answered. A look-up without a
// record is no proof that the call failed, so resolve makes the same call again.
func (r *Payouts) resolve(ctx context.Context, p balance.Payout) error {
	found, err := r.provider.FindPayout(ctx, p.ProviderReference())
	switch {
	case err == nil:
		return r.takeReport(ctx, p.Order, found)
	case !errors.Is(err, report.ErrNoRecord):
		return r.recordUnknown(ctx, p.Order, err)
	}
	// An administrator may have ended the payout during the look-up.
	s, _, err := eventstore.Load(ctx, r.log, balance.Aggregate, balance.Stream(p.ClientID))
	if err != nil {
		return err
	}
	if _, open := providersPayout(s, p.Kind, p.ID); !open {
		return nil
	}
	return r.send(ctx, p.Order, p.SubmittedKey, false)
}

// poll asks for an accepted payout whose notification has not come.
func (r *Payouts) poll(ctx context.Context, p balance.Payout) error {
	r.retries.postpone(p.ProviderReference(), r.reports.Now(), r.o.PollFirst, r.o.PollMax)
	found, err := r.provider.FindPayout(ctx, p.ProviderReference())
	if err != nil {
		return err
	}
	if found.Status == report.Pending {
		return nil
	}
	return r.takeReport(ctx, p.Order, found)
}
