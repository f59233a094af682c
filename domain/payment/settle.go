package payment

import (
	"cmp"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Settled moves PAID to SETTLED. It repeats the receipt and the charge of Paid.
type Settled struct {
	Identity
	Receipt
	Charge
	PreviousStatus string `json:"previous_status"`
	// Held is true if the credit was not withdrawable at once.
	Held bool `json:"held"`
	// FromUnsettled is the amount that becomes available, in rupiah: the part of a held credit that was
	// neither taken back nor made available before.
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	// SuspenseID identifies the money that made the payment PAID; 0 if it did not come out of suspense.
	SuspenseID int64     `json:"suspense_id"`
	At         time.Time `json:"at"`
}

// SettledV1 is the former version of Settled. It knew no reversal and no end of a hold: a held credit became
// available as a whole.
type SettledV1 struct {
	Identity
	Receipt
	Charge
	PreviousStatus string    `json:"previous_status"`
	Held           bool      `json:"held"`
	At             time.Time `json:"at"`
}

// Upgraded implements domain.Outdated.
func (e SettledV1) Upgraded() domain.Event {
	settled := Settled{
		Identity: e.Identity, Receipt: e.Receipt, Charge: e.Charge,
		PreviousStatus: e.PreviousStatus, Held: e.Held, At: e.At,
	}
	if e.Held {
		settled.FromUnsettled = e.Net
	}
	return settled
}

// SettleCmd is the provider's report that it has paid out a payment to the gateway. Its receipt is used only
// if the report of the payment itself was lost.
type SettleCmd PayCmd

// Settle moves PAID to SETTLED. Checks:
//
//  1. payment_not_found
//  2. the money is not known: the report of it was lost. Pay decides, and its result is
//     settled at once
//  3. the money made the payment PAID: Settled, unless it is SETTLED
//  4. it is a second payment that is held: HoldEnded
//  5. it is in suspense, or was released, refunded or reversed: SuspenseSettled, once
func Settle(s State, cmd SettleCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	cmd.Connection = cmp.Or(cmd.Connection, s.Connection)
	if m := s.receivedAt(cmd.Connection).settledMoney(cmd.Receipt); m.found() {
		return s.settle(m, cmd.At), nil
	}
	events, err := Pay(s, PayCmd(cmd))
	if err != nil {
		return nil, err
	}
	s = Aggregate.Fold(s, events...)
	return append(events, s.settle(s.receivedAt(cmd.Connection).find(cmd.Receipt), cmd.At)...), nil
}

// settledMoney finds the money that was settled. If the provider does not say which, and the only money that
// arrived was credited to the client, it is that money. Another charge of a wallet is other money.
func (s State) settledMoney(r Receipt) received {
	all := s.all()
	if m := s.find(r); m.found() || r.namesMoney() || len(all) != 1 || all[0].credit == nil || r.isOtherCharge(all[0].receipt()) {
		return m
	}
	return all[0]
}

func (s State) settle(m received, at time.Time) []domain.Event {
	switch {
	case m.credit != nil && s.Paid() && m.suspenseID() == s.PaidFromSuspense:
		if s.Status == StatusSettled {
			return nil
		}
		return []domain.Event{s.settled(at)}
	case m.suspense.Settled:
		return nil
	case m.credit != nil && m.credit.Unsettled.IsPositive():
		return []domain.Event{s.endHold(*m.credit, ByProvider, HoldSettled, at)}
	}
	return []domain.Event{SuspenseSettled{
		Identity: s.identityPaidWith(m.connection(), m.channelCode()), SuspenseID: m.suspenseID(), At: at,
	}}
}

func (s State) settled(at time.Time) Settled {
	return Settled{
		Identity: s.identityPaidWith(s.main().Connection, s.ChannelCode), Receipt: s.Receipt, Charge: s.Charge,
		PreviousStatus: s.Status, Held: s.Held, FromUnsettled: s.main().Unsettled,
		SuspenseID: s.PaidFromSuspense, At: at,
	}
}
