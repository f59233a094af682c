package approvalservice

import (
	"context"

	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/http/service"
)

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
