package approvalrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/projections/engine"
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

// Approvals projects the acts that need a second administrator.
type Approvals struct{}

// Name implements engine.Model.
func (Approvals) Name() string { return "approvals" }

// Tables implements engine.Model.
func (Approvals) Tables() []string { return []string{"approvals", "approval_counts"} }

var (
	insertApprovals = readtable.InsertStatement("approvals", "id bigint", "position bigint", "kind text", "what text", "subject text",
		"amount numeric", "by text", "reason text", "status text", "created_at timestamptz", "expires_at timestamptz")
	changeApprovals = readtable.UpdateStatement("approvals", []string{"id bigint"}, "status text", "decided_by text", "decision text",
		"decided_at timestamptz", "finished_at timestamptz", "result json")
	countApprovals = readtable.AddToCounters("approval_counts")
)

// Applies implements engine.Selective.
func (Approvals) Applies() []domain.Event {
	return []domain.Event{
		approval.Requested{}, approval.Granted{}, approval.Refused{}, approval.Expired{}, approval.Done{}, approval.Failed{},
	}
}

// approvalChange holds a batch's changes to one row. A nil field leaves the column unchanged.
type approvalChange struct {
	id                    int64
	status                string
	decidedBy, decision   *string
	decidedAt, finishedAt *time.Time
	result                any // JSON, or nil
}

// Apply implements engine.Model.
func (Approvals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var requested, changed readtable.Batch
	var all readtable.Changes[int64, approvalChange]
	counts := readtable.CounterChanges{}
	change := func(id int64, from, to string) *approvalChange {
		counts.Move(nil, from, to)
		c := all.ForKey(id)
		c.id, c.status = id, to
		return c
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case approval.Requested:
			requested.Add(e.ApprovalID, env.Position.Commit, e.Act, e.What, e.Subject, e.Amount, e.By, e.Reason,
				approval.StatusRequested, e.At, e.ExpiresAt)
			counts.Move(nil, "", approval.StatusRequested)
		case approval.Granted:
			change(e.ApprovalID, approval.StatusRequested, approval.StatusGranted).decide(e.By, e.Reason, e.At)
		case approval.Refused:
			change(e.ApprovalID, approval.StatusRequested, approval.StatusRefused).decide(e.By, e.Reason, e.At)
		case approval.Expired:
			change(e.ApprovalID, approval.StatusRequested, approval.StatusExpired)
		case approval.Done:
			change(e.ApprovalID, approval.StatusGranted, approval.StatusDone).finish(e.Result, e.At)
		case approval.Failed:
			change(e.ApprovalID, approval.StatusGranted, approval.StatusFailed).finish(failure(e), e.At)
		}
	}
	for _, c := range all.List {
		changed.Add(c.id, c.status, c.decidedBy, c.decision, c.decidedAt, c.finishedAt, c.result)
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&requested, insertApprovals), readtable.WriteBy(&changed,
		changeApprovals), readtable.WriteBy(counts.Batch(), countApprovals))
}

func (c *approvalChange) decide(by, reason string, at time.Time) {
	c.decidedBy, c.decision, c.decidedAt = &by, &reason, &at
}

func (c *approvalChange) finish(result json.RawMessage, at time.Time) {
	c.finishedAt = &at
	if len(result) > 0 && string(result) != "null" {
		c.result = result
	}
}

// failure returns the refusal in the form in which the API shows errors.
func failure(e approval.Failed) json.RawMessage {
	text, _ := json.Marshal(struct { // strings always encode
		ErrorCode string `json:"error_code"`
		Field     string `json:"field,omitempty"`
		Message   string `json:"message"`
	}{e.Code, e.Field, e.Message})
	return text
}
