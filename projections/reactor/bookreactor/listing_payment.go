package bookreactor

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"

	"github.com/sirupsen/logrus"
)

// bookedPayments takes in bookings of payments. It is not safe for concurrent use.
type bookedPayments struct {
	reports  *reportreactor.Reports
	lister   reportreactor.BookingLister
	provider reportreactor.ReceiptFinder
	rate     *reactor.CallRate
	logger   *logrus.Entry
	after    time.Duration
	days     calendar.Calendar
	// confirms has the provider asked about all money that the log lacks: without its word nothing is credited. It is for
	// bookings that the provider did not send itself.
	confirms bool
	// lookUps counts the look-ups for each undecided payment, by reference.
	lookUps map[string]int
	// alarmed holds the references that the log lacks, and for which an error has already been logged.
	alarmed map[string]bool
}

const (
	// maxLookUps is how often a payment is looked up before the gateway relies on the booking alone.
	maxLookUps = 3
	// maxRemembered bounds lookUps and alarmed. Forgetting an entry costs a call or repeats an alarm.
	maxRemembered = 10_000
	// midnightMargin is how much later than its payment a booking may be dated.
	midnightMargin = 15 * time.Minute
)

// errNeedsLookUp means that a booking can't be taken in without asking the provider.
var errNeedsLookUp = errors.New("reactor: the booking needs a look-up")

// take takes in the booking of a payment that was made or settled, and ignores all other bookings. mayAsk
// allows look-ups; without mayAsk, take returns errNeedsLookUp if it needs one. The other errors are those
// of BookingConsumer.
func (c *bookedPayments) take(ctx context.Context, b report.Booking, mayAsk bool) error {
	if b.Kind != report.BookedPayment || !b.Status.IsPaid() || !payment.IsTransactionID(b.Reference) {
		return nil
	}
	s, _, err := eventstore.Load(ctx, c.reports.Log, payment.Aggregate, payment.Stream(b.Reference))
	if err != nil {
		return err
	}
	if !s.Exists() {
		c.alarmOnce(b)
		return nil
	}
	delete(c.alarmed, b.Reference)
	id, known := s.ReceiptOf(b.ProductID)
	if known && b.Status != report.Settled {
		return nil
	}
	r := reportOfBooking(s, b)
	if !known {
		if c.reports.Now().Before(b.At.Add(c.after)) {
			return ErrBookingLater
		}
		if r, err = c.complete(ctx, s, b, r, mayAsk); err != nil {
			return err
		}
		id = r.PaymentID
	}
	r.PaymentID = id
	if err := c.reports.TakeFound(ctx, s, r); err != nil {
		return err
	}
	delete(c.lookUps, b.Reference)
	return nil
}

// reportOfBooking returns what the booking tells about a payment, in the form of a notification on the
// same channel.
func reportOfBooking(s payment.State, b report.Booking) report.Payment {
	r := report.Payment{
		Connection: b.Connection, Channel: pricing.Kind(s.Channel), ProviderID: s.Opening.ProviderID, PaymentID: b.ProductID,
		TransactionID: s.TransactionID,
		Status:        b.Status, Amount: s.Amount, PaidAmount: b.Amount, PaidAt: b.At, ChannelCode: b.ChannelCode, PaymentChannel: b.ChannelCode,
		UserID: b.UserID,
	}
	traits := r.Channel.Traits()
	r.PaymentMethod = traits.Method
	if traits.ChargeIsMoney { // the product id in the books is the id of the paid charge
		r.ProviderID = b.ProductID
	}
	if traits.Anonymous {
		r.ChannelCode, r.PaymentChannel, r.UserID = s.QuotedCode, s.QuotedCode, ""
	}
	return r
}

// complete adds what the books lack of a new receipt (its id, its time, or the app that paid), so that the payment ends up
// the same as after a notification. The books may list a known receipt under another id; complete
// recognises it, so that it does not count as a second receipt.
func (c *bookedPayments) complete(
	ctx context.Context, s payment.State, b report.Booking, r report.Payment, mayAsk bool,
) (report.Payment, error) {
	if len(s.Receipts()) == 0 && !c.confirms && !needsLookUp(r.Channel, b, c.days) {
		return r, nil
	}
	if !mayAsk {
		return r, errNeedsLookUp
	}
	if len(s.Receipts()) > 0 {
		id, err := c.knownReceipt(ctx, s, b)
		if err != nil || id != "" {
			r.PaymentID = id
			return r, err
		}
		if r.Channel.Traits().PaidOnce {
			// An invoice or a charge is paid once, so further money paid a second one, which a repeated
			// request made.
			r.ProviderID = b.ProductID
		}
	}
	if c.lookUps[b.Reference] >= maxLookUps && !c.confirms {
		return r, nil
	}
	if err := c.countLookUp(ctx, b.Reference); err != nil {
		return r, err
	}
	found, err := c.provider.FindReceipt(ctx, r)
	switch {
	case err != nil && !errors.Is(err, report.ErrNoRecord):
		return r, err
	case err == nil && isReceiptOf(s, found, r):
		found.Status = r.Status
		return found, nil
	case c.confirms:
		return r, errNotConfirmed
	case c.lookUps[b.Reference] < maxLookUps && len(s.Receipts()) == 0:
		return r, ErrBookingLater // the look-up may lag behind the books
	}
	return r, nil
}

// isReceiptOf reports whether the provider's record is the receipt of the booking: the same transaction
// and amount, paid, and not known yet.
func isReceiptOf(s payment.State, found, booked report.Payment) bool {
	_, known := s.ReceiptOf(found.PaymentID)
	return found.TransactionID == booked.TransactionID && found.Status.IsPaid() && found.PaidAmount.Equal(booked.PaidAmount) && !known
}

// errNotConfirmed means that the provider does not know the money of a booking that it did not send itself.
var errNotConfirmed = errors.New("the money is not here, and the provider does not confirm it: compare with the payment there")

// needsLookUp reports whether the books lack what a notification tells. A payment that is paid once (an
// invoice or a charge) always needs a look-up: it is made before it is paid, and an invoice's notification
// has its own id. So does one whose notification names the app that it was paid with, which refunds depend on. Other
// bookings are dated at most midnightMargin after the payment, so they need a look-up only near midnight, for the day
// of the payment.
func needsLookUp(channel pricing.Kind, b report.Booking, days calendar.Calendar) bool {
	if traits := channel.Traits(); traits.PaidOnce || traits.NamesIssuer {
		return true
	}
	return days.DayOf(b.At) != days.DayOf(b.At.Add(-midnightMargin))
}

// errMoneyUnknown means that a booking may take back money that the log does not have.
var errMoneyUnknown = errors.New("reactor: the provider lists a payment of the same transaction that is not in the log")

// awaitMoney delays a booking that may take back money which the provider lists but the log does not have,
// for example after a restore. If such a booking were taken in at once, it would take back other money of
// the same payment. awaitMoney returns ErrBookingLater while the notification of the missing money may
// still come, and errMoneyUnknown after that. Without mayAsk it returns errNeedsLookUp if it has to ask
// the provider.
func (c *bookedPayments) awaitMoney(ctx context.Context, b report.Booking, mayAsk bool) error {
	news, isReversal := payment.ReversalOfBooking(b)
	if !isReversal || !payment.IsTransactionID(b.Reference) {
		return nil
	}
	s, _, err := eventstore.Load(ctx, c.reports.Log, payment.Aggregate, payment.Stream(b.Reference))
	if err != nil || !s.IsOfUnnamedMoney(news) {
		return err
	}
	if !mayAsk {
		return errNeedsLookUp
	}
	listed, err := c.paymentsOf(ctx, b.Reference)
	if err != nil {
		return err
	}
	receipts := pairWithReceipts(s, c.receiptsFor(s, b), listed)
	for _, l := range listed {
		switch isUnknown := receipts[l.ID] == "" && l.Status.IsPaid(); {
		case isUnknown && c.reports.Now().Before(l.At.Add(c.after)):
			return ErrBookingLater
		case isUnknown:
			return errMoneyUnknown
		}
	}
	return nil
}

// knownReceipt returns the id of the known receipt that belongs to a booking with an unknown id, or an
// empty string if no known receipt does.
func (c *bookedPayments) knownReceipt(ctx context.Context, s payment.State, b report.Booking) (string, error) {
	listed, err := c.paymentsOf(ctx, b.Reference)
	return pairWithReceipts(s, c.receiptsFor(s, b), listed)[b.ID], err
}

// receiptsFor returns the receipts that a booking may be about: in a file, those of its connection.
func (c *bookedPayments) receiptsFor(s payment.State, b report.Booking) []payment.Receipt {
	if c.confirms {
		return s.ReceiptsAt(b.Connection)
	}
	return s.Receipts()
}

func (c *bookedPayments) paymentsOf(ctx context.Context, transactionID string) ([]report.Booking, error) {
	return reportreactor.AllBookings(ctx, c.lister, report.BookingQuery{
		Kinds: []report.BookingKind{report.BookedPayment}, Reference: transactionID,
	}, c.rate.Wait)
}

// pairWithReceipts pairs the provider's bookings of a payment with these known receipts, first by id and
// then by amount. A booking that a notification named by its id is no known receipt under another id. The result maps
// booking ids to receipt ids.
func pairWithReceipts(s payment.State, known []payment.Receipt, listed []report.Booking) (receipts map[string]string) {
	receipts = map[string]string{}
	var nameless []report.Booking
	unpaired := slices.Clone(known)
	for _, l := range listed {
		id, isKnown := s.ReceiptOf(l.ProductID)
		if !isKnown && s.WasNotified(l.Connection, l.ProductID) {
			continue // money of its own: its provider has no look-up that confirms a second receipt
		}
		if !isKnown {
			nameless = append(nameless, l)
			continue
		}
		receipts[l.ID] = id
		unpaired = slices.DeleteFunc(unpaired, func(t payment.Receipt) bool { return t.ProviderPaymentID == id })
	}
	slices.SortStableFunc(nameless, func(a, b report.Booking) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	})
	for _, l := range nameless {
		i := slices.IndexFunc(unpaired, func(t payment.Receipt) bool { return t.PaidAmount.Equal(l.Amount) })
		if i < 0 {
			continue
		}
		receipts[l.ID] = unpaired[i].ProviderPaymentID
		unpaired = slices.Delete(unpaired, i, i+1)
	}
	return receipts
}

func (c *bookedPayments) countLookUp(ctx context.Context, reference string) error {
	if len(c.lookUps) > maxRemembered {
		clear(c.lookUps)
	}
	c.lookUps[reference]++
	return c.rate.Wait(ctx)
}

func (c *bookedPayments) alarmOnce(b report.Booking) {
	if c.alarmed[b.Reference] {
		return
	}
	if len(c.alarmed) > maxRemembered {
		clear(c.alarmed)
	}
	c.alarmed[b.Reference] = true
	c.logger.WithFields(bookingFields(b)).Error("the provider has a payment that is not in the log: is this an older log?")
}
