package payment

import "gateway/domain"

// SettleCmd is the provider's report that it has settled a payment with us. The
// receipt matters where the report of the payment itself was lost.
type SettleCmd PayCmd

// Settle moves PAID to SETTLED. Guards:
//
//  1. payment_not_found
//  2. SETTLED already: nothing happens
//  3. the provider's payment id is that of money that went to suspense: noted
//     while it is there, and the payment keeps its status
//  4. PAID: Settled
//  5. not PAID yet, so its report was lost: Pay decides, and what it gives is
//     settled at once
func Settle(s State, cmd SettleCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Status == StatusSettled {
		return nil, nil
	}
	if m, ok := s.inSuspense(cmd.ProviderPaymentID); ok {
		return s.settleSuspense(m, cmd), nil
	}
	if s.Status == StatusPaid {
		return []domain.Event{s.settled(cmd)}, nil
	}
	events, err := Pay(s, PayCmd(cmd))
	if err != nil {
		return nil, err
	}
	s = Aggregate.Fold(s, events...)
	if m, ok := s.inSuspense(cmd.ProviderPaymentID); ok {
		return append(events, s.settleSuspense(m, cmd)...), nil
	}
	return append(events, s.settled(cmd)), nil
}

// inSuspense finds money that went to suspense and is not what made this PAID.
func (s State) inSuspense(providerPaymentID string) (Suspense, bool) {
	if s.Paid() && s.Receipt.ProviderPaymentID == providerPaymentID {
		return Suspense{}, false
	}
	return s.suspended(providerPaymentID)
}

func (s State) settled(cmd SettleCmd) Settled {
	return Settled{
		Identity: s.Identity, Receipt: s.Receipt, Charge: s.Charge,
		PreviousStatus: s.Status, Held: s.Held, At: cmd.At,
	}
}

func (s State) settleSuspense(m Suspense, cmd SettleCmd) []domain.Event {
	if m.Closed || m.Settled {
		return nil
	}
	return []domain.Event{SuspenseSettled{
		Identity: s.paidWith(m.ChannelCode), SuspenseID: m.ID, At: cmd.At,
	}}
}
