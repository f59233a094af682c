package refundrows

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries queries refunds.
type Queries struct{ readtable.DB }

// Refund is a refund that a merchant asked for (resources: Refunds). Amounts are in rupiah.
type Refund struct {
	ID            int64  `json:"id"`
	ExternalID    string `json:"external_id"`
	TransactionID string `json:"transaction_id"`
	paymentrows.Order
	PaymentID string            `json:"payment_id"`
	Amount    decimal.Decimal   `json:"amount"`
	Fee       decimal.Decimal   `json:"fee"`
	Method    string            `json:"method"`
	Status    string            `json:"status"`
	Reason    string            `json:"reason"`
	Note      *string           `json:"note"`
	To        *payment.RefundTo `json:"to"`
	// FailureCode and FailureMessage say why it failed, was rejected or was cancelled.
	FailureCode    *string         `json:"failure_code"`
	FailureMessage *string         `json:"failure_message"`
	CreatedAt      time.Time       `json:"created_at"`
	UpdatedAt      time.Time       `json:"updated_at"`
	SucceededAt    *time.Time      `json:"succeeded_at"`
	Metadata       json.RawMessage `json:"metadata"`

	ClientID int64 `json:"-"`
	// Position is that of the requesting event.
	Position int64 `json:"-"`
	// Approval is who must approve it while it is pending: payment.ApprovalOwner or ApprovalAdmin.
	Approval string `json:"-"`
	// Connection names the one that received the money; PaidBy that which a transfer is made by, empty for another method.
	Connection  string `json:"-"`
	PaidBy      string `json:"-"`
	ChannelCode string `json:"-"`
	// Key is our reference of the last attempt, Attempts its number, and SubmittedAt when it was last announced; empty, 0 and
	// nil before the first. ProviderID is the refund's id at the provider, empty until it is known.
	Key         string     `json:"-"`
	Attempts    int        `json:"-"`
	SubmittedAt *time.Time `json:"-"`
	ProviderID  string     `json:"-"`
	// to is To as JSON.
	to json.RawMessage
}

// AdminRefund is a Refund in the form shown to administrators.
type AdminRefund struct {
	Refund
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; ForAdmin leaves it empty.
	ClientName  string     `json:"client_name,omitempty"`
	Approval    string     `json:"approval"`
	Connection  string     `json:"connection"`
	PaidBy      string     `json:"paid_by"`
	ChannelCode string     `json:"channel_code"`
	Reference   string     `json:"reference"`
	Attempts    int        `json:"attempts"`
	SubmittedAt *time.Time `json:"submitted_at"`
	ProviderID  string     `json:"provider_id"`
}

// ForAdmin returns the form shown to administrators.
func (r Refund) ForAdmin() AdminRefund {
	return AdminRefund{
		Refund: r, ClientID: r.ClientID, Approval: r.Approval, Connection: r.Connection, PaidBy: r.PaidBy, ChannelCode: r.ChannelCode,
		Reference: r.Key, Attempts: r.Attempts, SubmittedAt: r.SubmittedAt, ProviderID: r.ProviderID,
	}
}

// Place returns the place of the refund in the lists.
func (r Refund) Place() readtable.Place {
	return readtable.Place{At: r.CreatedAt, Position: r.Position, Amount: r.Amount}
}

func (r *Refund) columns(f *readtable.Fields) {
	f.At("id", &r.ID).At("position", &r.Position).At("client_id", &r.ClientID).At("external_id", &r.ExternalID)
	f.At("transaction_id", &r.TransactionID).At("payment_id", &r.PaymentID).At("amount", &r.Amount).At("fee", &r.Fee)
	f.At("reason", &r.Reason).At("note", &r.Note).At("to_account json", &r.to).At("created_at", &r.CreatedAt).At("metadata json", &r.Metadata)
	f.At("connection", &r.Connection).At("channel_code", &r.ChannelCode)
	f.Later("status", &r.Status).Later("method", &r.Method).Later("approval", &r.Approval).Later("failure_code", &r.FailureCode)
	f.Later("failure_message", &r.FailureMessage).Later("updated_at", &r.UpdatedAt).Later("succeeded_at", &r.SucceededAt)
	f.Later("paid_by", &r.PaidBy).Later("reference", &r.Key).Later("attempts", &r.Attempts).Later("submitted_at", &r.SubmittedAt)
	f.Later("provider_id", &r.ProviderID)
}

var refundTable = readtable.TableOf("refunds", (*Refund).columns)

// isShown leaves out refunds that the balance has not held, or had too little for.
const isShown = "status <> '" + payment.RefundStatusRequested + "' AND status <> '" + statusUndone + "'"

// read completes rows from the table.
func read(rows []Refund, err error) ([]Refund, error) {
	for i := range rows {
		if err == nil && string(rows[i].to) != "null" {
			err = json.Unmarshal(rows[i].to, &rows[i].To)
		}
	}
	return rows, err
}

func one(r Refund, err error) (Refund, error) {
	rows, err := read([]Refund{r}, err)
	return rows[0], err
}

// Refund returns a refund of any client.
func (q Queries) Refund(ctx context.Context, id int64) (Refund, error) {
	r, err := refundTable.Get(ctx, q.DB, "WHERE id = $1 AND "+isShown, id)
	if err != nil {
		return r, err
	}
	return one(r, nil)
}

// RefundOf returns one of the client's refunds.
func (q Queries) RefundOf(ctx context.Context, clientID, id int64) (Refund, error) {
	r, err := q.Refund(ctx, id)
	if err == nil && r.ClientID != clientID {
		return Refund{}, readtable.ErrNotFound
	}
	return r, err
}

// RefundByExternal returns the newest of the client's refunds with this external_id.
func (q Queries) RefundByExternal(ctx context.Context, clientID int64, externalID string) (Refund, error) {
	return readtable.NewestOfForms(externalID, Refund.isNewer, func(form string) (Refund, error) {
		r, err := refundTable.Get(ctx, q.DB,
			"WHERE client_id = $1 AND external_id = $2 AND "+isShown+" ORDER BY refunds.position DESC", clientID, form)
		if err != nil {
			return r, err
		}
		return one(r, nil)
	})
}

// Filter selects refunds. Fields that are empty select all.
type Filter struct {
	ClientID int64
	Status   string
	// TransactionID selects those of one transaction, which are counted one by one.
	TransactionID string
	// From and To limit the time of the request; both are included.
	From, To time.Time
	// Selection is that of the amount. The refunds between From and To are looked at, so From should not be zero with it.
	readtable.Selection
}

// ClientRefunds returns a page of the refunds that the filter selects, newest first, and their total number. The filter names
// a client, a transaction or both.
func (q Queries) ClientRefunds(ctx context.Context, f Filter, p readtable.Page) ([]Refund, int64, error) {
	s, counters := &readtable.Search{From: "refunds"}, "client_refund_counts"
	if f.ClientID != 0 {
		s.And("client_id = ?", f.ClientID)
	}
	s.Equals("status", f.Status)
	if f.isLimited() || f.TransactionID != "" {
		s.Equals("transaction_id", f.TransactionID)
		f.limit(s)
		counters = ""
	}
	if f.Status == "" {
		s.And(isShown)
	}
	rows, total, err := refundTable.PageBy(ctx, q.DB, s, counters, "id = ANY (?)", f.Sort, "amount", p)
	rows, err = read(rows, err)
	return rows, total, err
}

// isLimited reports whether there is no counter of the refunds that the filter selects.
func (f Filter) isLimited() bool { return !f.From.IsZero() || !f.To.IsZero() || f.HasAmounts() }

func (f Filter) limit(s *readtable.Search) {
	s.Period("created_at", f.From, f.To)
	f.Limit(s, "amount")
}

// Refunds returns a page of the refunds of all clients that the filter selects, and their total number. The filter names neither
// a client nor a transaction.
func (q Queries) Refunds(ctx context.Context, f Filter, p readtable.Page) (rows []Refund, total int64, err error) {
	s := &readtable.Search{From: "refunds"}
	s.Equals("status", f.Status)
	if f.Status == "" {
		s.And(isShown)
	}
	if f.isLimited() || f.Sort.ByAmount() {
		f.limit(s)
		rows, total, err = refundTable.PageBy(ctx, q.DB, s, "", "id = ANY (?)", f.Sort, "amount", p)
	} else {
		rows, total, err = refundTable.ListPageBy(ctx, q.DB, "refund_counts", s, f.Sort, p)
	}
	rows, err = read(rows, err)
	return rows, total, err
}

// DueRefunds returns at most limit refunds after a position (0 is the start), in the order of their requests: those that the
// balance has not answered, and those in processing.
func (q Queries) DueRefunds(ctx context.Context, after int64, limit int) ([]Refund, error) {
	return read(refundTable.List(ctx, q.DB, `WHERE status IN ('`+payment.RefundStatusRequested+`', '`+payment.RefundStatusProcessing+`')
		AND position > $1 ORDER BY refunds.position LIMIT $2`, after, limit))
}

// TransactionIDOfRefund returns the transaction_id of the payment that a refund with this id at the provider is of, or an empty
// string if there is none. A refund of this money whose id is not known yet will do, too.
func (q Queries) TransactionIDOfRefund(ctx context.Context, refundProviderID, paymentID string) (string, error) {
	r, err := refundTable.Get(ctx, q.DB, "WHERE provider_id = $1 ORDER BY refunds.position", refundProviderID)
	if errors.Is(err, readtable.ErrNotFound) {
		r, err = refundTable.Get(ctx, q.DB, "WHERE payment_id = $1 AND provider_id IS NULL ORDER BY refunds.position", paymentID)
	}
	if errors.Is(err, readtable.ErrNotFound) {
		return "", nil
	}
	return r.TransactionID, err
}

// RefundsOfTransaction returns the refunds of a transaction, oldest first.
func (q Queries) RefundsOfTransaction(ctx context.Context, transactionID string) ([]Refund, error) {
	return read(refundTable.List(ctx, q.DB, "WHERE transaction_id = $1 AND "+isShown+" ORDER BY refunds.position", transactionID))
}

func (r Refund) isNewer(than Refund) bool { return r.CreatedAt.After(than.CreatedAt) }
