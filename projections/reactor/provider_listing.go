package reactor

import (
	"cmp"
	"context"
	"sync"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/report"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
)

// ListingCursor keeps the time up to which the provider's books were read, in the provider's time.
// Losing it makes the next reading begin earlier, which repeats nothing. *state.DB of
// http/service implements it.
type ListingCursor interface {
	// ListingCursor returns the zero value if none was saved.
	ListingCursor(ctx context.Context) (report.ListingPlace, error)
	// SaveListingCursor saves a place, unless an operator has named another one since it was
	// read.
	SaveListingCursor(ctx context.Context, c report.ListingPlace) error
}

// ProviderListingOptions tune ProviderListing. The service sets Rate, After and
// Consumers.
type ProviderListingOptions struct {
	// Rate is how many calls a minute the provider gets at most; 30 when zero.
	Rate int
	// After is how long a payment's notification may take before the payment is taken from
	// the books, and the pause between two passes. 30 s when zero.
	After time.Duration
	// Overlap is how far before the cursor a pass begins, for bookings that the provider
	// lists late, and for clocks that differ; 10 min when zero, and at least twice After.
	Overlap time.Duration
	// Back is where reading begins without a cursor, after which time an error is logged for a
	// booking that can't be taken in, and what a sweep reads again; 24 h when zero.
	Back time.Duration
	// LongBack is what a sweep reads again once a day: by then the provider has settled a payment; 8 days when zero.
	LongBack time.Duration
	// Slice is the most that one pass reads when the cursor is behind; 1 h when zero.
	Slice time.Duration
	// SweepEvery is the time between two sweeps; 1 h when zero.
	SweepEvery time.Duration
	// Days is the business's calendar: a payment near midnight is looked up.
	Days calendar.Calendar
	// Consumers get every booking, after the payments have been taken in.
	Consumers []BookingConsumer
	// Sleep waits; it returns the context's error. The system's clock when nil.
	Sleep func(ctx context.Context, d time.Duration) error
}

func (o ProviderListingOptions) withDefaults() ProviderListingOptions {
	o.Rate, o.After = cmp.Or(o.Rate, 30), cmp.Or(o.After, 30*time.Second)
	o.Overlap = max(cmp.Or(o.Overlap, 10*time.Minute), 2*o.After)
	o.Back, o.Slice = cmp.Or(o.Back, 24*time.Hour), cmp.Or(o.Slice, time.Hour)
	o.LongBack = cmp.Or(o.LongBack, 8*24*time.Hour)
	o.SweepEvery = cmp.Or(o.SweepEvery, time.Hour)
	if o.Sleep == nil {
		o.Sleep = sleepFor
	}
	return o
}

// ProviderListing compares the provider's books with the log all the time, so that money
// is noticed whose notification never came. It reads every booking that is new or has
// changed, takes in payments that were made or settled, and passes all bookings to its
// consumers.
//
// A pass reads what the provider created or changed since the cursor, and Overlap before
// it. The cursor moves to the newest booking seen, or to the start of the pass if that is
// earlier. A booking that could not be taken in is tried again with each pass; the saved
// cursor stays at it, so that a restart or another leader reads it again. So a booking is taken in
// when the provider lists it within Overlap of the time that it bears, and within
// Back, by a sweep, when it lists it later or changes it without saying so, and within LongBack by one that is made
// once a day. Everything
// that the gateway has taken in is recognised by the log; the cursor only spares calls.
type ProviderListing struct {
	reports  *Reports
	lister   BookingLister
	cursor   ListingCursor
	payments *bookedPayments
	rate     *callRate
	logger   *logrus.Entry
	o        ProviderListingOptions

	// seen holds the bookings of the last passes that need no further look.
	seen  seenBookings
	sweep listingSweep
	// resets is that of the cursor as it was read last, and generation the log's.
	resets, generation int64
	// at is how far this process has read; the saved cursor may be behind it, at the oldest
	// booking that waits.
	at      time.Time
	waiting waitingBookings
	// noted is the last cursor that this process had the log note, or found there.
	noted time.Time

	mu sync.Mutex
	// problem is the error of the last pass.
	problem string
}

const providerListingName = "provider-listing"

// NewProviderListing makes the reactor.
func NewProviderListing(
	reports *Reports, lister BookingLister, p ReceiptFinder, cursor ListingCursor, logger *logrus.Entry, o ProviderListingOptions,
) *ProviderListing {
	o = o.withDefaults()
	logger = logger.WithField("reactor", providerListingName)
	rate := &callRate{limit: o.Rate, sleep: o.Sleep, now: reports.Now}
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
func (r *ProviderListing) Name() string { return providerListingName }

// Status implements Reactor. The reactor reads the provider's books and not the log, so
// its position is the head.
func (r *ProviderListing) Status(ctx context.Context) (engine.Status, error) {
	head, err := r.reports.Log.Store().Head(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	return engine.Status{Name: providerListingName, Position: head.Commit, State: engine.StateLive, Error: r.problem}, err
}

// Run implements Reactor: it makes pass after pass until the context ends. A pass that
// fails is made again.
func (r *ProviderListing) Run(ctx context.Context) error {
	for {
		began := r.reports.Now()
		behind, err := r.runPass(withReactorAsActor(ctx, providerListingName))
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

// RunOnce makes passes until the books are read to their end.
func (r *ProviderListing) RunOnce(ctx context.Context) error {
	for {
		behind, err := r.runPass(withReactorAsActor(ctx, providerListingName))
		if err != nil || !behind {
			return err
		}
	}
}

// pauseUntil uses the time until the next pass for a sweep.
func (r *ProviderListing) pauseUntil(ctx context.Context, next time.Time) error {
	ctx = withReactorAsActor(ctx, providerListingName)
	for r.reports.Now().Before(next) && r.sweepIsDue() {
		if err := r.sweepPage(ctx); err != nil {
			r.recordProblem(ctx, err)
			break
		}
	}
	return r.o.Sleep(ctx, max(minListingPause, min(next.Sub(r.reports.Now()), r.o.After)))
}

// minListingPause is the least pause between two passes, for calls that fail at once.
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

// page reads one page within the rate.
func (r *ProviderListing) page(ctx context.Context, q report.BookingQuery) (report.BookingPage, error) {
	if err := r.rate.wait(ctx); err != nil {
		return report.BookingPage{}, err
	}
	return r.lister.BookingPage(ctx, q)
}
