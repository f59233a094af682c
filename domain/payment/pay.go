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

// Receipt is what the provider reports of a payment that was made.
type Receipt struct {
	ProviderID string `json:"provider_id"`
	// ProviderPaymentID tells a second payment from a repeated notification.
	ProviderPaymentID string          `json:"provider_payment_id"`
	UserID            string          `json:"user_id"`
	PaidAmount        decimal.Decimal `json:"paid_amount"`
	PaidAt            time.Time       `json:"paid_at"`
	PaymentMethod     string          `json:"payment_method"`
	PaymentChannel    string          `json:"payment_channel"`
}

// Charge parts a paid amount: Fee + VAT + Net = the amount. Net is the client's.
type Charge struct {
	Fee     decimal.Decimal `json:"fee"`
	VAT     decimal.Decimal `json:"vat"`
	Net     decimal.Decimal `json:"net_payment"`
	VATRate decimal.Decimal `json:"vat_rate"`
}

// Paid moves the payment to PAID. It happens once.
type Paid struct {
	Identity
	Receipt
	Charge
	PreviousStatus string `json:"previous_status"`
	// Late: the payment had EXPIRED.
	Late bool `json:"late"`
	// Held: the credit is withdrawable from SETTLED on only.
	Held bool `json:"held"`
	// SuspenseID is not 0 when the money came out of suspense. The SuspenseReleased
	// before it moved the money then.
	SuspenseID int64     `json:"suspense_id"`
	At         time.Time `json:"at"`
}

// ErrNeedsSuspenseID says that the money goes to suspense and the command has no
// SuspenseID: the caller draws one and decides again.
var ErrNeedsSuspenseID = errors.New("payment: the money needs a suspense id")

// PayCmd is the provider's report that a payment was made.
type PayCmd struct {
	Receipt
	// ChannelCode is the channel that an invoice was paid with; other payments keep
	// their own.
	ChannelCode string
	// SuspenseID may be 0 until Pay returns ErrNeedsSuspenseID.
	SuspenseID int64
	// Claim is the newest one of the payment's chain. It may be zero until Pay returns *NeedsClaim.
	Claim Claim
	At    time.Time
}

// Pay decides on a reported payment. Checks:
//
//  1. payment_not_found
//  2. the money is known, by the provider's id of it: nothing happens
//  3. invalid_field paid_amount: it is not an amount above 0
//  4. PAID or SETTLED already: suspended as second_payment
//  5. another amount than was due: suspended as amount_mismatch; the status stays
//  6. of a chain that another payment has claimed: suspended as order_paid
//  7. else it is PAID: also after EXPIRED (late), and after FAILED, when the provider
//     took the payment although it had refused it
//
// A reversal of the money that was reported before is decided with it.
func Pay(s State, cmd PayCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.find(cmd.Receipt).found() {
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
	if may, err := s.mayBePaid(cmd.Claim, false); err != nil {
		return nil, err
	} else if !may {
		return s.suspend(cmd, ReasonOrderPaid)
	}
	code := s.codePaidWith(cmd.ChannelCode)
	paid := s.paid(cmd.Receipt, code, s.isHeldChannel(code), cmd.At)
	return s.decideWaiting([]domain.Event{paid}, cmd.At), nil
}

func (s State) paid(receipt Receipt, code string, held bool, at time.Time) Paid {
	return Paid{
		Identity: s.identityPaidWith(code), Receipt: receipt, Charge: s.charge(receipt.PaidAmount, code),
		PreviousStatus: s.Status, Late: s.Status == StatusExpired, Held: held, At: at,
	}
}

// codePaidWith is the channel that a payment came by. Only an invoice can be paid with
// another channel than it was made for.
func (s State) codePaidWith(reported string) string {
	if !s.traits().AnyChannel || reported == "" {
		return s.QuotedCode
	}
	return reported
}

func (s State) identityPaidWith(code string) Identity {
	identity := s.Identity
	identity.ChannelCode = code
	return identity
}

func (s State) isHeldChannel(code string) bool { return slices.Contains(s.HoldUntilSettled, code) }

// charge computes fee and VAT with the rates of the time of the request. A channel that
// had no rate then is charged with the rate of the quote.
func (s State) charge(amount decimal.Decimal, code string) Charge {
	rate, ok := s.Rates[code]
	if !ok {
		rate = s.Rates[s.QuotedCode]
	}
	q := pricing.Compute(amount, rate, s.VATRate, true)
	return Charge{Fee: q.Fee, VAT: q.VAT, Net: q.Net, VATRate: q.VATRate}
}
