package simulator

import (
	"context"
	"time"

	"github.com/shopspring/decimal"
)

// Faults make the provider behave badly, from the next call and notification on.
type Faults struct {
	// FloatEmpty refuses every order of a payout, because the gateway's own money does
	// not suffice.
	FloatEmpty bool
	// Duplicate sends each delivered notification that many times more.
	Duplicate int
	// Reorder holds back the first waiting notification of a payment or payout for
	// Delay (1 s when zero), so that the next one overtakes it.
	Reorder bool
	// Delay holds back every notification.
	Delay time.Duration
}

// SetFaults replaces the faults. Notifications that wait already are not touched.
func (s *Simulator) SetFaults(f Faults) {
	if f.Reorder && f.Delay == 0 {
		f.Delay = time.Second
	}
	s.faults.Store(&f)
}

// mishap is what a magic amount does to a call.
type mishap int

const (
	none       mishap = iota
	refused           // 400
	lost              // 500, nothing recorded
	unanswered        // 500, recorded
	slow              // recorded, answered too late
	bounced           // a payout that fails
	returned          // a payout that is reversed
	floatEmpty        // 400: the gateway's own money does not suffice
	floatLost         // a payout that fails for the same reason
)

var (
	paymentMishaps = map[int64]mishap{13013: refused, 13404: lost, 13504: unanswered, 13508: slow}
	payoutMishaps  = map[int64]mishap{
		1013013: refused, 1013404: lost, 1013504: unanswered, 1013508: slow,
		1013500: bounced, 1013999: returned, 1013402: floatEmpty, 1013403: floatLost,
	}
)

func mishapOf(table map[int64]mishap, amount decimal.Decimal) mishap {
	if !amount.IsInteger() {
		return none
	}
	return table[amount.IntPart()]
}

// before is what the caller hears instead of an acceptance.
func (m mishap) before() error {
	switch m {
	case refused:
		return badRequest("the amount asks to be refused")
	case lost:
		return errServer
	}
	return nil
}

// slowest is longer than any caller waits.
const slowest = 35 * time.Second

// after comes between the record and the answer.
func (m mishap) after(ctx context.Context) error {
	switch m {
	case unanswered:
		return errServer
	case slow:
		timer := time.NewTimer(slowest)
		defer timer.Stop()
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
	}
	return nil
}
