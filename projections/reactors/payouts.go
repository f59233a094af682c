package reactors

import (
	"cmp"
	"context"
	"errors"
	"net/http"
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
	return &Payouts{
		worker: newWorker("payouts", intake.Log, progress, logger, payoutsAtOnce, payoutsGap),
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
	out, err := r.execute(ctx, p, func(s balance.State) ([]domain.Event, error) {
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

// send calls the provider. first says that no call was made before.
func (r *Payouts) send(ctx context.Context, o balance.Order, key string, first bool) error {
	made, err := r.provider.Disburse(ctx, provider.DisburseRequest{
		IdempotencyKey: key, ExternalID: o.ProviderReference(), BankCode: o.Bank, AccountHolderName: o.AccountHolder,
		AccountNumber: o.Norek, Description: o.ExternalID, Amount: o.Amount,
	})
	var refused *provider.Refused
	switch {
	case err == nil:
		return r.learn(ctx, o, made)
	case !errors.As(err, &refused) || refusesUs(refused):
		return r.unknown(ctx, o, err)
	case !first:
		return r.refusedAgain(ctx, o, refused)
	}
	return r.fail(ctx, o, refused.Code)
}

// refusesUs: it is our key that was refused and not the order, which may be paid
// once the key is right.
func refusesUs(r *provider.Refused) bool {
	return r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden
}

// refusedAgain: a repetition was refused, which says little of the call before it.
// One more look decides.
func (r *Payouts) refusedAgain(ctx context.Context, o balance.Order, refused *provider.Refused) error {
	found, err := r.provider.FindDisbursement(ctx, o.ProviderReference())
	switch {
	case err == nil:
		return r.learn(ctx, o, found)
	case errors.Is(err, provider.ErrNotFound):
		return r.fail(ctx, o, refused.Code)
	}
	return r.unknown(ctx, o, err)
}

// learn takes in what the provider holds.
func (r *Payouts) learn(ctx context.Context, o balance.Order, found provider.Disbursement) error {
	n := notificationOfPayout(found)
	n.ExternalID = o.ProviderReference()
	r.agenda.forget(n.ExternalID)
	err := r.intake.Payout(ctx, n)
	if err != nil {
		r.agenda.later(n.ExternalID, r.intake.Now(), r.o.RetryFirst, r.o.RetryMax)
	}
	return notRefused(err)
}

func (r *Payouts) fail(ctx context.Context, o balance.Order, code string) error {
	r.agenda.forget(o.ProviderReference())
	_, err := r.execute(asProvider(ctx), balance.Payout{Order: o}, func(s balance.State) ([]domain.Event, error) {
		return balance.Fail(s, o.Kind, o.ID, balance.FailCmd{By: transferredBy, Reason: code, At: r.intake.Now()})
	})
	return notRefused(err)
}

// noAnswer is the one reason that is written down; what exactly went wrong changes
// from call to call and stands in the log of the service.
const noAnswer = "no_answer"

func (r *Payouts) unknown(ctx context.Context, o balance.Order, cause error) error {
	r.agenda.later(o.ProviderReference(), r.intake.Now(), r.o.RetryFirst, r.o.RetryMax)
	r.logger.WithError(cause).WithField("payout", o.ProviderReference()).Warn("the outcome of a payout is not known yet")
	// Also when the context ended: that the call was made must not be forgotten.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWord)
	defer cancel()
	_, err := r.execute(ctx, balance.Payout{Order: o}, func(s balance.State) ([]domain.Event, error) {
		return balance.MarkUnknown(s, o.Kind, o.ID, noAnswer, r.intake.Now())
	})
	return notRefused(err)
}

// lastWord is how long something may still be written after the end was called.
const lastWord = 2 * time.Second

func (r *Payouts) execute(
	ctx context.Context, p balance.Payout, decide func(balance.State) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	return eventstore.Execute(ctx, r.log, balance.Aggregate, balance.Stream(p.ClientID), decide)
}

// notRefused drops refusals: the stream moved on while we were looking, and what
// it says counts. Too much contention is not that.
func notRefused(err error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Kind != domain.Busy {
		return nil
	}
	return err
}
