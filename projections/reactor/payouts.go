package reactor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/provider"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
)

// PayoutQueue lists payouts in processing that are the provider's business, page by
// page. *readmodel.Queries implements it.
type PayoutQueue interface {
	DuePayouts(ctx context.Context, after int64, limit int) ([]readmodel.Payout, error)
}

// Disburser sends payouts. *provider.Client implements it.
type Disburser interface {
	Disburse(ctx context.Context, r provider.DisburseRequest) (provider.Disbursement, error)
	FindDisbursement(ctx context.Context, externalID string) (provider.Disbursement, error)
}

// PayoutOptions tune Payouts. The zero value is what the service runs with.
type PayoutOptions struct {
	// PollFirst is how long the notification of an accepted payout may take before
	// the provider is asked; each further look takes twice as long, up to PollMax.
	// 30 s and 10 min when zero.
	PollFirst, PollMax time.Duration
	// RetryFirst and RetryMax are the same for outcomes that are not known. 1 s and
	// 1 min when zero.
	RetryFirst, RetryMax time.Duration
	// OnCall, when set, is told of the outcome of each call that orders a payout:
	// accepted, refused or unknown. It must return at once.
	OnCall func(outcome string)
}

// Payouts sends approved withdrawals and settlements to the provider and stays with
// each until it is known how it ended. The intent to pay is in the log before the
// provider is called, and every call for one payout has the same idempotency key,
// so that it is paid once however many do this at once.
type Payouts struct {
	*worker
	intake   *Intake
	queue    PayoutQueue
	provider Disburser
	agenda   *agenda
	o        PayoutOptions
}

const (
	payoutsAtOnce = 16
	payoutsGap    = 200 * time.Millisecond
	payoutsPage   = 500
)

// NewPayouts makes the reactor.
func NewPayouts(intake *Intake, queue PayoutQueue, p Disburser, progress Progress, logger *logrus.Entry, o PayoutOptions) *Payouts {
	o.PollFirst, o.PollMax = cmp.Or(o.PollFirst, 30*time.Second), cmp.Or(o.PollMax, 10*time.Minute)
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, time.Second), cmp.Or(o.RetryMax, time.Minute)
	if o.OnCall == nil {
		o.OnCall = func(string) {}
	}
	return &Payouts{
		worker: newWorker("payout-sending", intake.Log, progress, logger, payoutsAtOnce, payoutsGap),
		intake: intake, queue: queue, provider: p, agenda: newAgenda(), o: o,
	}
}

// Run implements Reactor.
func (r *Payouts) Run(ctx context.Context) error { return r.run(ctx, r.pass) }

// RunOnce does what is due now, and returns when it is done.
func (r *Payouts) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.pass) }

func (r *Payouts) pass(ctx context.Context) error {
	for after := int64(0); ; {
		page, err := r.queue.DuePayouts(ctx, after, payoutsPage)
		if err != nil {
			return err
		}
		for _, row := range page {
			if r.full() {
				return nil
			}
			r.consider(ctx, row)
			after = row.Position
		}
		if len(page) < payoutsPage {
			return nil
		}
	}
}

func (r *Payouts) consider(ctx context.Context, row readmodel.Payout) {
	reference := balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}.ProviderReference()
	accepted := row.ProviderID != ""
	if accepted && !r.agenda.knows(reference) {
		r.agenda.later(reference, r.intake.Now(), r.o.PollFirst, r.o.PollMax)
		return
	}
	if r.agenda.due(reference, r.intake.Now()) {
		r.start(ctx, reference, func(ctx context.Context) error { return r.advance(ctx, row, accepted) })
	}
}

// advance takes a payout one step further, as its stream says.
func (r *Payouts) advance(ctx context.Context, row readmodel.Payout, accepted bool) error {
	s, _, err := eventstore.Load(ctx, r.log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return err
	}
	p, ours := ours(s, row.Kind, row.ID)
	switch {
	case !ours: // it ended; the list does not know it yet
		return nil
	case p.SubmittedKey == "":
		return r.submit(ctx, p)
	case p.ProviderID == "":
		return r.resolve(ctx, p)
	case accepted:
		return r.poll(ctx, p)
	}
	return nil // accepted just now; the list does not know it yet
}

// ours finds a payout that the provider is to make.
func ours(s balance.State, kind string, id int64) (balance.Payout, bool) {
	p, open := s.Payout(kind, id)
	return p, open && p.Status == balance.StatusProcessing && !p.Manual
}

// submit writes the intent down, then calls.
func (r *Payouts) submit(ctx context.Context, p balance.Payout) error {
	out, err := r.execute(ctx, p.Order, func(s balance.State) ([]domain.Event, error) {
		return balance.Submit(s, p.Kind, p.ID, p.ProviderReference(), r.intake.Now())
	})
	if err != nil || len(out.Events) == 0 { // somebody else did, or it was cancelled
		return notRefused(err)
	}
	return r.send(ctx, p.Order, p.ProviderReference(), true)
}

// resolve learns what became of a call whose answer nobody has. That the provider
// knows nothing of it is no proof that it failed: the same call is made again.
func (r *Payouts) resolve(ctx context.Context, p balance.Payout) error {
	found, err := r.provider.FindDisbursement(ctx, p.ProviderReference())
	switch {
	case err == nil:
		return r.learn(ctx, p.Order, found)
	case !errors.Is(err, provider.ErrNotFound):
		return r.unknown(ctx, p.Order, err)
	}
	// An administrator may have ended it while we asked.
	s, _, err := eventstore.Load(ctx, r.log, balance.Aggregate, balance.Stream(p.ClientID))
	if err != nil {
		return err
	}
	if _, still := ours(s, p.Kind, p.ID); !still {
		return nil
	}
	return r.send(ctx, p.Order, p.SubmittedKey, false)
}

// poll asks after an accepted payout that nobody told us of.
func (r *Payouts) poll(ctx context.Context, p balance.Payout) error {
	r.agenda.later(p.ProviderReference(), r.intake.Now(), r.o.PollFirst, r.o.PollMax)
	found, err := r.provider.FindDisbursement(ctx, p.ProviderReference())
	if err != nil {
		return err
	}
	if found.Status == provider.Pending {
		return nil
	}
	return r.learn(ctx, p.Order, found)
}
