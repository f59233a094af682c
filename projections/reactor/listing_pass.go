package reactor

import (
	"context"
	"errors"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/report"

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

// take passes a booking to the payments and to the consumers. mayAsk allows calls to the provider. Without
// mayAsk, take returns errNeedsLookUp if it needs a call.
func (r *ProviderListing) take(ctx context.Context, b report.Booking, mayAsk bool) error {
	if err := r.payments.awaitMoney(ctx, b, mayAsk); err != nil {
		return err
	}
	err := r.payments.take(ctx, b, mayAsk)
	if errors.Is(err, errNeedsLookUp) {
		return err
	}
	err = r.settleRefusal(b, err)
	for _, c := range r.o.Consumers {
		err = errors.Join(err, r.settleRefusal(b, c.TakeBooking(ctx, b)))
	}
	return err
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
		r.seen.add(b)
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
	return logrus.Fields{"booking": b.ID, "product": b.ProductID, "reference": ownReference(b.Reference), "status": b.Status}
}
