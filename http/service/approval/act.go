package approval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel"

	"github.com/shopspring/decimal"
)

// Act is a kind of act that may need a second administrator. C is its command, which has
// everything that the act needs and goes to JSON and back unchanged; T is its answer.
type Act[C, T any] struct {
	// Name is permanent: open approvals have it.
	Name string
	// Ends are the wire names of the events that say that the act was done.
	Ends []string
	// Amount gives the rupiah that decide whether a second administrator is needed. Where it
	// is nil, one always is. Errors are refusals of the act.
	Amount func(ctx context.Context, cmd C) (decimal.Decimal, error)
	// Describe tells the second administrator what he grants.
	Describe func(cmd C) Description
	// Run decides and does the act. It appends by eventstore.Execute only, and nothing of its
	// effect lies outside the log, since it is rehearsed first. Run again with the same
	// command, it does nothing twice: ids and hashes of secrets are in the command.
	Run func(ctx context.Context, cmd C) (T, error)

	approvals *Approvals
}

// Description says what an act does.
type Description struct {
	// What is a sentence, such as "approve withdrawal 17".
	What string
	// Subject names the resource, such as `withdrawals/17`.
	Subject string
	// Reason is why the administrator asks for it, where the operation takes a reason.
	Reason string
}

// Register makes the act known, so that approvals of it can be done, and gives it ready for
// use.
func Register[C, T any](a *Approvals, act Act[C, T]) Act[C, T] {
	act.approvals = a
	a.acts[act.Name] = runner{ends: act.Ends, run: func(ctx context.Context, command json.RawMessage) (json.RawMessage, error) {
		var cmd C
		if err := json.Unmarshal(command, &cmd); err != nil {
			return nil, fmt.Errorf("decode the command of %s: %w", act.Name, err)
		}
		answer, err := act.Run(ctx, cmd)
		if err != nil {
			return nil, err
		}
		return json.Marshal(answer)
	}}
	return act
}

// Do does the act and gives its answer, a T. Where it needs a second administrator, Do asks
// for an approval and gives that, an Asked; a request that would be refused is refused then,
// too, and one that would change nothing needs no second one. Errors are those of Run.
func (act Act[C, T]) Do(ctx context.Context, cmd C) (any, error) {
	return act.do(ctx, cmd, 0)
}

// do is Do with the reserved id of the approval, 0 where none is reserved.
func (act Act[C, T]) do(ctx context.Context, cmd C, approvalID int64) (any, error) {
	needed, amount, err := act.needsSecond(ctx, cmd)
	if err != nil {
		return nil, err
	}
	if !needed {
		return act.Run(ctx, cmd)
	}
	answer, err := act.Run(eventstore.Rehearse(ctx), cmd)
	if !errors.Is(err, eventstore.ErrRehearsed) {
		return answer, err
	}
	return act.ask(ctx, cmd, amount, approvalID)
}

// needsSecond reports whether a second administrator is needed, and gives the amount that
// decides it, nil where none does.
func (act Act[C, T]) needsSecond(ctx context.Context, cmd C) (bool, *decimal.Decimal, error) {
	a := act.approvals
	if a.from == nil {
		return false, nil, nil
	}
	inForce, err := a.InForce(ctx)
	if err != nil || !inForce || act.Amount == nil {
		return inForce, nil, err
	}
	amount, err := act.Amount(ctx, cmd)
	return !amount.Abs().LessThan(*a.from), &amount, err
}

// ask asks for the approval.
func (act Act[C, T]) ask(ctx context.Context, cmd C, amount *decimal.Decimal, id int64) (any, error) {
	a := act.approvals
	command, err := json.Marshal(cmd)
	if err == nil && id == 0 {
		id, err = a.IDs.Next(ctx, sequence.Approval)
	}
	if err != nil {
		return nil, err
	}
	d := act.Describe(cmd)
	_, err = a.execute(ctx, id, func(s approval.State) ([]domain.Event, error) {
		return approval.Request(s, approval.RequestCmd{
			ID: id, Act: act.Name, What: d.What, Subject: d.Subject, Reason: d.Reason, Amount: amount, Command: command,
			By: service.Actor(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return nil, err
	}
	return a.asked(ctx, id)
}

func (a *Approvals) asked(ctx context.Context, id int64) (Asked, error) {
	row, err := a.row(ctx, id)
	return Asked{row}, err
}

// row gives an approval that the log has. Error: eventstore.ErrUnavailable while the read
// models are so far behind that they do not show it. A 404 would free the Idempotency-Key,
// and a repetition would ask for another approval.
func (a *Approvals) row(ctx context.Context, id int64) (readmodel.Approval, error) {
	row, err := a.Queries.Approval(ctx, id)
	if errors.Is(err, readmodel.ErrNotFound) {
		err = fmt.Errorf("the read models do not show approval %d yet: %w", id, eventstore.ErrUnavailable)
	}
	return row, err
}
