package moneystates

import (
	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// act is something that happens to a payment, or to its money.
type act struct {
	name string
	do   func(s payment.State, paid payment.PayCmd) ([]domain.Event, error)
}

var (
	payOther = act{"after other money", func(s payment.State, paid payment.PayCmd) ([]domain.Event, error) {
		other := money("pay-0", 100_000)
		other.ChannelCode = paid.ChannelCode
		return payment.Pay(s, other)
	}}
	chain = act{"in a chain", func(s payment.State, _ payment.PayCmd) ([]domain.Event, error) {
		return payment.StartChain(s, 7, noon)
	}}
)

// allActs are in no particular order: any act may follow any other.
var allActs = []act{
	{"arrives", func(s payment.State, paid payment.PayCmd) ([]domain.Event, error) { return payment.Pay(s, paid) }},
	{"the provider refuses", func(s payment.State, _ payment.PayCmd) ([]domain.Event, error) {
		return payment.Refuse(s, "provider_refused", "no", noon)
	}},
	{"expires", func(s payment.State, _ payment.PayCmd) ([]domain.Event, error) { return payment.Expire(s, noon) }},
	{"cancelled", func(s payment.State, _ payment.PayCmd) ([]domain.Event, error) { return payment.Cancel(s, 7, noon) }},
	{"replaced", func(s payment.State, _ payment.PayCmd) ([]domain.Event, error) {
		return payment.Replace(s, payment.Identity{TransactionID: "INV-7-3", ID: 3}, noon)
	}},
	{"released", func(s payment.State, paid payment.PayCmd) ([]domain.Event, error) {
		return payment.ReleaseSuspense(s, paid.SuspenseID, paid.Claim, "admin:1", "why", noon)
	}},
	{"refunded by hand", func(s payment.State, paid payment.PayCmd) ([]domain.Event, error) {
		return payment.RefundSuspenseByHand(s, paid.SuspenseID, "admin:1", "why", noon)
	}},
	{"to be refunded by the provider", func(s payment.State, paid payment.PayCmd) ([]domain.Event, error) {
		return payment.RefundSuspense(s, paid.SuspenseID, "admin:1", "why", noon)
	}},
	{"the hold's time is over", func(s payment.State, _ payment.PayCmd) ([]domain.Event, error) {
		return payment.EndHold(s, payment.EndHoldCmd{By: payment.ByGateway, Reason: payment.HoldOver, At: noon})
	}},
	// The reason is an administrator's free text, which may equal a word of the gateway.
	{"an admin ends the hold", func(s payment.State, _ payment.PayCmd) ([]domain.Event, error) {
		return payment.EndHold(s, payment.EndHoldCmd{By: "admin:1", Reason: payment.HoldSettled, At: noon})
	}},
	takeBack("partly refunded", "rf-1", payment.Refund, 30_000),
	takeBack("charged back", "cb-1", payment.Chargeback, 0),
	takeBack("voided", "void-pay-1", payment.Void, 0),
	reverseAll,
}

// reverseAll is the booking of the money itself with the status REVERSED.
var reverseAll = act{"reversed as a whole", func(s payment.State, paid payment.PayCmd) ([]domain.Event, error) {
	news, _ := payment.ReversalOfBooking(report.Booking{
		Connection: "xendit", Kind: report.BookedPayment, Status: report.Reversed, ProductID: paid.ProviderPaymentID, Amount: paid.PaidAmount,
	})
	return reverse(s, news)
}}

// takeBack takes back an amount; 0 means all that is left of the money.
func takeBack(name, id, kind string, amount int64) act {
	return act{name, func(s payment.State, paid payment.PayCmd) ([]domain.Event, error) {
		news := payment.Reversal{
			ReversalID: id, Kind: kind, Amount: decimal.NewFromInt(amount), By: payment.ByProvider,
			ProviderPaymentID: paid.ProviderPaymentID,
		}
		if amount == 0 && kind != payment.Void {
			news.Amount = leftOf(s, paid)
		}
		return reverse(s, news)
	}}
}

// reverse returns no events if the reversal has to wait, or contradicts the payment.
func reverse(s payment.State, news payment.Reversal) ([]domain.Event, error) {
	events, err := payment.Reverse(s, news, noon)
	for _, e := range events {
		if _, reversed := e.(payment.Reversed); !reversed {
			return nil, err
		}
	}
	return events, err
}

func leftOf(s payment.State, paid payment.PayCmd) decimal.Decimal {
	for _, c := range s.Credits {
		if c.Receipt.ProviderPaymentID == paid.ProviderPaymentID {
			return c.Receipt.PaidAmount.Sub(c.Reversed)
		}
	}
	for _, m := range s.Suspense {
		if m.Receipt.ProviderPaymentID == paid.ProviderPaymentID {
			return m.Receipt.PaidAmount.Sub(m.Reversed)
		}
	}
	return paid.PaidAmount
}
