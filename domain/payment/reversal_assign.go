package payment

import (
	"slices"
	"time"

	"gateway/domain"
)

// ReversalAssigned says that an administrator decided which money of the payment was taken back. The
// following Reversed or ReversalContradicted holds the result.
type ReversalAssigned struct {
	Identity
	ReversalID string `json:"reversal_id"`
	// SuspenseID identifies the suspended money; 0 for money that was credited at once.
	SuspenseID        int64     `json:"suspense_id"`
	ProviderPaymentID string    `json:"provider_payment_id"`
	By                string    `json:"by"`
	Reason            string    `json:"reason"`
	At                time.Time `json:"at"`
}

// AssignCmd says which money was taken back. PaymentID is the provider's id of it.
type AssignCmd struct {
	ReversalID, PaymentID string
	By, Reason            string
	At                    time.Time
}

// AssignReversal decides a reversal that is Undecided, or one that is Unconfirmed, after a person found it in
// the provider's dashboard because the gateway no longer reads that part of the provider's books. Checks:
//
//  1. payment_not_found, then reversal_not_found
//  2. reversal_not_undecided: it was decided, or waits for money
//  3. invalid_field payment_id: the payment has no such money, or it can't have been taken back
//     like this
//  4. invalid_field reason: it is empty
func AssignReversal(s State, cmd AssignCmd) ([]domain.Event, error) {
	news, err := s.undecidedReversal(cmd.ReversalID)
	if err != nil {
		return nil, err
	}
	named := s.named(cmd.PaymentID)
	if cmd.PaymentID == "" || len(named) != 1 {
		return nil, domain.InvalidField("payment_id", "is not the provider's id of money of this payment")
	}
	m := named[0]
	if !m.fits(news) || !slices.ContainsFunc(s.named(news.ProviderPaymentID), func(one received) bool { return one.is(m.suspenseID()) }) {
		return nil, domain.InvalidField("payment_id", "is of money that can't have been taken back like this")
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	events := append([]domain.Event{ReversalAssigned{
		Identity: s.identityPaidWith(m.channelCode()), ReversalID: news.ReversalID, SuspenseID: m.suspenseID(),
		ProviderPaymentID: m.receipt().ProviderPaymentID, By: cmd.By, Reason: cmd.Reason, At: cmd.At,
	}}, s.reverse(m, news, cmd.At)...)
	return s.decideWaiting(events, cmd.At), nil
}

func (s State) undecidedReversal(id string) (Reversal, error) {
	if !s.Exists() {
		return Reversal{}, notFound()
	}
	w, waits := s.WaitingReversal(id)
	switch {
	case !waits && !s.knowsReversal(id):
		return Reversal{}, domain.Refuse(domain.NotFound, "reversal_not_found", "there is no such reversal")
	case !w.Undecided && !w.Unconfirmed:
		return Reversal{}, domain.Refuse(domain.Invalid, "reversal_not_undecided", "no person has to decide on this reversal")
	}
	return w.Reversal, nil
}
