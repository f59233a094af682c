package payment

import (
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// RefundChoice is a way to give money back that is possible now.
type RefundChoice struct {
	Method string
	// WholeOnly is true if only all of the money can go back in this way.
	WholeOnly bool
	// Until is when it ends; zero if it does not.
	Until time.Time
}

// RefundMoney is credited money, as the rules of refunds see it.
type RefundMoney struct {
	Connection, Channel, ChannelCode string
	// Issuer is the provider's word for what a QRIS payment was made with; empty if it is not known.
	Issuer string
	// ProviderID is the id of the payment at the provider.
	ProviderID string
	PaidAt     time.Time
	// Left is what can still be given back, gross, in rupiah; Whole whether nothing was given back before.
	Left  decimal.Decimal
	Whole bool
}

// RefundRules say by which methods money can be given back now, best first. The last one is MethodTransfer, which is always
// possible to a bank account.
type RefundRules interface {
	RefundChoices(of RefundMoney, now time.Time) []RefundChoice
}

// IsPossible reports whether the choices have the method for this money.
func IsPossible(choices []RefundChoice, of RefundMoney, method string) bool {
	return slices.ContainsFunc(choices, func(c RefundChoice) bool { return c.Method == method && (of.Whole || !c.WholeOnly) })
}

// MoneyOf returns the money of a refund as the rules see it, as if only this refund were asked for.
func (s State) MoneyOf(r RefundOf) RefundMoney {
	c, _ := s.credit(r.SuspenseID)
	of := s.refundMoney(c)
	of.Left, of.Whole = r.Amount, c.Reversed.IsZero() && r.Amount.Equal(c.Receipt.PaidAmount)
	return of
}

// choose picks the best method for the amount. Refusal: refund_needs_account, if only a transfer is possible and the
// merchant named no account.
func choose(choices []RefundChoice, of RefundMoney, amount decimal.Decimal, to *RefundTo) (string, error) {
	isWhole := of.Whole && amount.Equal(of.Left)
	for _, c := range choices {
		switch {
		case c.WholeOnly && !isWhole:
		case c.Method == MethodTransfer && to == nil:
			return "", domain.Refuse(domain.Invalid, "refund_needs_account",
				"this money can't go back to where it came from: name the customer's bank account in `to`")
		default:
			return c.Method, nil
		}
	}
	return "", domain.Refuse(domain.Invalid, "refund_needs_account", "this money can't go back to where it came from")
}
