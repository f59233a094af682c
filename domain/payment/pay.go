package payment

import (
	"errors"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// ErrNeedsSuspenseID says that the money goes to suspense and the command has no
// id for it: draw one and decide again.
var ErrNeedsSuspenseID = errors.New("payment: the money needs a suspense id")

// PayCmd is the provider's report that a payment was made.
type PayCmd struct {
	Receipt
	// ChannelCode is what an invoice was paid with; other payments have their own.
	ChannelCode string
	// SuspenseID may be 0 until Pay asks for it.
	SuspenseID int64
	At         time.Time
}

// Pay decides what a reported payment is worth. Guards:
//
//  1. payment_not_found
//  2. the provider's payment id was seen: nothing happens
//  3. invalid_field paid_amount: not an amount above 0
//  4. PAID already: suspended, second_payment
//  5. another amount than was due: suspended, amount_mismatch; the status stays
//  6. PAID, once: also after EXPIRED (late) and after FAILED, where the provider
//     said that it took nothing but took the money all the same
func Pay(s State, cmd PayCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.seen(cmd.ProviderPaymentID) {
		return nil, nil
	}
	if !cmd.PaidAmount.IsPositive() || money.Check(cmd.PaidAmount) != nil {
		return nil, domain.InvalidField("paid_amount", "must be an amount above 0")
	}
	if s.Paid() {
		return s.suspend(cmd, ReasonSecondPayment)
	}
	if !cmd.PaidAmount.Equal(s.Amount) {
		return s.suspend(cmd, ReasonAmountMismatch)
	}
	code := s.codePaidWith(cmd.ChannelCode)
	return []domain.Event{s.paid(cmd.Receipt, code, s.holds(code), cmd.At)}, nil
}

func (s State) suspend(cmd PayCmd, reason string) ([]domain.Event, error) {
	if cmd.SuspenseID == 0 {
		return nil, ErrNeedsSuspenseID
	}
	return []domain.Event{Suspended{
		Identity: s.paidWith(s.codePaidWith(cmd.ChannelCode)), Receipt: cmd.Receipt,
		SuspenseID: cmd.SuspenseID, Reason: reason, At: cmd.At,
	}}, nil
}

func (s State) paid(receipt Receipt, code string, held bool, at time.Time) Paid {
	return Paid{
		Identity: s.paidWith(code), Receipt: receipt, Charge: s.charge(receipt.PaidAmount, code),
		PreviousStatus: s.Status, Late: s.Status == StatusExpired, Held: held, At: at,
	}
}

// codePaidWith is the channel that a payment came by. Only an invoice can be paid
// with another than it was made for.
func (s State) codePaidWith(reported string) string {
	if s.Channel != string(pricing.Invoice) || reported == "" {
		return s.ChannelCode
	}
	return reported
}

func (s State) paidWith(code string) Identity {
	identity := s.Identity
	identity.ChannelCode = code
	return identity
}

func (s State) holds(code string) bool { return slices.Contains(s.HoldUntilSettled, code) }

// charge computes fee and VAT with the rates of the day the payment was requested.
// A channel that had no rate then is charged what was quoted.
func (s State) charge(amount decimal.Decimal, code string) Charge {
	rate, ok := s.Rates[code]
	if !ok {
		rate = s.Rates[s.ChannelCode]
	}
	q := pricing.Compute(amount, rate, s.VATRate, true)
	return Charge{Fee: q.Fee, VAT: q.VAT, Net: q.Net, VATRate: q.VATRate}
}
