package readmodel

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// approvals projects the acts that need a second administrator.
type approvals struct{}

func (approvals) Name() string     { return "approvals" }
func (approvals) Tables() []string { return []string{"approvals", "approval_counts"} }

var (
	insertApprovals = insertStatement("approvals", "id bigint", "position bigint", "kind text", "what text", "subject text",
		"amount numeric", "by text", "reason text", "status text", "created_at timestamptz", "expires_at timestamptz")
	changeApprovals = updateStatement("approvals", []string{"id bigint"}, "status text", "decided_by text", "decision text",
		"decided_at timestamptz", "finished_at timestamptz", "result json")
	countApprovals = addToCounters("approval_counts")
)

// Applies implements engine.Selective.
func (approvals) Applies() []domain.Event {
	return []domain.Event{
		approval.Requested{}, approval.Granted{}, approval.Refused{}, approval.Expired{}, approval.Done{}, approval.Failed{},
	}
}

// approvalChange is what a batch changes in one row; nil leaves a column as it is.
type approvalChange struct {
	id                    int64
	status                string
	decidedBy, decision   *string
	decidedAt, finishedAt *time.Time
	result                any // JSON, or nil
}

// Apply implements engine.Model.
func (approvals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var requested, changed batch
	var all changes[int64, approvalChange]
	counts := counterChanges{}
	change := func(id int64, from, to string) *approvalChange {
		counts.move(nil, from, to)
		c := all.forKey(id)
		c.id, c.status = id, to
		return c
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case approval.Requested:
			requested.add(e.ApprovalID, env.Position.Commit, e.Act, e.What, e.Subject, e.Amount, e.By, e.Reason,
				approval.StatusRequested, e.At, e.ExpiresAt)
			counts.move(nil, "", approval.StatusRequested)
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
	for _, c := range all.list {
		changed.add(c.id, c.status, c.decidedBy, c.decision, c.decidedAt, c.finishedAt, c.result)
	}
	return execAll(ctx, tx, write{&requested, insertApprovals}, write{&changed, changeApprovals}, write{counts.batch(), countApprovals})
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

// failure is the refusal as the API shows errors.
func failure(e approval.Failed) json.RawMessage {
	text, _ := json.Marshal(struct { // strings always encode
		ErrorCode string `json:"error_code"`
		Field     string `json:"field,omitempty"`
		Message   string `json:"message"`
	}{e.Code, e.Field, e.Message})
	return text
}
