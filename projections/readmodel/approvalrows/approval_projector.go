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
)

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
