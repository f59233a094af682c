package simulator

import (
	"context"
	"time"

	"github.com/shopspring/decimal"
)

// Faults disturb payouts and the delivery of notifications. They apply from the next call and notification on.
type Faults struct {
	// FloatEmpty refuses every payout and refund, because the gateway's own money does not suffice.
	FloatEmpty bool
	// Duplicate is how many times each delivered notification is repeated.
	Duplicate int
	// Reorder delays the first waiting notification of a payment or payout by Delay (zero
	// means 1 s), so that the next one overtakes it.
	Reorder bool
	// TooMany answers every call with 429, and does nothing.
	TooMany bool
	// Silent sends no notifications. What happens meanwhile is not notified later, either.
	Silent bool
	// Delay delays every notification.
	Delay time.Duration
}

// SetFaults replaces the faults. It does not change notifications that already wait.
func (s *Simulator) SetFaults(f Faults) {
	if f.Reorder && f.Delay == 0 {
		f.Delay = time.Second
	}
	s.faults.Store(&f)
}

// amountFault is the fault that an amount in the list of the package comment causes.
type amountFault int

const (
	noFault    amountFault = iota
	refused                // 400
	lost                   // 500, nothing recorded
	unanswered             // 500, recorded
	slow                   // recorded, answered too late
	bounced                // a payout that fails
	returned               // a payout that is reversed
	floatEmpty             // 400: the gateway's own money does not suffice
	floatLost              // a payout that fails for the same reason
)

var (
	paymentFaults = map[int64]amountFault{13013: refused, 13404: lost, 13504: unanswered, 13508: slow}
	payoutFaults  = map[int64]amountFault{
		1013013: refused, 1013404: lost, 1013504: unanswered, 1013508: slow,
		1013500: bounced, 1013999: returned, 1013402: floatEmpty, 1013403: floatLost,
	}
)

// faultOfAmount returns the fault of an amount.
func faultOfAmount(table map[int64]amountFault, amount decimal.Decimal) amountFault {
	if !amount.IsInteger() {
		return noFault
	}
	return table[amount.IntPart()]
}

// errorBeforeRecord returns the error of a call that records nothing, nil for a call that records.
func (f amountFault) errorBeforeRecord() error {
	switch f {
	case refused:
		return badRequest("the amount asks to be refused")
	case lost:
		return errServer
	}
	return nil
}

// slowAnswer is longer than the timeout of any caller.
const slowAnswer = 35 * time.Second

// waitAfterRecord delays the answer or replaces it by an error, after the record was written.
func (f amountFault) waitAfterRecord(ctx context.Context) error {
	switch f {
	case unanswered:
		return errServer
	case slow:
		timer := time.NewTimer(slowAnswer)
		defer timer.Stop()
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
	}
	return nil
}
