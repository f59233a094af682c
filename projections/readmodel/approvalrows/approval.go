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
	ID int64 `json:"id"`
	// Position is the position of the request.
	Position int64 `json:"-"`
	// Kind is the name of the act, such as `payout.approve`.
	Kind string `json:"kind"`
	// What describes the act in a sentence.
	What    string `json:"what"`
	Subject string `json:"subject"`
	// Amount is in rupiah. It is nil when the act has no amount.
	Amount *decimal.Decimal `json:"amount"`
	By     string           `json:"by"`
	Reason string           `json:"reason"`
	// Status is one of the statuses of package domain/approval.
	Status    string    `json:"status"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
	// DecidedBy is the administrator who granted or refused it, with the reason Decision.
	DecidedBy  *string    `json:"decided_by"`
	Decision   *string    `json:"decision"`
	DecidedAt  *time.Time `json:"decided_at"`
	FinishedAt *time.Time `json:"finished_at"`
	// Result is the answer of the completed act, or the refusal of a failed one.
	Result *json.RawMessage `json:"result"`
}

func (a *Approval) columns(f *readtable.Fields) {
	f.At("id", &a.ID).At("position", &a.Position).At("kind", &a.Kind).At("what", &a.What).At("subject", &a.Subject)
	f.At("amount", &a.Amount).At("by", &a.By).At("reason", &a.Reason).At("created_at", &a.CreatedAt).At("expires_at", &a.ExpiresAt)
	f.Later("status", &a.Status).Later("decided_by", &a.DecidedBy).Later("decision", &a.Decision).Later("decided_at", &a.DecidedAt)
	f.Later("finished_at", &a.FinishedAt).Later("result", &a.Result)
}

var approvalTable = readtable.TableOf("approvals", (*Approval).columns)

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
	insertApprovals = readtable.Insert("approvals", (*Approval).columns)
	changeApprovals = readtable.Update("approvals", (*Approval).columns, "id")
	countApprovals  = readtable.CounterIn("approval_counts")
)

// Applies implements engine.Selective.
func (Approvals) Applies() []domain.Event {
	return []domain.Event{
		approval.Requested{}, approval.Granted{}, approval.Refused{}, approval.Expired{}, approval.Done{}, approval.Failed{},
	}
}

// Apply implements engine.Model.
func (Approvals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var requested []*Approval
	var changed readtable.Changes[int64, Approval]
	counts := readtable.Counts{}
	change := func(id int64, from, to string) *Approval {
		counts.Move(readtable.Scope{}, from, to)
		a := changed.ForKey(id)
		a.ID, a.Status = id, to
		return a
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case approval.Requested:
			requested = append(requested, &Approval{
				ID: e.ApprovalID, Position: env.Position.Commit, Kind: e.Act, What: e.What, Subject: e.Subject, Amount: e.Amount,
				By: e.By, Reason: e.Reason, Status: approval.StatusRequested, CreatedAt: e.At, ExpiresAt: e.ExpiresAt,
			})
			counts.Move(readtable.Scope{}, "", approval.StatusRequested)
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
	return readtable.Run(ctx, tx, insertApprovals.Rows(requested...), changeApprovals.Rows(changed.List...), countApprovals.Add(counts))
}

func (a *Approval) decide(by, reason string, at time.Time) {
	a.DecidedBy, a.Decision, a.DecidedAt = &by, &reason, &at
}

func (a *Approval) finish(result json.RawMessage, at time.Time) {
	a.FinishedAt = &at
	if len(result) > 0 && string(result) != "null" {
		a.Result = &result
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
