package approvalservice

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
	"gateway/projections/readmodel/approvalrows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Act is a kind of act that may need a second administrator. C is its command, which contains everything that
// the act needs and survives encoding as JSON unchanged. T is its answer.
type Act[C, T any] struct {
	// Name is permanent, because open approvals store it.
	Name string
	// Ends are the wire names of the events that record that the act was done.
	Ends []string
	// Stake returns what decides whether a second administrator is needed. If it is nil, one always is. Its
	// errors are refusals of the act.
	Stake func(ctx context.Context, cmd C) (Stake, error)
	// Two says that the act is never one person's: where dual control is on and there is no second administrator yet,
	// it is refused.
	Two bool
	// Single is true when the amounts of several acts below the limit do not add up.
	Single bool
	// Describe tells the second administrator what the approval grants.
	Describe func(cmd C) Description
	// Explain returns what the second administrator should know beside the description, as it is now, without secrets.
	// Errors: those of queries.
	Explain func(ctx context.Context, cmd C) ([]Particular, error)
	// Run decides and executes the act. To rehearse, it works on service.Core.Rehearsal, so it must append only
	// with eventstore.Execute and have no effect outside the log. Running it again with the same command must do
	// nothing twice, so ids and hashes of secrets are in the command.
	Run func(ctx context.Context, rehearse bool, cmd C) (T, error)

	approvals *Approvals
}

// Stake is what an act is about: an amount in rupiah, positive or negative, and the client whose money it is,
// or 0.
type Stake struct {
	Amount   decimal.Decimal
	ClientID int64
}

// Description describes an act for people.
type Description struct {
	// What is a sentence, such as "approve withdrawal 17".
	What string
	// Subject is the resource's path, such as `withdrawals/17`.
	Subject string
	// Reason is the administrator's reason, if the operation takes one.
	Reason string
}

// Register makes the act known, so that its approvals can be executed, and returns it ready for use.
func Register[C, T any](a *Approvals, act Act[C, T]) Act[C, T] {
	act.approvals = a
	a.acts[act.Name] = runner{
		ends: act.Ends, explain: explainer(act),
		run: func(ctx context.Context, command json.RawMessage) (json.RawMessage, error) {
			var cmd C
			if err := json.Unmarshal(command, &cmd); err != nil {
				return nil, fmt.Errorf("decode the command of %s: %w", act.Name, err)
			}
			answer, err := act.Run(ctx, false, cmd)
			if err != nil {
				return nil, err
			}
			return json.Marshal(answer)
		},
	}
	return act
}

// Do executes the act and returns its answer, a T. If the act needs a second administrator, Do asks for an
// approval and returns that as an Asked. It refuses a request that the act would refuse, and needs no second
// administrator for one that would change nothing. Its errors are those of Run.
func (act Act[C, T]) Do(ctx context.Context, cmd C) (any, error) {
	return act.do(ctx, cmd, 0)
}

// do is Do with the reserved id of the approval, or 0 when none is reserved.
func (act Act[C, T]) do(ctx context.Context, cmd C, approvalID int64) (any, error) {
	a := act.approvals
	inForce, err := a.InForce(ctx)
	if err != nil {
		return nil, err
	}
	if !inForce {
		if err := act.CheckTwo(ctx); err != nil {
			return nil, err
		}
		return act.Run(ctx, false, cmd)
	}
	stake, err := act.stake(ctx, cmd)
	if err != nil {
		return nil, err
	}
	below := stake != nil && stake.Amount.Abs().LessThan(*a.from)
	if below && (act.Single || stake.Amount.IsZero()) {
		return act.Run(ctx, false, cmd)
	}
	answer, err := act.Run(ctx, true, cmd)
	if !errors.Is(err, eventstore.ErrRehearsed) {
		return answer, err
	}
	request, err := act.request(ctx, cmd, stake)
	if err != nil {
		return nil, err
	}
	if below {
		sum, reached, err := a.count(ctx, request, stake.ClientID)
		if err != nil {
			return nil, err
		}
		if !reached {
			return act.Run(ctx, false, cmd)
		}
		request.What += fmt.Sprintf(", the last of such acts that add up to %s rupiah in 24 hours", sum)
	}
	request.ID = approvalID
	return a.ask(ctx, request)
}

// CheckTwo refuses an act that needs two administrators where there is one, with second_admin_needed. In a sandbox
// without dual control, one may do everything.
func (act Act[C, T]) CheckTwo(ctx context.Context) error {
	inForce, err := act.approvals.InForce(ctx)
	if err == nil && !inForce && act.Two && act.approvals.from != nil {
		err = domain.Refuse(domain.Conflict, "second_admin_needed", "this needs two administrators, and there is only one")
	}
	return err
}

// stake returns what the act is about, or nil when it needs a second administrator in any case.
func (act Act[C, T]) stake(ctx context.Context, cmd C) (*Stake, error) {
	if act.Stake == nil {
		return nil, nil
	}
	stake, err := act.Stake(ctx, cmd)
	return &stake, err
}

// request makes the request for an approval of the act, without its id and time.
func (act Act[C, T]) request(ctx context.Context, cmd C, stake *Stake) (approval.RequestCmd, error) {
	command, err := json.Marshal(cmd)
	d := act.Describe(cmd)
	r := approval.RequestCmd{
		Act: act.Name, What: d.What, Subject: d.Subject, Reason: d.Reason, Command: command, By: service.Actor(ctx),
	}
	if stake != nil {
		r.Amount = &stake.Amount
	}
	return r, err
}

// ask asks for the approval, and chooses its id if that is 0. Refusal: too_many_approvals.
func (a *Approvals) ask(ctx context.Context, r approval.RequestCmd) (_ any, err error) {
	if r.ID == 0 {
		if r.ID, err = a.IDs.Next(ctx, sequence.Approval); err != nil {
			return nil, err
		}
	}
	r.At = a.Now()
	if r.ByEmail, r.Notify, err = a.addresses(ctx, r.By); err != nil {
		return nil, err
	}
	if err := a.takePlace(ctx, r); err != nil {
		return nil, err
	}
	_, err = a.execute(ctx, r.ID, func(s approval.State) ([]domain.Event, error) { return approval.Request(s, r) })
	if err != nil {
		return nil, err
	}
	return a.asked(ctx, r.ID)
}

func (a *Approvals) asked(ctx context.Context, id int64) (Asked, error) {
	row, err := a.row(ctx, id)
	return Asked{row}, err
}

// row returns an approval that is in the log. It returns eventstore.ErrUnavailable while the read models lag
// so far that they do not show it: a 404 would free the Idempotency-Key, and a repeated request would ask for
// another approval.
func (a *Approvals) row(ctx context.Context, id int64) (approvalrows.Approval, error) {
	row, err := a.Queries.Approval(ctx, id)
	if errors.Is(err, readtable.ErrNotFound) {
		err = fmt.Errorf("the read models do not show approval %d yet: %w", id, eventstore.ErrUnavailable)
	}
	return row, err
}
