package provider

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"github.com/shopspring/decimal"
)

// transactionsPage is the most that the provider lists at once.
const transactionsPage = 50

// TransactionQuery selects from the provider's books.
type TransactionQuery struct {
	// Payouts asks for money that left, else it is for payments: money that came.
	Payouts bool
	// From and To bound when the provider booked it, To exclusive. Zero is open.
	From, To time.Time
	// Reference is our external_id, empty for all.
	Reference string
}

// Transaction is money that moved, or was to, as the provider has booked it.
type Transaction struct {
	ID string
	// ProductID is that of the payment, the charge or the disbursement.
	ProductID string
	// Reference is our external_id.
	Reference string
	// Status is Reversed for a payment that was taken back, too.
	Status      Status
	ChannelCode string
	Amount      decimal.Decimal
	At          time.Time
}

// What the list calls them. Payments that are open, or were never made, move nothing
// and are not asked for.
var (
	bookedPayments = map[string]Status{"SUCCESS": Paid, "VOIDED": Reversed, "REVERSED": Reversed}
	bookedPayouts  = map[string]Status{
		"PENDING": Pending, "SUCCESS": Completed, "FAILED": Failed, "VOIDED": Reversed, "REVERSED": Reversed,
	}
)

// ListTransactions gives what the provider has booked to visit, page by page (GET
// /transactions), in the provider's order. An error of visit ends it.
func (c *Client) ListTransactions(ctx context.Context, q TransactionQuery, visit func(Transaction) error) error {
	query, words := q.values()
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
			t := readTransaction(o, words)
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

func (q TransactionQuery) values() (url.Values, map[string]Status) {
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

func readTransaction(o object, words map[string]Status) Transaction {
	t := Transaction{
		ID: o.text("id"), ProductID: o.text("product_id"), Reference: o.text("reference_id"),
		Status: o.oneOf("status", words), ChannelCode: channelCode(o.textOr("channel_code", "")),
		Amount: o.amount("amount"), At: o.time("created"),
	}
	if t.Status == Paid && o.textOr("settlement_status", "") == "SETTLED" {
		t.Status = Settled
	}
	return t
}
