package provider

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"gateway/domain/report"
)

// transactionsPage is the most that the provider lists at once.
const transactionsPage = 50

// What the list calls them. Payments that are open, or were never made, move nothing
// and are not asked for.
var (
	bookedPayments = map[string]report.Status{"SUCCESS": report.Paid, "VOIDED": report.Reversed, "REVERSED": report.Reversed}
	bookedPayouts  = map[string]report.Status{
		"PENDING": report.Pending, "SUCCESS": report.Completed, "FAILED": report.Failed, "VOIDED": report.Reversed, "REVERSED": report.Reversed,
	}
)

// ListBookings gives what the provider has booked to visit, page by page (GET
// /transactions), in the provider's order. An error of visit ends it.
func (c *Client) ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error {
	query, words := bookingValues(q)
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
			t := readBooking(o, words)
			if *o.err != nil {
				return unreadable(*o.err)
			}
			query.Set("after_id", t.ID)
			if !q.To.IsZero() && !t.At.Before(q.To) {
				continue // the provider's bound is inclusive
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

func bookingValues(q report.BookingQuery) (url.Values, map[string]report.Status) {
	v := url.Values{"limit": {strconv.Itoa(transactionsPage)}, "types": {"PAYMENT"}}
	words := bookedPayments
	if q.Payouts {
		v.Set("types", "DISBURSEMENT")
		words = bookedPayouts
	}
	for word := range words {
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
	return v, words
}

func readBooking(o object, words map[string]report.Status) report.Booking {
	t := report.Booking{
		ID: o.text("id"), ProductID: o.text("product_id"), Reference: o.text("reference_id"),
		Status: o.oneOf("status", words), ChannelCode: channelCode(o.textOr("channel_code", "")),
		Amount: o.amount("amount"), At: o.time("created"),
	}
	if t.Status == report.Paid && o.textOr("settlement_status", "") == "SETTLED" {
		t.Status = report.Settled
	}
	return t
}
