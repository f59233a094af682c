package provider

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"gateway/domain/report"
)

// bookingsPerPage is the most that the provider lists at once.
const bookingsPerPage = 50

// The statuses of the list that are asked for. Open payments are not: they have moved no
// money.
var (
	paymentBookingStatuses = map[string]report.Status{"SUCCESS": report.Paid, "VOIDED": report.Reversed, "REVERSED": report.Reversed}
	payoutBookingStatuses  = map[string]report.Status{
		"PENDING": report.Pending, "SUCCESS": report.Completed, "FAILED": report.Failed, "VOIDED": report.Reversed, "REVERSED": report.Reversed,
	}
)

// ListBookings passes the entries of the provider's books to visit, in the provider's order,
// page by page (GET /transactions). An error of visit ends it and is returned.
func (c *Client) ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error {
	query, statuses := bookingValues(q)
	for more := true; more; {
		text, err := c.get(ctx, "/transactions?"+query.Encode())
		if err != nil {
			return err
		}
		page := readObject(text)
		list, err := readList(page.members["data"])
		if err = errors.Join(*page.err, err); err != nil {
			return unreadable(err)
		}
		for _, o := range list {
			t := readBooking(o, statuses)
			if *o.err != nil {
				return unreadable(*o.err)
			}
			query.Set("after_id", t.ID)
			if !q.To.IsZero() && !t.At.Before(q.To) {
				continue // the provider's bound includes the moment itself
			}
			if err := visit(t); err != nil {
				return err
			}
		}
		more = string(page.members["has_more"]) == "true"
		if more && len(list) == 0 {
			return unreadable(errors.New("an empty page is said not to be the last"))
		}
	}
	return nil
}

// bookingValues returns the parameters of the request, and what the statuses of its answer mean.
func bookingValues(q report.BookingQuery) (values url.Values, statuses map[string]report.Status) {
	v := url.Values{"limit": {strconv.Itoa(bookingsPerPage)}, "types": {"PAYMENT"}}
	statuses = paymentBookingStatuses
	if q.Payouts {
		v.Set("types", "DISBURSEMENT")
		statuses = payoutBookingStatuses
	}
	for word := range statuses {
		v.Add("statuses", word)
	}
	if !q.From.IsZero() {
		v.Set("created[gte]", q.From.UTC().Format(time.RFC3339Nano))
	}
	if !q.To.IsZero() {
		v.Set("created[lte]", q.To.UTC().Format(time.RFC3339Nano))
	}
	if q.Reference != "" {
		v.Set("reference_id", q.Reference)
	}
	return v, statuses
}

func readBooking(o object, statuses map[string]report.Status) report.Booking {
	t := report.Booking{
		ID: o.text("id"), ProductID: o.text("product_id"), Reference: o.text("reference_id"),
		Status: o.status("status", statuses), ChannelCode: channelCode(o.textOr("channel_code", "")),
		Amount: o.amount("amount"), At: o.time("created"),
	}
	if t.Status == report.Paid && o.textOr("settlement_status", "") == "SETTLED" {
		t.Status = report.Settled
	}
	return t
}
