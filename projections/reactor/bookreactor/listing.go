package bookreactor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/reportreactor"

	"github.com/sirupsen/logrus"
)

// listingPass is one reading of the provider's books.
type listingPass struct {
	began time.Time
	// from and to bound the time when the bookings were created or changed; a zero to means no upper
	// bound.
	from, to time.Time
	// newest is the time of the latest change seen.
	newest time.Time
}

// runPass reads what is new in the books, takes it in, and moves the cursor. behind reports that the pass
// stopped before the end of the books.
func (r *ProviderListing) runPass(ctx context.Context) (behind bool, err error) {
	saved, err := r.savedPlace(ctx)
	if err != nil {
		return false, err
	}
	from := later(saved.At, r.at)
	p := r.newPass(from)
	news, err := r.readNews(ctx, p)
	if err != nil {
		return false, err
	}
	r.takeAll(ctx, r.waiting.joinedBy(news, p.began.Add(-r.o.After)))
	if err := ctx.Err(); err != nil {
		return false, err
	}
	r.seen.forgetBefore(p.from)
	if len(r.waiting) < maxWaitingBookings {
		r.at = p.nextCursor(from, r.o)
	}
	if next := r.waiting.hold(r.at); next.After(saved.At) {
		err = r.savePlace(ctx, next)
	}
	return r.at.After(from) && !p.to.IsZero(), err
}

func (r *ProviderListing) newPass(saved time.Time) *listingPass {
	now := r.reports.Now()
	if saved.IsZero() {
		saved = now.Add(-r.o.Back)
	}
	p := &listingPass{began: now, from: saved.Add(-r.o.Overlap)}
	if end := saved.Add(r.o.Slice); end.Before(now) {
		p.to = end
	}
	return p
}

// nextCursor returns the time from which the next pass continues.
func (p *listingPass) nextCursor(saved time.Time, o ProviderListingOptions) time.Time {
	next := p.to
	if next.IsZero() {
		// Never move beyond the start of the pass. A booking that was made while the pages were read is
		// missing in them, and may be older than one that changed in the meantime.
		next = p.newest
		if next.After(p.began) {
			next = p.began
		}
		// Move the cursor even without news, so that the next pass does not read ever more.
		next = later(next, p.began.Add(-o.Overlap))
	}
	return later(next, saved)
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// readNews reads the bookings that were not seen before, and returns them oldest first.
func (r *ProviderListing) readNews(ctx context.Context, p *listingPass) (news []report.Booking, err error) {
	q := report.BookingQuery{UpdatedFrom: p.from, UpdatedTo: p.to}
	for {
		page, err := r.page(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, b := range page.Bookings {
			p.newest = later(p.newest, b.UpdatedAt)
			if !r.seen.has(b) {
				news = append(news, b)
			}
		}
		if q.After = page.Next; q.After == "" {
			break
		}
	}
	slices.SortStableFunc(news, func(a, b report.Booking) int { return a.At.Compare(b.At) })
	return news, nil
}

// takeAll takes in bookings: first those that need no call to the provider, then as many of the others as
// lookUpMinutes of calls allow. The rest wait.
func (r *ProviderListing) takeAll(ctx context.Context, news []report.Booking) {
	var waiting []report.Booking
	for _, b := range news {
		if err := r.take(ctx, b, false); errors.Is(err, errNeedsLookUp) {
			waiting = append(waiting, b)
		} else {
			r.recordTaken(b, err)
		}
	}
	budget := lookUpMinutes * r.o.Rate
	for _, b := range waiting {
		if budget--; budget < 0 || ctx.Err() != nil {
			r.waiting[b.ID] = waitingBooking{Booking: b} // not tried
			continue
		}
		r.recordTaken(b, r.take(ctx, b, true))
	}
}

// lookUpMinutes bounds the look-ups of one pass: they take at most this many minutes, so that new bookings
// do not wait longer behind old ones.
const lookUpMinutes = 2

// take takes in a booking (takeBooking).
func (r *ProviderListing) take(ctx context.Context, b report.Booking, mayAsk bool) error {
	return takeBooking(ctx, r.payments, r.o.Consumers, b, mayAsk, r.settleRefusal)
}

// settleRefusal logs a refusal and drops it, because a refusal is final. It returns domain.Busy, which
// only means that others are writing to the same stream right now.
func (r *ProviderListing) settleRefusal(b report.Booking, err error) error {
	if refusal, refused := errors.AsType[*domain.Refusal](err); refused && refusal.Kind != domain.Busy {
		r.logger.WithError(refusal).WithFields(bookingFields(b)).Error("a booking of the provider can't be taken in: it is left out")
		return nil
	}
	return err
}

func (r *ProviderListing) recordTaken(b report.Booking, err error) {
	if err == nil {
		// A client that repeats a request which a restore lost brings its payment back: the booking is read again until then.
		if !r.payments.alarmed[b.Reference] {
			r.seen.add(b)
		}
		delete(r.waiting, b.ID)
		return
	}
	if errors.Is(err, ErrBookingLater) { // retry in the next pass, without waiting After
		r.waiting[b.ID] = waitingBooking{Booking: b}
		return
	}
	r.waiting[b.ID] = waitingBooking{b, r.reports.Now()}
	said := r.logger.WithError(err).WithFields(bookingFields(b))
	if r.reports.Now().Sub(b.UpdatedAt) < r.o.Back {
		said.Warn("a booking of the provider is not taken in; it will be tried again")
	} else {
		said.Error("a booking of the provider is not taken in for a long time; it will be tried again")
	}
}

func bookingFields(b report.Booking) logrus.Fields {
	return logrus.Fields{"booking": b.ID, "product": b.ProductID, "reference": reportreactor.OwnReference(b.Reference), "status": b.Status}
}

// noteEvery is how far the cursor moves between two notes of it in the log. After a restore the reactor
// reads the books again from the last note.
const noteEvery = time.Hour

// savedPlace returns the saved cursor. If the log has a new generation, savedPlace goes back to the last
// cursor noted in the surviving log, however old, because the events of all later bookings may be lost. If
// the log was restored or an operator reset the cursor, savedPlace also resets what this process has read.
func (r *ProviderListing) savedPlace(ctx context.Context) (report.ListingPlace, error) {
	saved, err := r.cursor.ListingCursor(ctx, r.o.Connection)
	if err != nil {
		return saved, err
	}
	g, err := eventstore.ReadGeneration(ctx, r.reports.Log.Store())
	if err != nil {
		return saved, err
	}
	known := g.Number
	switch {
	case saved.Generation != nil:
		known = *saved.Generation
	case saved.At.IsZero(): // the cursor was lost or never saved: treat the latest generation as new, since the log was at least imported
		known = g.Number - 1
	}
	if known < g.Number {
		from, lost, err := eventstore.BooksLostSince(ctx, r.reports.Log.Store(), r.o.Connection, known)
		if err != nil {
			return saved, err
		}
		if lost && (saved.At.IsZero() || from.Before(saved.At)) {
			saved.At = from
		}
	}
	if saved.Resets != r.resets || g.Number != r.generation {
		r.at, r.seen, r.waiting = time.Time{}, make(seenBookings), make(waitingBookings)
		r.resets, r.generation, r.noted = saved.Resets, g.Number, time.Time{}
	}
	return saved, nil
}

// savePlace saves the cursor, and once per noteEvery also notes it in the log, because the log may be
// restored without the database that holds the cursor.
func (r *ProviderListing) savePlace(ctx context.Context, at time.Time) error {
	place := report.ListingPlace{At: at, Generation: &r.generation, Resets: r.resets}
	if err := r.cursor.SaveListingCursor(ctx, r.o.Connection, place); err != nil {
		return err
	}
	if at.Before(r.noted.Add(noteEvery)) {
		return nil
	}
	if err := eventstore.NoteBooksRead(ctx, r.reports.Log, r.o.Connection, at, noteEvery, r.reports.Now()); err != nil {
		return err
	}
	r.noted = at
	return nil
}

// listingSweep reads all recent bookings again, page by page, in the time between passes. It finds what
// passes miss: bookings that the provider listed late, or changed without a new time of change, such as
// the settlement of a payment. The first sweep of a process, and then one a day, goes further back
// (LongBack).
type listingSweep struct {
	query report.BookingQuery
	// pass is the reading under way; nil when no sweep is under way.
	pass *listingPass
	// isLong is true if the sweep under way goes back LongBack.
	isLong           bool
	ended, longEnded time.Time
}

// longSweepEvery is the time between two sweeps that go back LongBack.
const longSweepEvery = 24 * time.Hour

func (r *ProviderListing) sweepIsDue() bool {
	return r.sweep.pass != nil || r.reports.Now().Sub(r.sweep.ended) >= r.o.SweepEvery
}

// sweepPage takes in the next page of the sweep. After an error the page is read again.
func (r *ProviderListing) sweepPage(ctx context.Context) error {
	now := r.reports.Now()
	if r.sweep.pass == nil {
		from := now.Add(-r.o.Back)
		if r.sweep.isLong = now.Sub(r.sweep.longEnded) >= longSweepEvery; r.sweep.isLong {
			var err error
			if from, err = r.longSweepFrom(ctx, now); err != nil {
				return err
			}
		}
		r.sweep.pass = &listingPass{began: now, from: from}
		r.sweep.query = report.BookingQuery{From: from}
	}
	page, err := r.page(ctx, r.sweep.query)
	if err != nil {
		return err
	}
	r.takeAll(ctx, page.Bookings)
	if page.Next == "" {
		longEnded := r.sweep.longEnded
		if r.sweep.isLong {
			longEnded = now
		}
		r.sweep = listingSweep{ended: now, longEnded: longEnded}
		return nil
	}
	r.sweep.query.After = page.Next
	return ctx.Err()
}

// longSweepFrom returns where a long sweep begins: LongBack ago, or earlier if a restore may have lost
// older events. Clients may repeat a lost request for as long as lostSweptFor, when the passes have
// already read past its payment in the books.
func (r *ProviderListing) longSweepFrom(ctx context.Context, now time.Time) (time.Time, error) {
	from := now.Add(-max(r.o.Back, r.o.LongBack))
	lostFrom, lost, err := eventstore.BooksLostSince(ctx, r.reports.Log.Store(), r.o.Connection, 0)
	if lost && lostFrom.Before(from) && now.Sub(lostFrom) < lostSweptFor {
		from = lostFrom
	}
	return from, err
}

// lostSweptFor bounds how far back a sweep reads what a restore may have lost.
const lostSweptFor = 60 * 24 * time.Hour

// seenBookings holds the fingerprints of bookings that were taken in, by id.
type seenBookings map[string]seenBooking

type seenBooking struct {
	fingerprint uint64
	updatedAt   time.Time
}

var fingerprintSeed = maphash.MakeSeed()

func fingerprint(b report.Booking) uint64 {
	return maphash.String(fingerprintSeed, fmt.Sprintf("%+v", b))
}

func (s seenBookings) add(b report.Booking) {
	s[b.ID] = seenBooking{fingerprint: fingerprint(b), updatedAt: b.UpdatedAt}
}

func (s seenBookings) has(b report.Booking) bool {
	known, ok := s[b.ID]
	return ok && known.fingerprint == fingerprint(b)
}

// forgetBefore drops the bookings that no later pass will read.
func (s seenBookings) forgetBefore(at time.Time) {
	for id, b := range s {
		if b.updatedAt.Before(at) {
			delete(s, id)
		}
	}
}

// waitingBookings holds the bookings that could not be taken in yet, by id. Passes keep retrying them. The
// saved cursor stays at the oldest one, while newer bookings are still read.
type waitingBookings map[string]waitingBooking

// waitingBooking is a booking as the provider last listed it, and when it was last tried.
type waitingBooking struct {
	report.Booking
	tried time.Time
}

// maxWaitingBookings is the number of waiting bookings at which reading stops moving forward, until some
// of them have been taken in.
const maxWaitingBookings = 10_000

// joinedBy returns the news together with the waiting bookings that were last tried at or before the time,
// oldest first. A changed booking replaces its waiting version; an unchanged one does not.
func (w waitingBookings) joinedBy(news []report.Booking, notTriedAfter time.Time) []report.Booking {
	due := make(map[string]report.Booking)
	for id, b := range w {
		if !b.tried.After(notTriedAfter) {
			due[id] = b.Booking
		}
	}
	for _, n := range news {
		if b, waits := w[n.ID]; !waits || fingerprint(b.Booking) != fingerprint(n) {
			due[n.ID] = n
		}
	}
	all := make([]report.Booking, 0, len(due))
	for _, b := range due {
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b report.Booking) int {
		return cmp.Or(a.At.Compare(b.At), a.UpdatedAt.Compare(b.UpdatedAt), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// hold returns at, or the change time of the oldest waiting booking if that is earlier.
func (w waitingBookings) hold(at time.Time) time.Time {
	for _, b := range w {
		if b.UpdatedAt.Before(at) {
			at = b.UpdatedAt
		}
	}
	return at
}
