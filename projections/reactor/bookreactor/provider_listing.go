package bookreactor

import (
	"cmp"
	"context"
	"sync"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/projections/engine"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"

	"github.com/sirupsen/logrus"
)

// ListingCursor stores the time up to which the books of a connection were read, by the provider's clock. If it
// is lost, the next reading begins earlier, which does no harm: the log shows what was taken in. *state.DB
// of http/service implements it.
type ListingCursor interface {
	// ListingCursor returns the zero value if none was saved.
	ListingCursor(ctx context.Context, connection string) (report.ListingPlace, error)
	// SaveListingCursor saves a place, unless an operator has set another one since the last read.
	SaveListingCursor(ctx context.Context, connection string, c report.ListingPlace) error
}

// ProviderListingOptions tune ProviderListing. The service sets Rate, After and
// Consumers.
type ProviderListingOptions struct {
	// Connection names the connection whose books are read; connection.Xendit when empty.
	Connection string
	// Rate is the most calls to the provider in a minute; 30 when zero.
	Rate int
	// After is how long the reactor waits for a payment's notification before it takes the payment from
	// the books. It is also the time between the starts of two passes. 30 s when zero.
	After time.Duration
	// Overlap is how far before the cursor a pass begins, because the provider may list bookings late and
	// clocks may differ; 10 min when zero, and at least twice After.
	Overlap time.Duration
	// Back is how far back reading begins without a cursor, and how far back a sweep reads. A booking that
	// is older and still can't be taken in is logged as an error, not a warning. 24 h when zero.
	Back time.Duration
	// LongBack is how far back a sweep reads once a day, long enough for the provider to settle a payment;
	// 8 days when zero.
	LongBack time.Duration
	// Slice is how much time in the books one pass covers at most when the cursor is behind; 1 h when
	// zero.
	Slice time.Duration
	// SweepEvery is the time between two sweeps; 1 h when zero.
	SweepEvery time.Duration
	// Days is the business's calendar. It decides which payments are near midnight and need a look-up.
	Days calendar.Calendar
	// Consumers get each booking after its payment has been taken in.
	Consumers []BookingConsumer
	// Sleep waits, or returns the context's error. Nil uses the system's clock.
	Sleep func(ctx context.Context, d time.Duration) error
}

func (o ProviderListingOptions) withDefaults() ProviderListingOptions {
	o.Connection = cmp.Or(o.Connection, connection.Xendit)
	o.Rate, o.After = cmp.Or(o.Rate, 30), cmp.Or(o.After, 30*time.Second)
	o.Overlap = max(cmp.Or(o.Overlap, 10*time.Minute), 2*o.After)
	o.Back, o.Slice = cmp.Or(o.Back, 24*time.Hour), cmp.Or(o.Slice, time.Hour)
	o.LongBack = cmp.Or(o.LongBack, 8*24*time.Hour)
	o.SweepEvery = cmp.Or(o.SweepEvery, time.Hour)
	if o.Sleep == nil {
		o.Sleep = reactor.SleepFor
	}
	return o
}

// ProviderListing continuously compares the books of one connection with the log, to notice money whose
// notification never came. It reads every booking that is new or has changed, takes in payments that were
// made or settled, and passes all bookings to its consumers.
//
// A pass reads what the provider created or changed since Overlap before the cursor. The cursor then moves
// to the newest booking seen, or to the start of the pass if that is earlier. Later passes retry a booking
// that could not be taken in. The saved cursor stays at it, so that a restart or another leader reads it
// again. Passes find the bookings that the provider lists within Overlap of their time. Sweeps find the
// others: bookings up to Back old that the provider lists later, or changes without a new time of change,
// and once a day such bookings up to LongBack old. The log shows what the gateway has already taken in;
// the cursor only saves calls.
type ProviderListing struct {
	reports  *reportreactor.Reports
	lister   reportreactor.BookingLister
	cursor   ListingCursor
	payments *bookedPayments
	rate     *reactor.CallRate
	logger   *logrus.Entry
	o        ProviderListingOptions

	// seen holds the bookings of the last passes that were taken in.
	seen  seenBookings
	sweep listingSweep
	// resets is the cursor's count of resets when it was last read. generation is the log's generation
	// then.
	resets, generation int64
	// at is how far this process has read. The saved cursor may be behind it, at the oldest waiting
	// booking.
	at      time.Time
	waiting waitingBookings
	// noted is the last cursor that this process noted in the log.
	noted time.Time

	mu sync.Mutex
	// problem is the error of the last pass.
	problem string
}

// nameOf names the reactor of a connection. That of the first connection has the name from when there was no other.
func nameOf(at string) string {
	if at == connection.Xendit {
		return "provider-listing"
	}
	return "provider-listing-" + at
}

// NewProviderListing makes the reactor.
func NewProviderListing(
	reports *reportreactor.Reports, lister reportreactor.BookingLister, p reportreactor.ReceiptFinder, cursor ListingCursor,
	logger *logrus.Entry, o ProviderListingOptions,
) *ProviderListing {
	o = o.withDefaults()
	logger = logger.WithField("reactor", nameOf(o.Connection))
	rate := &reactor.CallRate{Limit: o.Rate, Sleep: o.Sleep, Now: reports.Now}
	return &ProviderListing{
		reports: reports, lister: lister, cursor: cursor, rate: rate, logger: logger, o: o,
		seen: make(seenBookings), waiting: make(waitingBookings),
		payments: &bookedPayments{
			reports: reports, lister: lister, provider: p, rate: rate, logger: logger, after: o.After, days: o.Days,
			lookUps: make(map[string]int), alarmed: make(map[string]bool),
		},
	}
}

// Name implements Reactor.
func (r *ProviderListing) Name() string { return nameOf(r.o.Connection) }

// Status implements Reactor. The reactor reads the provider's books and not the log, so
// its position is the head.
func (r *ProviderListing) Status(ctx context.Context) (engine.Status, error) {
	head, err := r.reports.Log.Store().Head(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	return engine.Status{Name: r.Name(), Position: head.Commit, State: engine.StateLive, Error: r.problem}, err
}

// Run implements Reactor: it makes passes until the context ends. It repeats a pass that fails.
func (r *ProviderListing) Run(ctx context.Context) error {
	for {
		began := r.reports.Now()
		behind, err := r.runPass(reactor.WithReactorAsActor(ctx, r.Name()))
		r.recordProblem(ctx, err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && behind {
			continue
		}
		if err := r.pauseUntil(ctx, began.Add(r.o.After)); err != nil {
			return err
		}
	}
}

// RunOnce makes passes until it has read the books to their end.
func (r *ProviderListing) RunOnce(ctx context.Context) error {
	for {
		behind, err := r.runPass(reactor.WithReactorAsActor(ctx, r.Name()))
		if err != nil || !behind {
			return err
		}
	}
}

// pauseUntil reads pages of a sweep that is due until the next pass, and sleeps for the rest of the time.
func (r *ProviderListing) pauseUntil(ctx context.Context, next time.Time) error {
	ctx = reactor.WithReactorAsActor(ctx, r.Name())
	for r.reports.Now().Before(next) && r.sweepIsDue() {
		if err := r.sweepPage(ctx); err != nil {
			r.recordProblem(ctx, err)
			break
		}
	}
	return r.o.Sleep(ctx, max(minListingPause, min(next.Sub(r.reports.Now()), r.o.After)))
}

// minListingPause is the shortest pause between two passes, for the case that calls fail at once.
const minListingPause = 20 * time.Millisecond

func (r *ProviderListing) recordProblem(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err == nil:
		r.problem = ""
	case ctx.Err() == nil && r.problem != err.Error():
		r.problem = err.Error()
		r.logger.WithError(err).Warn("can't read the provider's books")
	}
}

// page reads one page, after waiting until the rate allows the call.
func (r *ProviderListing) page(ctx context.Context, q report.BookingQuery) (report.BookingPage, error) {
	if err := r.rate.Wait(ctx); err != nil {
		return report.BookingPage{}, err
	}
	return r.lister.BookingPage(ctx, q)
}
