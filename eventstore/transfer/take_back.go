package transfer

import (
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"
)

// ErrEnded says that a move has ended, so that gateways may work on the new store.
var ErrEnded = errors.New("the move has ended")

// TakeBack undoes a move that can't end, for example if the log has a payment that was hidden while it was
// copied and that is not posted. Gateways may then start on the old store again, which posts the payment. The
// new store remains refused as a half copy; a later Move continues it.
//
// As with Move, no gateway may be running. The mark of a half copy on the new store, and the fact that its
// newest event also is in the old store, prove that no gateway has worked there. TakeBack does nothing if the
// old store is not left, so repeating it is safe.
//
// Errors: ErrEnded, ErrForeignEvents, ErrLags, *MovedAwayError for a move to another store.
func (m Mover) TakeBack(ctx context.Context) (done bool, err error) {
	left, err := m.isLeft(ctx)
	if err != nil || !left {
		return false, err
	}
	source, err := m.To.CopySource(ctx)
	if err != nil {
		return false, err
	}
	if source != m.From.ID() {
		return false, fmt.Errorf("%w: store %s is not marked as a half copy of %s, so a gateway may have worked on it. "+
			"To return, move the log from it to an empty store", ErrEnded, m.To.ID(), m.From.ID())
	}
	if _, err := resumePosition(ctx, m.From, m.Sink); err != nil {
		return false, err
	}
	back, err := m.appendMove(ctx, eventstore.StoreMoved{From: m.From.ID(), To: m.To.ID(), TakenBack: true, At: m.Now().UTC()})
	if err != nil {
		return false, err
	}
	if err := readBack(ctx, m.From, back); err != nil {
		return false, err
	}
	return true, CheckLocation(ctx, m.From)
}
