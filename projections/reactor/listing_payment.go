package reactor

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

	"github.com/sirupsen/logrus"
)

// ReceiptFinder asks the provider for one receipt of money. *provider.Client implements
// it.
type ReceiptFinder interface {
	// FindReceipt asks for the receipt that a report names by its Channel, ProviderID,
	// PaymentID and TransactionID. The provider knows an invoice's first receipt only, and
	// gives that one whatever the PaymentID. Error: report.ErrNoRecord.
	FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error)
}

// bookedPayments takes in bookings of payments. It is not safe for concurrent use.
type bookedPayments struct {
	reports  *Reports
	lister   BookingLister
	provider ReceiptFinder
	rate     *callRate
	logger   *logrus.Entry
	after    time.Duration
	days     calendar.Calendar
	// lookUps counts the look-ups of each payment that is not decided yet.
	lookUps map[string]int
	// alarmed holds the references for which an error was logged.
	alarmed map[string]bool
}

const (
	// maxLookUps is how often a payment is looked up before the booking's own word counts.
	maxLookUps = 3
	// maxRemembered bounds lookUps and alarmed. Forgetting costs a call, or repeats an alarm.
	maxRemembered = 10_000
	// midnightMargin is how far the time of a booking may be behind the time of its payment.
	midnightMargin = 15 * time.Minute
)

// errNeedsLookUp says that a booking can't be taken in without asking the provider.
var errNeedsLookUp = errors.New("reactor: the booking needs a look-up")

// take takes in the booking of a payment that was made or settled, and ignores all others.
// mayAsk allows look-ups; without it errNeedsLookUp says that one is needed. Other errors
// are those of BookingConsumer.
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
	if err := c.reports.takeFound(ctx, s, r); err != nil {
		return err
	}
	delete(c.lookUps, b.Reference)
	return nil
}

// reportOfBooking gives the booking's own word on a payment, as a notification of the
// channel would say it.
func reportOfBooking(s payment.State, b report.Booking) report.Payment {
	r := report.Payment{
		Channel: pricing.Kind(s.Channel), ProviderID: s.Opening.ProviderID, PaymentID: b.ProductID, TransactionID: s.TransactionID,
		Status: b.Status, Amount: s.Amount, PaidAmount: b.Amount, PaidAt: b.At, ChannelCode: b.ChannelCode, PaymentChannel: b.ChannelCode,
		UserID: b.UserID,
	}
	traits := r.Channel.Traits()
	r.PaymentMethod = traits.Method
	if traits.ChargeIsMoney { // the books name the charge that was paid
		r.ProviderID = b.ProductID
	}
	if traits.Anonymous {
		r.ChannelCode, r.PaymentChannel, r.UserID = s.QuotedCode, s.QuotedCode, ""
	}
	return r
}

// complete adds what the books do not tell of a receipt that is not known yet, so that
// the payment is the same as after a notification: the id of the receipt, and when it was
// made. A booking does not count as another receipt only because the books name it by an
// id of their own.
func (c *bookedPayments) complete(
	ctx context.Context, s payment.State, b report.Booking, r report.Payment, mayAsk bool,
) (report.Payment, error) {
	if len(s.Receipts()) == 0 && !needsLookUp(r.Channel, b, c.days) {
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
			// It is paid once, so other money came by another one: a repeated request made it.
			r.ProviderID = b.ProductID
		}
	}
	if c.lookUps[b.Reference] >= maxLookUps {
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
	case c.lookUps[b.Reference] < maxLookUps && len(s.Receipts()) == 0:
		return r, ErrBookingLater // the look-up may lag behind the books
	}
	return r, nil
}

// isReceiptOf reports whether the provider's record is about the receipt of a booking.
func isReceiptOf(s payment.State, found, booked report.Payment) bool {
	_, known := s.ReceiptOf(found.PaymentID)
	return found.TransactionID == booked.TransactionID && found.Status.IsPaid() && found.PaidAmount.Equal(booked.PaidAmount) && !known
}

// needsLookUp reports whether the books lack what a notification tells. An invoice's
// notification has an id of its own; an invoice and a charge are made before they are
// paid. The time of other bookings is the payment's, up to midnightMargin: near midnight
// the day of the payment is looked up.
func needsLookUp(channel pricing.Kind, b report.Booking, days calendar.Calendar) bool {
	if channel.Traits().PaidOnce {
		return true
	}
	return days.DayOf(b.At) != days.DayOf(b.At.Add(-midnightMargin))
}

// errMoneyUnknown says that a booking may take back money that the log does not have.
var errMoneyUnknown = errors.New("reactor: the provider lists a payment of the same transaction that is not in the log")

// awaitMoney returns errMoneyUnknown as long as a booking may take back money that the provider lists and
// the log does not have, as after a restore: by then it would be booked of the other money of that payment. It
// returns ErrBookingLater while the notification of that money may still come.
// Without mayAsk errNeedsLookUp says that the provider is to be asked.
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
	receipts := pairWithReceipts(s, listed)
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

// knownReceipt returns the id of the receipt that a booking with an unknown id is about,
// empty when it is about none of those that are known.
func (c *bookedPayments) knownReceipt(ctx context.Context, s payment.State, b report.Booking) (string, error) {
	listed, err := c.paymentsOf(ctx, b.Reference)
	return pairWithReceipts(s, listed)[b.ID], err
}

func (c *bookedPayments) paymentsOf(ctx context.Context, transactionID string) ([]report.Booking, error) {
	return allBookings(ctx, c.lister, report.BookingQuery{
		Kinds: []report.BookingKind{report.BookedPayment}, Reference: transactionID,
	}, c.rate.wait)
}

// pairWithReceipts pairs the provider's bookings of a payment with the known receipts, first by id and
// then by amount. It gives the ids of the receipts by those of the bookings.
func pairWithReceipts(s payment.State, listed []report.Booking) (receipts map[string]string) {
	receipts = map[string]string{}
	var nameless []report.Booking
	unpaired := slices.Clone(s.Receipts())
	for _, l := range listed {
		id, known := s.ReceiptOf(l.ProductID)
		if !known {
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
	return c.rate.wait(ctx)
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
