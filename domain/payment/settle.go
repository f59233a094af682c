package payment

import (
	"time"

	"gateway/domain"
)

// Settled moves PAID to SETTLED. It carries the receipt and the charge of Paid.
type Settled struct {
	Identity
	Receipt
	Charge
	PreviousStatus string    `json:"previous_status"`
	Held           bool      `json:"held"`
	At             time.Time `json:"at"`
}

// SettleCmd is the provider's report that it has settled a payment with us. Its receipt
// is used only where the report of the payment itself was lost.
type SettleCmd PayCmd

// Settle moves PAID to SETTLED. Checks:
//
//  1. payment_not_found
//  2. SETTLED already: nothing happens
//  3. the provider's payment id is one of money in suspense: SuspenseSettled while it is
//     there, and the payment keeps its status
//  4. PAID: Settled
//  5. else the report of the payment was lost: Pay decides, and its result is settled
//     at once
func Settle(s State, cmd SettleCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Status == StatusSettled {
		return nil, nil
	}
	if m, ok := s.uncreditedSuspense(cmd.ProviderPaymentID); ok {
		return s.settleSuspense(m, cmd), nil
	}
	if s.Status == StatusPaid {
		return []domain.Event{s.settled(cmd.At)}, nil
	}
	events, err := Pay(s, PayCmd(cmd))
	if err != nil {
		return nil, err
	}
	s = Aggregate.Fold(s, events...)
	if m, ok := s.uncreditedSuspense(cmd.ProviderPaymentID); ok {
		return append(events, s.settleSuspense(m, cmd)...), nil
	}
	return append(events, s.settled(cmd.At)), nil
}

// uncreditedSuspense finds money that went to suspense and is not the money that made
// the payment PAID.
func (s State) uncreditedSuspense(providerPaymentID string) (Suspense, bool) {
	if s.Paid() && s.Receipt.ProviderPaymentID == providerPaymentID {
		return Suspense{}, false
	}
	return s.suspenseOf(providerPaymentID)
}

func (s State) settled(at time.Time) Settled {
	return Settled{
		Identity: s.Identity, Receipt: s.Receipt, Charge: s.Charge,
		PreviousStatus: s.Status, Held: s.Held, At: at,
	}
}

func (s State) settleSuspense(m Suspense, cmd SettleCmd) []domain.Event {
	if m.Closed || m.Settled {
		return nil
	}
	return []domain.Event{SuspenseSettled{
		Identity: s.identityPaidWith(m.ChannelCode), SuspenseID: m.ID, At: cmd.At,
	}}
}
