package reactor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/http/provider"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
)

// PaymentQueue lists pending payments that want looking after. *readmodel.Queries
// implements it.
type PaymentQueue interface {
	DuePayments(ctx context.Context, now, unopenedBefore time.Time, limit int) ([]readmodel.Transaction, error)
}

// PaymentFinder asks the provider for payments. *provider.Client implements it.
type PaymentFinder interface {
	Confirmer
	FindPayment(ctx context.Context, channel, externalID string) (provider.PaymentSnapshot, error)
}

// WatchOptions tune Watch. The zero value is what the service runs with.
type WatchOptions struct {
	// UnopenedAfter is how long the provider may take to answer a creation before
	// it is asked; longer than a call may last. 35 s when zero.
	UnopenedAfter time.Duration
	// RefuseAfter is how long a payment may be unknown to the provider before it
	// counts as refused. 2 min when zero.
	RefuseAfter time.Duration
	// ExpireAfter is how long beyond its expiry a payment stays open while the
	// provider does not answer, or keeps an invoice open. 10 min when zero.
	ExpireAfter time.Duration
	// RetryFirst and RetryMax are the times between two looks at one payment. 2 s
	// and 1 min when zero.
	RetryFirst, RetryMax time.Duration
}

// Watch looks after payments whose notification never came: it expires what nobody
// paid, after asking once, and learns what became of a creation that was not
// answered. What is paid after all is credited whenever that becomes known.
type Watch struct {
	*worker
	intake   *Intake
	queue    PaymentQueue
	provider PaymentFinder
	agenda   *agenda
	o        WatchOptions
}

const (
	watchAtOnce = 16
	watchGap    = 500 * time.Millisecond
	watchPage   = 500
)

// NewWatch makes the reactor.
func NewWatch(intake *Intake, queue PaymentQueue, p PaymentFinder, progress Progress, logger *logrus.Entry, o WatchOptions) *Watch {
	o.UnopenedAfter, o.RefuseAfter = cmp.Or(o.UnopenedAfter, 35*time.Second), cmp.Or(o.RefuseAfter, 2*time.Minute)
	o.ExpireAfter = cmp.Or(o.ExpireAfter, 10*time.Minute)
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, 2*time.Second), cmp.Or(o.RetryMax, time.Minute)
	return &Watch{
		worker: newWorker("payment-watch", intake.Log, progress, logger, watchAtOnce, watchGap),
		intake: intake, queue: queue, provider: p, agenda: newAgenda(), o: o,
	}
}

// Run implements Reactor.
func (r *Watch) Run(ctx context.Context) error { return r.run(ctx, r.pass) }

// RunOnce does what is due now, and returns when it is done.
func (r *Watch) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.pass) }

func (r *Watch) pass(ctx context.Context) error {
	now := r.intake.Now()
	due, err := r.queue.DuePayments(ctx, now, now.Add(-r.o.UnopenedAfter), watchPage)
	if err != nil {
		return err
	}
	for _, row := range due {
		if r.agenda.due(row.TransactionID, now) {
			r.start(ctx, row.TransactionID, func(ctx context.Context) error { return r.look(ctx, row) })
		}
	}
	return nil
}

func (r *Watch) look(ctx context.Context, row readmodel.Transaction) error {
	s, _, err := eventstore.Load(ctx, r.log, payment.Aggregate, payment.Stream(row.TransactionID))
	if err != nil {
		return err
	}
	switch {
	case s.Status != payment.StatusPending: // the list does not know it yet
		return nil
	case !s.Opened():
		err = r.find(ctx, s)
	case !r.intake.Now().Before(s.ExpiresAt):
		err = r.expire(ctx, s)
	}
	if err != nil {
		r.again(s)
	}
	return notRefused(err)
}

func (r *Watch) again(s payment.State) {
	r.agenda.later(s.TransactionID, r.intake.Now(), r.o.RetryFirst, r.o.RetryMax)
}

// find learns what became of a creation without an answer.
func (r *Watch) find(ctx context.Context, s payment.State) error {
	found, err := r.provider.FindPayment(ctx, s.Channel, s.TransactionID)
	switch {
	case err == nil:
		return r.open(ctx, s, found)
	case !errors.Is(err, provider.ErrNotFound):
		return err
	case r.intake.Now().Sub(s.RequestedAt) < r.o.RefuseAfter:
		r.again(s)
		return nil
	}
	return r.execute(ctx, s, func(s payment.State) ([]domain.Event, error) {
		return payment.Refuse(s, "provider_not_found", "the provider has no record of it", r.intake.Now())
	})
}

func (r *Watch) open(ctx context.Context, s payment.State, found provider.PaymentSnapshot) error {
	cmd := payment.OpenCmd{
		ProviderID: found.ProviderID, VANumber: found.VANumber, BankCode: found.BankCode, QRString: found.QRString,
		PayURL: found.PayURL, Deeplink: found.Deeplink, InvoiceURL: found.InvoiceURL, At: r.intake.Now(),
	}
	if found.ExpiresAt != nil {
		cmd.ExpiresAt = *found.ExpiresAt
	}
	err := r.execute(asProvider(ctx), s, func(s payment.State) ([]domain.Event, error) { return payment.Open(s, cmd) })
	if err != nil || found.Status == provider.Pending {
		return err
	}
	return r.intake.payment(ctx, notificationOf(s.Channel, found), nil)
}

// expire asks once more, then ends a payment by our own clock. The provider has the
// say over invoices, since it is the one who closes them.
func (r *Watch) expire(ctx context.Context, s payment.State) error {
	id := s.Opening.ProviderID
	if s.Channel == provider.QRIS {
		id = s.TransactionID
	}
	found, err := r.provider.GetPayment(ctx, s.Channel, id)
	patient := r.intake.Now().Before(s.ExpiresAt.Add(r.o.ExpireAfter))
	switch {
	case err != nil && !errors.Is(err, provider.ErrNotFound) && patient:
		return err
	case err == nil && isPaid(found.Status):
		// Money of another amount leaves it pending: what becomes of that is Expire's
		// to say.
		if err := r.intake.payment(ctx, notificationOf(s.Channel, found), nil); err != nil {
			return err
		}
	case err == nil && found.Status == provider.Pending && s.Channel == provider.Invoice && patient:
		r.again(s)
		return nil
	}
	return r.execute(ctx, s, func(s payment.State) ([]domain.Event, error) { return payment.Expire(s, r.intake.Now()) })
}

func (r *Watch) execute(ctx context.Context, s payment.State, decide func(payment.State) ([]domain.Event, error)) error {
	out, err := eventstore.Execute(ctx, r.log, payment.Aggregate, payment.Stream(s.TransactionID), decide)
	if err == nil && len(out.Events) == 0 && out.State.Status == payment.StatusPending {
		r.again(s) // an administrator has to decide first
		return nil
	}
	r.agenda.forget(s.TransactionID)
	return err
}
