package approvalrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain/approval"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries queries approvals.
type Queries struct{ readtable.DB }

// Approval is an act that one administrator requested and another one must grant (API reference: Admin
// approvals).
type Approval struct {
	ID int64 `db:"id" json:"id"`
	// Kind is the name of the act, such as `payout.approve`.
	Kind string `db:"kind" json:"kind"`
	// What describes the act in a sentence.
	What    string `db:"what" json:"what"`
	Subject string `db:"subject" json:"subject"`
	// Amount is in rupiah. It is nil when the act has no amount.
	Amount *decimal.Decimal `db:"amount" json:"amount"`
	By     string           `db:"by" json:"by"`
	Reason string           `db:"reason" json:"reason"`
	// Status is one of the statuses of package domain/approval.
	Status    string    `db:"status" json:"status"`
	CreatedAt time.Time `db:"created_at" json:"created_at"`
	ExpiresAt time.Time `db:"expires_at" json:"expires_at"`
	// DecidedBy is the administrator who granted or refused it, with the reason Decision.
	DecidedBy  *string    `db:"decided_by" json:"decided_by"`
	Decision   *string    `db:"decision" json:"decision"`
	DecidedAt  *time.Time `db:"decided_at" json:"decided_at"`
	FinishedAt *time.Time `db:"finished_at" json:"finished_at"`
	// Result is the answer of the completed act, or the refusal of a failed one.
	Result *json.RawMessage `db:"result" json:"result"`
}

var approvalTable = readtable.Of[Approval]("approvals")

// Approval returns one approval. Error: ErrNotFound.
func (q Queries) Approval(ctx context.Context, id int64) (Approval, error) {
	return approvalTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// Approvals returns a page of the approvals, newest first, and their total number. It filters by status,
// unless status is empty.
func (q Queries) Approvals(ctx context.Context, status string, p readtable.Page) ([]Approval, int64, error) {
	return approvalTable.ListPage(ctx, q.DB, "approval_counts", new(readtable.Search).Equals("status", status), p)
}

// approvalIsOpen is a condition that can use the index approvals_open.
const approvalIsOpen = "status IN ('" + approval.StatusRequested + "', '" + approval.StatusGranted + "')"

// DueApprovals returns at most limit approvals that are granted but not executed, or whose time to decide has
// passed, oldest first.
func (q Queries) DueApprovals(ctx context.Context, now time.Time, limit int) ([]Approval, error) {
	due := "WHERE " + approvalIsOpen + " AND (status = $1 OR expires_at <= $2) ORDER BY approvals.expires_at, id LIMIT $3"
	return approvalTable.List(ctx, q.DB, due, approval.StatusGranted, now, limit)
}

// ApprovalBacklog returns the number of approvals that wait for a decision, and the time from which the
// oldest has waited.
func (q Queries) ApprovalBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	var row struct {
		Waiting int64      `db:"waiting"`
		Oldest  *time.Time `db:"oldest"`
	}
	err = q.SQL.GetContext(ctx, &row, `SELECT (SELECT COALESCE(sum(n), 0)::bigint FROM approval_counts WHERE status = $1) AS waiting,
		(SELECT created_at FROM approvals WHERE status = $1 ORDER BY position LIMIT 1) AS oldest`, approval.StatusRequested)
	if err != nil {
		return 0, oldest, readtable.Failed("approvals", err)
	}
	if row.Oldest != nil {
		oldest = row.Oldest.UTC()
	}
	return row.Waiting, oldest, nil
}
