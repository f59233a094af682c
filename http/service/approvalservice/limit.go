package approvalservice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/domain/slice"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

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
