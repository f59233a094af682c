// Package approvalservice implements the use cases of dual control. An administrator's act that needs a
// second administrator becomes an approval, which another administrator grants or refuses. A granted act is
// executed at once, or by Resume after a crash. Package actservice defines the acts; package domain/approval
// has the rules of approvals.
package approvalservice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/slice"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/approvalrows"

	"github.com/shopspring/decimal"
)

// Approvals implements the use cases for the approvals of an installation. Make it with New. It is safe for
// concurrent use once all acts are registered.
type Approvals struct {
	*service.Core
	// from is the amount in rupiah from which an act needs a second administrator. Nil means that no act ever
	// does.
	from *decimal.Decimal
	acts map[string]runner
	// running has the ids of the approvals whose acts this process is executing.
	running sync.Map
}

// runner executes an act of one kind from its command as JSON.
type runner struct {
	run func(ctx context.Context, command json.RawMessage) (result json.RawMessage, err error)
	// ends are the types of the events that record that the act was done.
	ends []string
	// explain is the Explain of the act, for its command as JSON.
	explain func(ctx context.Context, command json.RawMessage) ([]Particular, error)
}

// New makes the use cases. from is DUAL_CONTROL_FROM in rupiah, or nil when dual control is off.
func New(core *service.Core, from *decimal.Decimal) *Approvals {
	return &Approvals{Core: core, from: from, acts: make(map[string]runner)}
}

// Kinds returns the names of the registered acts, sorted.
func (a *Approvals) Kinds() []string { return slices.Sorted(maps.Keys(a.acts)) }

// Asked is an approval that was requested instead of executing an act. It is the answer of the operation,
// with status 202.
type Asked struct{ approvalrows.Approval }

// Accepted implements service.Accepted.
func (Asked) Accepted() {}

// WithSecret returns the answer with a result that only this answer shows.
func (a Asked) WithSecret(result any) (Asked, error) {
	text, err := json.Marshal(result)
	raw := json.RawMessage(text)
	a.Result = &raw
	return a, err
}

// execute executes a command on an approval.
func (a *Approvals) execute(
	ctx context.Context, id int64, decide func(approval.State) ([]domain.Event, error),
) (eventstore.Outcome[approval.State], error) {
	return service.Execute(ctx, a.Core, approval.Aggregate, approval.Stream(id), decide)
}

// InForce reports whether acts need a second administrator. If dual control is on, that is the case from the
// second enabled admin on, permanently.
func (a *Approvals) InForce(ctx context.Context) (bool, error) {
	if a.from == nil {
		return false, nil
	}
	staff, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	return staff.TwoAdmins, err
}

// From returns the amount in rupiah from which on an act about an amount needs a second administrator, nil if none does.
// Errors: those of the log.
func (a *Approvals) From(ctx context.Context) (*decimal.Decimal, error) {
	inForce, err := a.InForce(ctx)
	if err != nil || !inForce {
		return nil, err
	}
	return a.from, nil
}

// addresses returns the address of the requester, and those of the enabled administrators who may decide on
// the request.
func (a *Approvals) addresses(ctx context.Context, by string) (own string, others []string, err error) {
	staff, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	for _, m := range staff.Admins {
		switch {
		case m.Name() == by:
			own = m.Email
		case m.Decides():
			others = append(others, m.Email)
		}
	}
	return own, others, err
}

// deciders returns the enabled administrators with the role admin, in the form that events use, according to
// the current log.
func (a *Approvals) deciders(ctx context.Context) (map[string]bool, error) {
	staff, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	names := make(map[string]bool)
	for _, m := range staff.Admins {
		if m.Decides() {
			names[m.Name()] = true
		}
	}
	return names, err
}

// Create executes an act that creates something, or asks for its approval, once per Idempotency-Key. command
// makes the command from the reserved ids. find returns what an earlier run of the command created, as
// service.Create requires. Its errors are those of service.Create and Do.
func (act Act[C, T]) Create(
	ctx context.Context, creation service.Creation, reserve service.Reserve,
	command func(service.Reserved) C, find func(ctx context.Context, cmd C) (T, bool, error),
) (service.Created, error) {
	a := act.approvals
	reserve.Approval = a.from != nil
	findEither := func(ctx context.Context, reserved service.Reserved) (any, bool, error) {
		made, found, err := find(ctx, command(reserved))
		if found || err != nil || reserved.ApprovalID == 0 {
			return made, found, err
		}
		s, _, err := eventstore.Load(ctx, a.Log, approval.Aggregate, approval.Stream(reserved.ApprovalID))
		if err != nil || !s.Exists() {
			return nil, false, err
		}
		asked, err := a.asked(ctx, reserved.ApprovalID)
		return asked, err == nil, err
	}
	return service.Create(ctx, a.Core, creation, reserve, findEither, func(ctx context.Context, reserved service.Reserved) (any, error) {
		return act.do(ctx, command(reserved), reserved.ApprovalID)
	})
}

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

// count counts an act below the amount before it is executed, so that of two concurrent acts on two instances
// the second sees the first. reached is true when the act needs a second administrator, because it and those
// of the last 24 hours add up to the amount; sum is that total. It is not counted then. An act that fails
// afterwards, or whose process ends, stays counted. The same command counts once.
func (a *Approvals) count(
	ctx context.Context, r approval.RequestCmd, clientID int64,
) (sum decimal.Decimal, reached bool, err error) {
	hash := sha256.Sum256(r.Command)
	cmd := slice.Counted{
		By: r.By, Act: r.Act, ClientID: clientID, Amount: r.Amount.Abs(), Command: hex.EncodeToString(hash[:]), At: a.Now(),
	}
	_, err = eventstore.Execute(ctx, a.Log, slice.Aggregate, slice.Stream(r.By, r.Act, clientID),
		func(s slice.State) ([]domain.Event, error) { return slice.Count(s, cmd, *a.from) })
	if crossing, reached := errors.AsType[*slice.CrossingError](err); reached {
		return crossing.Sum, true, nil
	}
	return decimal.Zero, false, err
}

// takePlace gives an approval that is about to be requested one of its requester's places. While a place is
// free, no other approval is read. Refusal: too_many_approvals.
func (a *Approvals) takePlace(ctx context.Context, r approval.RequestCmd) error {
	stream := approval.RequesterStream(r.By)
	take := func(ended []int64) error {
		cmd := approval.PlaceTaken{By: r.By, ApprovalID: r.ID, Ended: ended, At: r.At}
		_, err := eventstore.Execute(ctx, a.Log, approval.Requesters, stream,
			func(s approval.Requester) ([]domain.Event, error) { return approval.TakePlace(s, cmd) })
		return err
	}
	err := take([]int64{})
	if !errors.Is(err, approval.ErrTooMany) {
		return err
	}
	requester, _, err := eventstore.Load(ctx, a.Log, approval.Requesters, stream)
	if err != nil {
		return err
	}
	ended, err := a.ended(ctx, requester)
	if err != nil {
		return err
	}
	return take(ended)
}

// ended returns the approvals with places that no longer wait for a decision. They never will again.
func (a *Approvals) ended(ctx context.Context, r approval.Requester) ([]int64, error) {
	ended := []int64{}
	for _, p := range r.Places {
		s, _, err := eventstore.Load(ctx, a.Log, approval.Aggregate, approval.Stream(p.ApprovalID))
		if err != nil {
			return nil, err
		}
		if !p.Waits(s, a.Now()) {
			ended = append(ended, p.ApprovalID)
		}
	}
	return ended, nil
}
