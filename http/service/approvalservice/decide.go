package approvalservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/approvalrows"
)

// runLimit limits the time for a granted act, including the provider's answer. It is below approval.MaxRun.
const runLimit = 45 * time.Second

// Grant grants an approval, executes its act at once, and returns the approval as it then is: done, or failed
// with the refusal of the act. It is still granted if the log or the provider did not answer; Resume then
// executes the act later. Grant continues when the caller disconnects. Its refusals are those of
// approval.Grant.
func (a *Approvals) Grant(ctx context.Context, id int64, reason string) (approvalrows.Approval, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), runLimit)
	defer cancel()
	// This comes before the decision, so that the reactor does not start the act in between.
	_, busy := a.running.LoadOrStore(id, true)
	if !busy {
		defer a.running.Delete(id)
	}
	out, err := a.decide(ctx, id, reason, approval.Grant)
	if err != nil {
		return approvalrows.Approval{}, err
	}
	if len(out.Events) > 0 {
		if err := a.runUnless(ctx, busy, out.State); err != nil {
			a.Logger.WithError(err).WithField("approval", id).Error("a granted act was not done yet; it will be tried again")
		}
	}
	return a.row(ctx, id)
}

// runUnless executes a granted act. If another request was busy with the approval, it may still be, and then
// that request or Resume executes the act.
func (a *Approvals) runUnless(ctx context.Context, busy bool, s approval.State) error {
	if busy {
		return a.Resume(ctx, s.ID)
	}
	return a.run(ctx, s)
}

// Refuse refuses an approval and returns it as it then is. Its refusals are those of approval.Refuse.
func (a *Approvals) Refuse(ctx context.Context, id int64, reason string) (approvalrows.Approval, error) {
	if _, err := a.decide(ctx, id, reason, approval.Refuse); err != nil {
		return approvalrows.Approval{}, err
	}
	return a.row(ctx, id)
}

// Expire ends an approval that was not decided in time.
func (a *Approvals) Expire(ctx context.Context, id int64) error {
	_, err := a.execute(ctx, id, func(s approval.State) ([]domain.Event, error) { return approval.Expire(s, a.Now()) })
	return err
}

// decide executes the decision of the administrator in ctx.
func (a *Approvals) decide(
	ctx context.Context, id int64, reason string, decide func(approval.State, approval.DecideCmd) ([]domain.Event, error),
) (eventstore.Outcome[approval.State], error) {
	var none eventstore.Outcome[approval.State]
	asked, _, err := eventstore.Load(ctx, a.Log, approval.Aggregate, approval.Stream(id))
	if err != nil {
		return none, err
	}
	cmd := approval.DecideCmd{By: service.Actor(ctx), Reason: reason, Owner: a.Presence.ID, At: a.Now()}
	deciders, err := a.deciders(ctx)
	if err != nil {
		return none, err
	}
	cmd.MayDecide, cmd.RequesterMayAsk = deciders[cmd.By], deciders[asked.By]
	return a.execute(ctx, id, func(s approval.State) ([]domain.Event, error) { return decide(s, cmd) })
}
