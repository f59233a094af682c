package refundreactor

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// Confirm tells the payment what the balance said of a refund: it is confirmed if its money is held, and undone if the balance
// has too little. decided is false as long as the request was not posted. Two callers at once are harmless: what one of them
// has undone is decided for the other.
func Confirm(
	ctx context.Context, log *eventstore.Log, clientID int64, transactionID string, id int64, now time.Time,
) (decided bool, err error) {
	s, _, err := eventstore.Load(ctx, log, balance.Aggregate, balance.Stream(clientID))
	if err != nil {
		return false, err
	}
	approval, held, answered := s.RefundAnswer(id)
	if !answered {
		return false, nil
	}
	_, err = eventstore.Execute(ctx, log, payment.Aggregate, payment.Stream(transactionID), func(s payment.State) ([]domain.Event, error) {
		if _, known := s.Refund(id); s.Exists() && !known {
			return nil, nil
		}
		if held {
			return payment.ConfirmRefund(s, id, approval, now)
		}
		return payment.UndoRefund(s, id, now)
	})
	return err == nil, err
}
