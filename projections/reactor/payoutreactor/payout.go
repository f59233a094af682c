package payoutreactor

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/payoutrows"

	"github.com/sirupsen/logrus"
)

// PayoutQueue lists the payouts in processing that the provider is to make, and the payouts with a
// notification that is waiting for confirmation, page by page in the order of the log. *readmodel.Queries
// implements it.
type PayoutQueue interface {
	DuePayouts(ctx context.Context, after int64, limit int) ([]payoutrows.Payout, error)
}

// PayoutProvider makes payouts. Both adapters implement it.
type PayoutProvider interface {
	// SendPayout orders a payout through the API that the transfer names. The provider pays once per
	// idempotency key. Errors: *report.Refused and *report.FloatEmpty if the provider says that it did not
	// take the order, *report.Unknown if it may have taken it.
	SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error)
	// FindPayout asks an API for a payout by our reference. Error: report.ErrNoRecord, which does not
	// prove that the provider will never make the payout.
	FindPayout(ctx context.Context, api, reference string) (report.Payout, error)
}

// Unkeyed is a PayoutProvider whose orders have no idempotency key. It refuses an order that it has made before, if it
// knows of that by then.
type Unkeyed interface {
	// RepeatPayoutAfter is how long the provider must have said that it has no record of an order before the order is
	// sent again.
	RepeatPayoutAfter() time.Duration
}

// PayoutOptions tune Payouts. The service sets ProviderAPI, CallTimeout and the
// functions.
type PayoutOptions struct {
	// ProviderAPI is the API through which payouts with new references are ordered; report.PayoutsV1 when
	// empty.
	ProviderAPI string
	// CallTimeout is how long after its event an attempt may last; 30 s when zero. It must be shorter than
	// the window after an attempt in which no person may end the payout.
	CallTimeout time.Duration
	// PollFirst is how long the gateway waits for the notification of an accepted payout before it asks
	// the provider. Each further wait is twice as long, up to PollMax. 30 s and 10 min when zero.
	PollFirst, PollMax time.Duration
	// RetryFirst and RetryMax are the pauses for attempts whose outcome is unknown; 1 s and 1 min when
	// zero.
	RetryFirst, RetryMax time.Duration
	// RepeatMax bounds the pause between two attempts; 10 min when zero. The second attempt is made as
	// soon as the provider has no record, the third RetryFirst later, and each further one after twice as
	// long a pause. RepeatMax must be longer than people must wait after the last attempt, or they could
	// never end a payout that the provider does not take.
	RepeatMax time.Duration
	// FloatFirst and FloatMax are the pauses while our own money at the provider does not cover a payout;
	// 1 min and 10 min when zero.
	FloatFirst, FloatMax time.Duration
	// ConfirmLooks is the number of answers without a confirmation after which a notification is
	// disbelieved; 5 when zero. The pauses between them are RetryFirst to RetryMax.
	ConfirmLooks int
	// Page is the number of payouts that are read at once; 500 when zero.
	Page int
	// Books are the books of all connections that have some. After a restore the reactor searches them before it
	// orders a payout under a new reference.
	Books []reportreactor.BookingLister
	// Payers are the connections without books, see PayoutSearchOptions.
	Payers []Payer
	// Route chooses the connection that a payout is ordered at, before its first attempt. An order that names a
	// connection stays at it. Nil means connection.Xendit and ProviderAPI.
	Route func(ctx context.Context, o balance.Order) (Route, error)
	// Arrival is how long after a restore an order that the log lost may still arrive at the provider.
	// Until then the reactor does not order a payout that may have been ordered before the restore.
	Arrival time.Duration
	// OnCall, when set, gets the outcome of each call that orders a payout: accepted, refused, float_empty
	// or unknown. It must return at once.
	OnCall func(outcome string)
	// OnAttempt, when set, gets the error of each call that orders a payout, nil if it was taken. It must return at once.
	OnAttempt func(connection string, err error)
	// OnFloat, when set, is called with true when a connection begins to refuse orders for lack of our own
	// money, and with false when it takes an order again. It must return at once.
	OnFloat func(connection string, empty bool)
}

// Route is the connection that a payout is ordered at, the provider's API there, and how it was chosen.
type Route struct {
	Connection, ProviderAPI string
	Routed                  connection.Routed
}

func (o PayoutOptions) withDefaults() PayoutOptions {
	o.ProviderAPI, o.CallTimeout = cmp.Or(o.ProviderAPI, report.PayoutsV1), cmp.Or(o.CallTimeout, 30*time.Second)
	o.PollFirst, o.PollMax = cmp.Or(o.PollFirst, 30*time.Second), cmp.Or(o.PollMax, 10*time.Minute)
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, time.Second), cmp.Or(o.RetryMax, time.Minute)
	o.RepeatMax = cmp.Or(o.RepeatMax, 10*time.Minute)
	o.FloatFirst, o.FloatMax = cmp.Or(o.FloatFirst, time.Minute), cmp.Or(o.FloatMax, 10*time.Minute)
	o.ConfirmLooks = cmp.Or(o.ConfirmLooks, 5)
	if o.OnCall == nil {
		o.OnCall = func(string) {}
	}
	if o.OnAttempt == nil {
		o.OnAttempt = func(string, error) {}
	}
	if o.OnFloat == nil {
		o.OnFloat = func(string, bool) {}
	}
	if o.Route == nil {
		o.Route = func(context.Context, balance.Order) (Route, error) {
			return Route{Connection: connection.Xendit, ProviderAPI: o.ProviderAPI}, nil
		}
	}
	return o
}

// Payouts sends approved withdrawals and settlements to the provider, follows each one until its end is
// known, and confirms notifications. It appends each attempt to the log before it calls the provider, so
// that a payout which a person has ended is never sent. All attempts under one reference carry the same
// idempotency key, so the provider pays once even if several instances run this reactor at the same time. Where
// orders have no key (Unkeyed), the event keeps two instances from the same attempt, and the next one waits long.
type Payouts struct {
	*reactor.Worker
	reports   *reportreactor.Reports
	providers connection.Ports[PayoutProvider]
	retries   *reactor.RetrySchedule
	search    *PayoutSearch
	o         PayoutOptions

	// polls counts the look-ups of accepted payouts that are under way.
	polls atomic.Int64
	mu    sync.Mutex
	// missing has the time from which the provider has had no record of an attempt of an Unkeyed one. It begins anew
	// with the process.
	missing map[attemptName]time.Time
	// floatEmpty is true for the connections that refused the last order for lack of our own money.
	floatEmpty map[string]bool
}

const (
	payoutsAtOnce = 16
	// pollsAtOnce is less than payoutsAtOnce, to leave room for payouts that were not sent yet.
	pollsAtOnce = 12
	// pollPages bounds the pages of accepted payouts in one reading.
	pollPages  = 4
	payoutsGap = 200 * time.Millisecond
)

// NewPayouts makes the reactor.
func NewPayouts(
	reports *reportreactor.Reports, queue PayoutQueue, p connection.Ports[PayoutProvider],
	progress reactor.Progress, logger *logrus.Entry, o PayoutOptions,
) *Payouts {
	o = o.withDefaults()
	r := &Payouts{
		Worker:  reactor.NewWorker("payout-sending", reports.Log, progress, logger, payoutsAtOnce, payoutsGap),
		reports: reports, providers: p, floatEmpty: make(map[string]bool), missing: make(map[attemptName]time.Time), o: o,
		retries: reactor.NewRetrySchedule(reports.Now, o.RetryFirst, o.RetryMax),
		search: NewPayoutSearch(reports.Log, o.Books, reports.Now, PayoutSearchOptions{
			KeepFor: time.Minute, Arrival: o.Arrival, Payers: o.Payers,
		}),
	}
	r.StartDue = r.readLists(queue)
	return r
}

// advance takes a payout one step further, depending on the state in its stream.
func (r *Payouts) advance(ctx context.Context, row payoutrows.Payout, accepted bool) error {
	s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return err
	}
	p, open := providersPayout(s, row.Kind, row.ID)
	switch {
	case !open: // it has ended; the read model does not show it yet
		return nil
	case p.Reference == "":
		return r.attemptUnlessHeld(ctx, p, row.Position)
	case p.ProviderID == "":
		return r.resolve(ctx, p, row.Position)
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

// resolve finds the outcome of an attempt that was not answered. If the provider has no record, that does
// not prove that the attempt failed, so resolve makes another attempt with the same idempotency key; without one, only
// after the provider has had no record for long.
func (r *Payouts) resolve(ctx context.Context, p balance.Payout, position int64) error {
	found, err := r.find(ctx, p.Connection, p.ProviderAPI, p.Reference)
	switch {
	case err == nil:
		return r.takeRecord(ctx, p, found)
	case !errors.Is(err, report.ErrNoRecord):
		return r.recordUnknown(ctx, p, balance.NoAnswer, err)
	case r.reports.Now().Before(p.AttemptedAt.Add(r.pauseAfter(p.Attempts))), !r.isMissingForLong(p):
		r.retries.Postpone(p.Name())
		return nil
	}
	return r.attemptUnlessHeld(ctx, p, position)
}

// attemptName names an attempt.
type attemptName struct {
	reference string
	number    int
}

// isMissingForLong notes that the provider has no record of the last attempt, and reports whether it has had none for
// long enough to send the order again.
func (r *Payouts) isMissingForLong(p balance.Payout) bool {
	provider, err := r.providers(p.Connection)
	unkeyed, is := provider.(Unkeyed)
	if err != nil || !is {
		return err == nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	name, now := attemptName{p.Reference, p.Attempts}, r.reports.Now()
	since, noted := r.missing[name]
	if !noted {
		since, r.missing[name] = now, now
	}
	long := !now.Before(since.Add(unkeyed.RepeatPayoutAfter()))
	if long {
		delete(r.missing, name)
	}
	return long
}

// find asks a connection for a payout.
func (r *Payouts) find(ctx context.Context, at, api, reference string) (report.Payout, error) {
	provider, err := r.providers(at)
	if err != nil {
		return report.Payout{}, err
	}
	return provider.FindPayout(ctx, api, reference)
}

// pauseAfter returns the pause after the given number of attempts. The log holds that number, so a restart
// does not shorten the pause.
func (r *Payouts) pauseAfter(attempts int) time.Duration {
	if attempts < 2 {
		return 0
	}
	return min(r.o.RepeatMax, r.o.RetryFirst<<min(attempts-2, 20))
}

// poll asks the provider for an accepted payout whose notification has not come.
func (r *Payouts) poll(ctx context.Context, p balance.Payout) error {
	r.retries.PostponeBy(p.Name(), r.o.PollFirst, r.o.PollMax)
	found, err := r.find(ctx, p.Connection, p.ProviderAPI, p.Reference)
	if err != nil {
		return err
	}
	if found.Status == report.Pending {
		return nil
	}
	return r.takeRecord(ctx, p, found)
}

// takeRecord takes in the provider's record of the last attempt.
func (r *Payouts) takeRecord(ctx context.Context, p balance.Payout, found report.Payout) error {
	r.retries.Forget(p.Name())
	r.mu.Lock()
	delete(r.missing, attemptName{p.Reference, p.Attempts})
	r.mu.Unlock()
	found.Reference = p.Reference
	out, err := r.reports.TakePayoutRecord(ctx, found)
	switch {
	case err != nil, len(out.Events) == 0:
		r.retries.Postpone(p.Name())
	case reactor.Appended[balance.PayoutAttemptFailed](out.Events):
		r.retries.PostponeBy(p.Name(), r.o.FloatFirst, r.o.FloatMax)
		r.noteFloat(p.Connection, true)
	case reactor.Appended[balance.PayoutContradicted](out.Events):
		r.retries.PostponeBy(p.Name(), r.o.PollFirst, r.o.PollMax)
	}
	return reactor.NotRefused(err)
}

// readLists makes the two lists of the reactor, and returns what reads them: the payouts that the provider
// has accepted, of which a reading goes through some pages, and the others, of which it goes through all.
// Each list continues where its last reading stopped, so that every payout gets its turn.
func (r *Payouts) readLists(queue PayoutQueue) func(context.Context) error {
	polls, others := r.list(queue, pollPages), r.list(queue, math.MaxInt)
	return reactor.TakeTurns(func(ctx context.Context) error {
		return polls.Each(ctx, func(row payoutrows.Payout) bool { return r.startPoll(ctx, row) })
	}, func(ctx context.Context) error {
		return others.Each(ctx, func(row payoutrows.Payout) bool { return r.startOther(ctx, row) })
	})
}

func (r *Payouts) list(queue PayoutQueue, pages int) *reactor.List[payoutrows.Payout, int64] {
	return &reactor.List[payoutrows.Payout, int64]{
		Read: queue.DuePayouts, Page: r.o.Page, Pages: pages,
		Place: func(row payoutrows.Payout) int64 { return row.Position },
	}
}

func nameOf(row payoutrows.Payout) string {
	return balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}.Name()
}

// isAccepted reports whether the provider is making the payout. One in another status is on the list only
// because of its notification.
func isAccepted(row payoutrows.Payout) bool {
	return row.Status == balance.StatusProcessing && row.ProviderID != ""
}

// startOther confirms a notification, or takes a payout that was not accepted one step further, if that is
// due. It returns false if the job must wait for a free place.
func (r *Payouts) startOther(ctx context.Context, row payoutrows.Payout) bool {
	name := nameOf(row)
	work := func(ctx context.Context) error { return r.advance(ctx, row, false) }
	switch {
	case row.Reported && r.retries.IsDue(reportOf(name)):
		work = func(ctx context.Context) error { return r.confirm(ctx, row) }
	case row.Status != balance.StatusProcessing || isAccepted(row) || !r.retries.IsDue(name):
		return true
	}
	if r.IsFull() {
		return false
	}
	r.StartJobFor(ctx, row.Position, name, work)
	return true
}

// startPoll starts the look-up of an accepted payout if it is due. It returns false if the look-up must wait
// because too many are under way.
func (r *Payouts) startPoll(ctx context.Context, row payoutrows.Payout) bool {
	name := nameOf(row)
	switch {
	case !isAccepted(row):
		return true
	case !r.retries.Has(name):
		r.retries.PostponeBy(name, r.o.PollFirst, r.o.PollMax)
		return true
	case !r.retries.IsDue(name):
		return true
	case r.IsFull() || r.polls.Load() >= pollsAtOnce:
		return false
	}
	r.polls.Add(1)
	started := r.StartJobFor(ctx, row.Position, name, func(ctx context.Context) error {
		defer r.polls.Add(-1)
		return r.advance(ctx, row, true)
	})
	if !started { // a job for this payout is under way
		r.polls.Add(-1)
	}
	return true
}

// reportOf returns the key in the retry schedule for a notification that is waiting for confirmation.
func reportOf(name string) string { return name + " reported" }

// confirm asks the provider for a payout after a notification of it. Only the provider's answer counts,
// not the notification. If the provider answers ConfirmLooks times without confirming the notification,
// confirm records a contradiction, because the notification may be forged.
func (r *Payouts) confirm(ctx context.Context, row payoutrows.Payout) error {
	s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return err
	}
	waiting, waits := s.WaitingReport(row.Kind, row.ID)
	if !waits { // already answered; the read model does not show that yet
		return nil
	}
	order := balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}
	key := reportOf(order.Name())
	r.retries.Postpone(key)
	found, err := r.find(ctx, waiting.Connection, cmp.Or(waiting.ProviderAPI, s.ProviderAPIOf(row.Kind, row.ID)), waiting.Reference)
	if err == nil {
		found.Reference = waiting.Reference
		var out eventstore.Outcome[balance.State]
		if out, err = r.reports.TakePayoutRecord(ctx, found); err != nil {
			return reactor.NotRefused(err)
		}
		s = out.State
		if reactor.Appended[balance.PayoutAttemptFailed](out.Events) {
			r.retries.PostponeBy(order.Name(), r.o.FloatFirst, r.o.FloatMax)
			r.noteFloat(found.Connection, true)
		}
	} else if !errors.Is(err, report.ErrNoRecord) {
		return err
	}
	answers := r.retries.CountAnswer(key)
	_, waits = s.WaitingReport(row.Kind, row.ID)
	if waits && answers < r.o.ConfirmLooks {
		return nil
	}
	r.retries.Forget(key)
	if !waits {
		return nil
	}
	out, err := r.execute(reportreactor.WithProviderAsActor(ctx), order, func(s balance.State) ([]domain.Event, error) {
		return balance.Disbelieve(s, order.Kind, order.ID, r.reports.Now())
	})
	r.reports.RaiseContradictions(out.Events)
	return err
}

// attemptUnlessHeld makes an attempt when the provider has no record of one, unless the payout is held. A
// payout is held if its client may not send payouts now, or if the provider has an order for it that the
// log does not contain. A held payout is checked again later. attemptUnlessHeld reads the account's stream
// instead of a read model, so that it also holds a payout that is due at the moment of a suspension.
// position is the position of the payout's request.
func (r *Payouts) attemptUnlessHeld(ctx context.Context, p balance.Payout, position int64) error {
	if p.Held {
		r.retries.PostponeBy(p.Name(), r.o.PollFirst, r.o.PollMax)
		return nil
	}
	owner, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(p.ClientID))
	if err != nil {
		return err
	}
	if !owner.Exists || owner.MaySendPayouts() {
		return r.attempt(ctx, p, position)
	}
	if !r.retries.Has(p.Name()) {
		r.Logger.WithField("payout", p.Name()).WithField("client_status", owner.Status).Warn("a payout is held until its client is active again")
	}
	r.retries.Postpone(p.Name())
	return nil
}
