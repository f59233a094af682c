package payment

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Receipt is the provider's report of money that a customer paid.
type Receipt struct {
	ProviderID string `json:"provider_id"`
	// ProviderPaymentID distinguishes a second payment from a repeated notification.
	ProviderPaymentID string          `json:"provider_payment_id"`
	UserID            string          `json:"user_id"`
	PaidAmount        decimal.Decimal `json:"paid_amount"`
	PaidAt            time.Time       `json:"paid_at"`
	PaymentMethod     string          `json:"payment_method"`
	PaymentChannel    string          `json:"payment_channel"`
	// Issuer is the provider's word for the app that a QRIS payment was made with; empty if it does not say.
	Issuer string `json:"issuer,omitempty"`
}

// Charge splits a paid amount: Fee + VAT + Net = the amount. The client gets Net.
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
	// Late is true if the payment had EXPIRED.
	Late bool `json:"late"`
	// Held is true if the credit becomes withdrawable only when the payment is SETTLED.
	Held bool `json:"held"`
	// SuspenseID is not 0 if the money came out of suspense. The preceding SuspenseReleased moved the money
	// in that case.
	SuspenseID int64     `json:"suspense_id"`
	At         time.Time `json:"at"`
}

// ErrNeedsSuspenseID says that the money goes to suspense and the command has no SuspenseID: the caller draws
// one and decides again.
var ErrNeedsSuspenseID = errors.New("payment: the money needs a suspense id")

// PayCmd is the provider's report that a payment was made.
type PayCmd struct {
	Receipt
	// Connection names the connection that received the money; empty for the one that was asked.
	Connection string
	// ChannelCode is the channel that an invoice was paid with; other payments keep their own channel.
	ChannelCode string
	// SuspenseID may be 0 until Pay returns ErrNeedsSuspenseID.
	SuspenseID int64
	// Claim is the newest claim of the payment's chain. It may be zero until Pay returns *NeedsClaim.
	Claim Claim
	At    time.Time
}

// Pay decides on a reported payment. Checks:
//
//  1. payment_not_found
//  2. the money is known, by the connection and the id that it gave the money: nothing happens
//  3. invalid_field paid_amount: it is not an amount above 0
//  4. PAID or SETTLED already: suspended as second_payment
//  5. another amount than was due: suspended as amount_mismatch; the status stays
//  6. another payment has claimed the chain: suspended as order_paid
//  7. otherwise it is PAID: also after EXPIRED (late), and after FAILED, if the provider
//     accepted the payment although it had refused it
//
// If a reversal of the money was reported earlier, Pay also decides on it.
func Pay(s State, cmd PayCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	cmd.Connection = cmp.Or(cmd.Connection, s.Connection)
	if s.receivedAt(cmd.Connection).find(cmd.Receipt).found() {
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
	paid := s.paid(cmd.Connection, cmd.Receipt, code, s.isHeldChannel(code), cmd.At)
	return s.decideWaiting([]domain.Event{paid}, cmd.At), nil
}

func (s State) paid(connection string, receipt Receipt, code string, held bool, at time.Time) Paid {
	return Paid{
		Identity: s.identityPaidWith(connection, code), Receipt: receipt, Charge: s.charge(receipt.PaidAmount, code),
		PreviousStatus: s.Status, Late: s.Status == StatusExpired, Held: held, At: at,
	}
}

// codePaidWith returns the channel that a payment was made with. Only an invoice can be paid with another
// channel than it was made for.
func (s State) codePaidWith(reported string) string {
	if !s.traits().AnyChannel || reported == "" {
		return s.QuotedCode
	}
	return reported
}

// identityPaidWith returns the identity in an event about money that the connection received by the channel.
func (s State) identityPaidWith(connection, code string) Identity {
	identity := s.Identity
	identity.Connection, identity.ChannelCode = cmp.Or(connection, s.Connection), code
	return identity
}

// ReceiptsAt returns the receipts of all money that the connection received for the payment.
func (s State) ReceiptsAt(connection string) (all []Receipt) {
	for _, m := range s.receivedAt(connection).all() {
		all = append(all, m.receipt())
	}
	return all
}

// CheckReverser refuses, with payment_not_found, news of a reversal by a connection that had nothing to do with the
// payment.
func (s State) CheckReverser(connection string) error {
	if s.Exists() && !s.wasAskedFrom(connection) && len(s.ReceiptsAt(connection)) == 0 {
		return notFound()
	}
	return nil
}

// receivedAt returns the state with the money of one connection alone. Ids of money are unique within a connection.
func (s State) receivedAt(connection string) State {
	s.Credits = slices.DeleteFunc(slices.Clone(s.Credits), func(c Credit) bool { return c.Connection != connection })
	s.Suspense = slices.DeleteFunc(slices.Clone(s.Suspense), func(m Suspense) bool { return m.Connection != connection })
	return s
}

func (s State) isHeldChannel(code string) bool { return slices.Contains(s.HoldUntilSettled, code) }

// charge computes fee and VAT with the rates from the time of the request. A channel that had no rate then is
// charged with the rate of the quote.
func (s State) charge(amount decimal.Decimal, code string) Charge {
	rate, ok := s.Rates[code]
	if !ok {
		rate = s.Rates[s.QuotedCode]
	}
	q := pricing.Compute(amount, rate, s.VATRate, true)
	if s.VATExempt {
		q = pricing.ComputeExempt(amount, rate, s.VATRate)
	}
	return Charge{Fee: q.Fee, VAT: q.VAT, Net: q.Net, VATRate: q.VATRate}
}
