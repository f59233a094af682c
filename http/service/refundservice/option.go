package refundservice

import (
	"context"
	"time"

	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Options say how the money of a transaction can go back now.
type Options struct {
	TransactionID string  `json:"transaction_id"`
	Money         []Money `json:"money"`
}

// Money is one receipt of money that was credited. Amounts are in rupiah.
type Money struct {
	PaymentID   string          `json:"payment_id"`
	ChannelCode string          `json:"channel_code"`
	Paid        decimal.Decimal `json:"paid_amount"`
	// Refundable is how much can still be asked for.
	Refundable decimal.Decimal `json:"refundable_amount"`
	// Disputed says that a dispute is open, so that nothing can be asked for.
	Disputed bool     `json:"disputed"`
	Methods  []Method `json:"methods"`
}

// Method is a way for all that is left to go back. The gateway takes the first one that fits the amount.
type Method struct {
	Method string `json:"method"`
	// WholeOnly says that only all of the money can go back in this way, Until when that ends (nil: it does not), NeedsAccount
	// that `to` is required.
	WholeOnly    bool       `json:"whole_only"`
	Until        *time.Time `json:"until"`
	NeedsAccount bool       `json:"needs_account"`
	// Fee is what it costs, with VAT. Held is what the balance must hold: FromUnsettled of it is this money's own share that is
	// not settled, the rest is withdrawable. FeeReturned is what comes back of the payment's fee and VAT.
	Fee           decimal.Decimal `json:"fee"`
	Held          decimal.Decimal `json:"held_amount"`
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	FeeReturned   decimal.Decimal `json:"fee_returned"`
}

// Options returns how the money of one of the client's payments can go back now. Error: readtable.ErrNotFound.
func (r Refunds) Options(ctx context.Context, clientID int64, transactionID string) (Options, error) {
	s, _, err := eventstore.Load(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID))
	if err != nil {
		return Options{}, err
	}
	if !s.Exists() || s.ClientID != clientID {
		return Options{}, readtable.ErrNotFound
	}
	fee, err := r.fee(ctx, clientID)
	if err != nil {
		return Options{}, err
	}
	o, now := Options{TransactionID: s.TransactionID, Money: []Money{}}, r.Now()
	for _, c := range s.Credits {
		of := s.RefundableMoney(c)
		m := Money{
			PaymentID: c.Receipt.ProviderPaymentID, ChannelCode: c.ChannelCode, Paid: c.Receipt.PaidAmount, Refundable: of.Left,
			Disputed: s.IsDisputed(c.SuspenseID), Methods: []Method{},
		}
		for _, choice := range r.Rules.RefundChoices(of, now) {
			if of.Left.IsPositive() && !m.Disputed && (of.Whole || !choice.WholeOnly) {
				m.Methods = append(m.Methods, methodOf(choice, of, c, fee))
			}
		}
		o.Money = append(o.Money, m)
	}
	return o, nil
}

func methodOf(
	choice payment.RefundChoice, of payment.RefundMoney, c payment.Credit,
	fee func(method string, amount decimal.Decimal) payment.RefundFee,
) Method {
	m := Method{Method: choice.Method, WholeOnly: choice.WholeOnly, NeedsAccount: choice.Method == payment.MethodTransfer, Held: of.Left}
	if !choice.Until.IsZero() {
		m.Until = &choice.Until
	}
	if !m.NeedsAccount {
		m.FromUnsettled = decimal.Min(of.Left, c.Unsettled)
	}
	if choice.Method == payment.MethodVoid {
		m.FeeReturned = c.Charge.Fee.Add(c.Charge.VAT)
	}
	m.Fee = fee(choice.Method, of.Left).Total
	return m
}
