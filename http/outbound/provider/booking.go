package provider

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"gateway/domain/report"
	"gateway/http/outbound/exchange"

	"github.com/shopspring/decimal"
)

// bookingsPerPage is the maximum page size of the provider's list.
const bookingsPerPage = 50

// ListBookings passes the entries of the provider's books to visit, in the provider's order (newest first),
// page by page (GET /transactions). It leaves out entries that moved no money: open and failed ones, except
// those of payouts, whose amount the provider holds from their creation. An error of visit ends the listing
// and is returned.
//
// The list is not a snapshot: entries may be changed or added while it is read.
func (c *Client) ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error {
	for {
		page, err := c.BookingPage(ctx, q)
		if err != nil {
			return err
		}
		for _, b := range page.Bookings {
			if err := visit(b); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return nil
		}
		q.After = page.Next
	}
}

// BookingPage reads one page of ListBookings with one call.
func (c *Client) BookingPage(ctx context.Context, q report.BookingQuery) (p report.BookingPage, err error) {
	text, err := c.get(ctx, "/transactions?"+bookingValues(q).Encode())
	if err != nil {
		return p, err
	}
	page := readObject(text)
	list, err := readList(page.members["data"])
	if err = errors.Join(*page.err, err); err != nil {
		return p, exchange.Unreadable(err)
	}
	last := ""
	for _, o := range list {
		b := readBooking(o)
		b.Connection = c.connection
		if *o.err != nil {
			return p, exchange.Unreadable(*o.err)
		}
		last = b.ID
		if isWanted(b, q) {
			p.Bookings = append(p.Bookings, b)
		}
	}
	if string(page.members["has_more"]) != "true" {
		return p, nil
	}
	if p.Next = last; last == "" {
		return p, exchange.Unreadable(errors.New("an empty page is said not to be the last"))
	}
	return p, nil
}

// Balance returns the gateway's own money at the provider, in rupiah (GET /balance). The provider debits a
// payout when it is created, and credits a payment, less its fees, when it is settled.
func (c *Client) Balance(ctx context.Context) (decimal.Decimal, error) {
	text, err := c.get(ctx, "/balance")
	if err != nil {
		return decimal.Zero, err
	}
	o := readObject(text)
	balance := o.signedAmount("balance")
	return balance, exchange.Unreadable(*o.err)
}

// isWanted reports whether the entry has moved money and lies within the bounds. The check is needed because
// the provider's upper bounds include the moment itself.
func isWanted(b report.Booking, q report.BookingQuery) bool {
	if b.Kind != report.BookedPayout && (b.Status == report.Pending || b.Status == report.Failed) {
		return false
	}
	return (q.To.IsZero() || b.At.Before(q.To)) && (q.UpdatedTo.IsZero() || b.UpdatedAt.Before(q.UpdatedTo))
}

// bookingValues returns the query parameters of the request.
func bookingValues(q report.BookingQuery) url.Values {
	v := url.Values{"limit": {strconv.Itoa(bookingsPerPage)}}
	for _, kind := range q.Kinds {
		v.Add("types", string(kind))
	}
	if len(q.Kinds) > 0 && !slices.Contains(q.Kinds, report.BookedPayout) {
		v["statuses"] = []string{"SUCCESS", "VOIDED", "REVERSED"}
	}
	for name, at := range map[string]time.Time{
		"created[gte]": q.From, "created[lte]": q.To, "updated[gte]": q.UpdatedFrom, "updated[lte]": q.UpdatedTo,
	} {
		if !at.IsZero() {
			v.Set(name, at.UTC().Format(time.RFC3339Nano))
		}
	}
	if q.Reference != "" {
		v.Set("reference_id", q.Reference)
	}
	if q.After != "" {
		v.Set("after_id", q.After)
	}
	return v
}

// bookingStatuses are the statuses in the list. A payment that succeeded is paid or settled.
var bookingStatuses = map[string]report.Status{
	"PENDING": report.Pending, "SUCCESS": report.Completed, "FAILED": report.Failed, "VOIDED": report.Reversed, "REVERSED": report.Reversed,
}

// bookingKinds maps the provider's words for kinds, where they differ from those of package report.
var bookingKinds = map[string]report.BookingKind{
	"BATCH_DISBURSEMENT": report.BookedPayout, "PAYOUT": report.BookedPayout, "TOP_UP": report.BookedTopUp,
}

// knownKinds are the words for kinds that the provider and package report share.
var knownKinds = []report.BookingKind{
	report.BookedPayment, report.BookedPayout, report.BookedRefund, report.BookedChargeback, report.BookedAdjustment,
	report.BookedTopUp, report.BookedWithdrawal, report.BookedTransfer,
}

func bookingKind(word string) report.BookingKind {
	if kind := report.BookingKind(word); slices.Contains(knownKinds, kind) {
		return kind
	}
	return cmp.Or(bookingKinds[word], report.BookedOther)
}

func readBooking(o object) report.Booking {
	b := report.Booking{
		ID: o.text("id"), Kind: bookingKind(o.text("type")), ProductID: o.textOr("product_id", ""), Reference: o.textOr("reference_id", ""),
		Status: o.status("status", bookingStatuses), ChannelCode: channelCode(o.textOr("channel_code", "")),
		Amount: o.amount("amount"), Cashflow: report.Cashflow(o.text("cashflow")), At: o.time("created"),
		SettlesAt: o.timeOrZero("estimated_settlement_time"), UserID: o.textOr("business_id", ""),
	}
	b.UpdatedAt = o.timeOr("updated", b.At)
	if b.Cashflow != report.MoneyIn && b.Cashflow != report.MoneyOut {
		o.refuse("cashflow", "is not a direction")
	}
	if o.has("fee") {
		b.Fee = readFee(o.object("fee"))
	}
	if b.Kind == report.BookedPayment || b.Kind == report.BookedPayout {
		_, _ = o.text("product_id"), o.text("reference_id") // the provider's own entries have neither
	}
	if b.Kind == report.BookedPayout {
		b.AccountNumber = o.textOr("account_identifier", "") // for a payment it can be a customer's phone number
	}
	if b.Kind == report.BookedPayment {
		b.Voided = o.textOr("status", "") == report.Voided
		b.Status = paymentStatus(b.Status, o.textOr("settlement_status", ""))
	}
	return b
}

// paymentStatus distinguishes a settled payment from one that is only paid. A payment can be settled early,
// for a fee.
func paymentStatus(status report.Status, settlement string) report.Status {
	switch {
	case status != report.Completed:
		return status
	case settlement == "SETTLED" || settlement == "EARLY_SETTLED":
		return report.Settled
	}
	return report.Paid
}

// feeStatuses maps the provider's words for the state of a fee.
var feeStatuses = map[string]report.FeeStatus{
	"PENDING": report.FeePending, "COMPLETED": report.FeeFinal, "CANCELED": report.FeeCancelled,
	"REVERSED": report.FeeGivenBack, "NOT_APPLICABLE": report.FeeNone,
}

// readFee reads a fee. A fee with a missing or unknown status is not final.
func readFee(o object) report.Fee {
	status, known := feeStatuses[o.textOr("status", "")]
	if !known {
		status = report.FeePending
	}
	if status == report.FeeNone {
		return report.Fee{}
	}
	return report.Fee{
		Amount: o.amountOr("xendit_fee", decimal.Zero), VAT: o.amountOr("value_added_tax", decimal.Zero), Status: status,
	}
}
