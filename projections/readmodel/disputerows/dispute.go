package disputerows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries queries disputes.
type Queries struct{ readtable.DB }

// Dispute is a dispute of a customer, in the form shown to its client (API reference: Disputes).
type Dispute struct {
	ID            int64  `json:"id"`
	TransactionID string `json:"transaction_id"`
	paymentrows.Order
	// PaymentID is the provider's id of the money.
	PaymentID string `json:"payment_id"`
	// Amount is gross, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	Reason string          `json:"reason"`
	Status string          `json:"status"`
	DueBy  time.Time       `json:"due_by"`
	// Evidence is the last answer, a payment.Evidence; null before it. AnsweredAt is its time.
	Evidence   *json.RawMessage `json:"evidence"`
	AnsweredAt *time.Time       `json:"answered_at"`
	// Answers has all answers, oldest first.
	Answers Answers `json:"answers"`
	// ReversalID names the reversal by which the provider took the money; nil before.
	ReversalID *string   `json:"reversal_id"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`

	ClientID int64 `json:"-"`
	// ProviderDisputeID is the id of the provider or the network. Connection received the money.
	ProviderDisputeID string `json:"-"`
	Connection        string `json:"-"`
	ChannelCode       string `json:"-"`
	OpenedBy          string `json:"-"`
	// Reminded says that the owner was told that an answer is due soon.
	Reminded bool `json:"-"`
	// Position is that of the event that opened it.
	Position int64 `json:"-"`

	// place is that in the list that has it.
	place readtable.Place
}

// Place implements listing.Placed.
func (d Dispute) Place() readtable.Place { return d.place }

// AdminDispute is a Dispute in the form shown to administrators.
type AdminDispute struct {
	Dispute
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName        string `json:"client_name,omitempty"`
	ProviderDisputeID string `json:"provider_dispute_id"`
	Connection        string `json:"connection"`
	ChannelCode       string `json:"channel_code"`
	OpenedBy          string `json:"opened_by"`
}

// ForAdmin returns the form shown to administrators.
func (d Dispute) ForAdmin() AdminDispute {
	return AdminDispute{
		Dispute: d, ClientID: d.ClientID, ProviderDisputeID: d.ProviderDisputeID, Connection: d.Connection, ChannelCode: d.ChannelCode,
		OpenedBy: d.OpenedBy,
	}
}

func (d *Dispute) columns(f *readtable.Fields) {
	f.At("id", &d.ID).At("position", &d.Position).At("client_id", &d.ClientID).At("transaction_id", &d.TransactionID)
	f.At("payment_id", &d.PaymentID).At("provider_dispute_id", &d.ProviderDisputeID).At("connection", &d.Connection)
	f.At("channel_code", &d.ChannelCode).At("amount", &d.Amount).At("reason", &d.Reason).At("opened_by", &d.OpenedBy)
	f.At("due_by", &d.DueBy).At("created_at", &d.CreatedAt)
	f.Later("status", &d.Status).Later("evidence", &d.Evidence).Later("answered_at", &d.AnsweredAt)
	f.Apart("answers jsonb", &d.Answers)
	f.Later("reversal_id", &d.ReversalID).Later("updated_at", &d.UpdatedAt).Later("reminded", &d.Reminded)
}

var disputeTable = readtable.TableOf("disputes", (*Dispute).columns)

// Dispute returns a dispute of any client.
func (q Queries) Dispute(ctx context.Context, id int64) (Dispute, error) {
	return disputeTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// DisputeOf returns one of the client's disputes.
func (q Queries) DisputeOf(ctx context.Context, clientID, id int64) (Dispute, error) {
	d, err := q.Dispute(ctx, id)
	if err == nil && d.ClientID != clientID {
		return Dispute{}, readtable.ErrNotFound
	}
	return d, err
}

// OrderDue is the word of the API for Filter.Due.
const OrderDue = "due"

// Filter selects disputes. Fields that are empty select all.
type Filter struct {
	ClientID int64
	Status   string
	// TransactionID selects those of one transaction, which are counted one by one.
	TransactionID string
	// Due selects those that need a response. The most urgent come first.
	Due bool
}

// Disputes returns a page of the disputes that the filter selects, newest first unless it says otherwise, and their total number.
func (q Queries) Disputes(ctx context.Context, f Filter, p readtable.Page) (rows []Dispute, total int64, err error) {
	s := new(readtable.Search).Equals("client_id", f.ClientID).Equals("status", f.Status).Equals("transaction_id", f.TransactionID)
	switch {
	case f.Due:
		s.And("status = '" + payment.DisputeStatusNeedsResponse + "'")
		return q.mostUrgent(ctx, s, p)
	case f.TransactionID != "":
		rows, total, err = disputeTable.ListCounted(ctx, q.DB, s, "", p)
	default:
		rows, total, err = disputeTable.ListPage(ctx, q.DB, "dispute_counts", s, p)
	}
	for i := range rows {
		rows[i].place = readtable.Place{At: rows[i].CreatedAt, Position: rows[i].Position}
	}
	return rows, total, err
}

// mostUrgent returns a page of the selected disputes in the order in which they are due. They are counted one by one: few are open.
func (q Queries) mostUrgent(ctx context.Context, s *readtable.Search, p readtable.Page) (rows []Dispute, total int64, err error) {
	if p.After == nil {
		if err := q.SQL.GetContext(ctx, &total, "SELECT count(*) FROM disputes"+s.Clause(), s.Args...); err != nil {
			return nil, 0, readtable.Failed("disputes", err)
		}
	} else {
		s.And("(due_by, position) > (?, ?)", p.After.At, p.After.Position)
		total, p.Number = p.After.Total, 1
	}
	before := int64(p.Number-1) * int64(p.PerPage)
	page := " ORDER BY disputes.due_by, disputes.position" + s.Bind(" OFFSET ? LIMIT ?", []any{before, p.PerPage})
	rows, err = disputeTable.List(ctx, q.DB, s.Clause()+page, s.Args...)
	for i := range rows {
		rows[i].place = readtable.Place{At: rows[i].DueBy, Position: rows[i].Position}
	}
	return rows, total, err
}

// DueDisputes returns at most limit disputes that need a response, were not answered, and are due now or, if their owners were not
// told, soon: the most urgent first.
func (q Queries) DueDisputes(ctx context.Context, now time.Time, limit int) ([]Dispute, error) {
	return disputeTable.List(ctx, q.DB, `WHERE status = '`+payment.DisputeStatusNeedsResponse+`' AND answered_at IS NULL AND due_by <= $2
		AND (due_by <= $1 OR reminded IS NOT TRUE) ORDER BY disputes.due_by, disputes.position LIMIT $3`,
		now, now.Add(payment.RemindsBefore), limit)
}
