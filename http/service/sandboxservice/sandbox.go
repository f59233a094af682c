// Package sandboxservice implements the use cases of the sandbox. They make the simulated provider act as if
// a customer had paid or a bank had transferred. It then sends notifications as the real provider would.
package sandboxservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/http/service"
	"gateway/http/simulator"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
)

// Simulator is the simulated provider. *simulator.Simulator implements it. Errors:
// simulator.ErrNotFound and simulator.ErrState.
type Simulator interface {
	Pay(ctx context.Context, externalID string, amount *decimal.Decimal, channelCode string) error
	Settle(ctx context.Context, externalID string) error
	Expire(ctx context.Context, externalID string) error
	HasPayout(ctx context.Context, externalID string) (bool, error)
	CompletePayout(ctx context.Context, externalID string) error
	FailPayout(ctx context.Context, externalID, code string) error
	RefundSimulator
	DisputeSimulator
	ChargeBack(ctx context.Context, externalID string, amount *decimal.Decimal) error
}

// Sandbox acts on the payments, payouts, refunds and disputes of a client. Every method returns the thing as it was
// before, because the notification is still on its way. Errors: readtable.ErrNotFound when the client
// has no such object, not_found when the simulated provider has no record, not_possible when its state does
// not allow the act.
type Sandbox struct {
	*service.Core
	// Simulator is nil in production. Then only Available may be called.
	Simulator Simulator
}

// Available reports whether there is a sandbox.
func (s Sandbox) Available() bool { return s.Simulator != nil }

// Pay pays a payment, with the payment's amount if amount is nil. channelCode is the channel with which an
// invoice is paid.
func (s Sandbox) Pay(
	ctx context.Context, clientID int64, transactionID string, amount *decimal.Decimal, channelCode string,
) (paymentrows.Transaction, error) {
	if channel, ok := pricing.Lookup(channelCode); ok {
		channelCode = channel.Code
	}
	return s.onPayment(ctx, clientID, transactionID, func(ctx context.Context, externalID string) error {
		return s.Simulator.Pay(ctx, externalID, amount, channelCode)
	})
}

// Settle settles a paid payment.
func (s Sandbox) Settle(ctx context.Context, clientID int64, transactionID string) (paymentrows.Transaction, error) {
	return s.onPayment(ctx, clientID, transactionID, s.Simulator.Settle)
}

// Expire makes a payment expire now. The provider sends a notification when an invoice expires. It sends none
// for the other channels, so the gateway asks at their expiry time. In the sandbox the gateway learns it at
// once, so that a tester need not wait.
func (s Sandbox) Expire(ctx context.Context, clientID int64, transactionID string) (paymentrows.Transaction, error) {
	return s.onPayment(ctx, clientID, transactionID, func(ctx context.Context, transactionID string) error {
		if err := s.Simulator.Expire(ctx, transactionID); err != nil {
			return err
		}
		_, err := service.Execute(ctx, s.Core, payment.Aggregate, payment.Stream(transactionID),
			func(state payment.State) ([]domain.Event, error) {
				if pricing.Kind(state.Channel).Traits().ProviderExpires {
					return nil, nil
				}
				return payment.Expire(state, s.Now())
			})
		return err
	})
}

// CompleteWithdrawal completes a withdrawal that the provider has.
func (s Sandbox) CompleteWithdrawal(ctx context.Context, clientID, id int64) (payoutrows.Payout, error) {
	return s.onPayout(ctx, balance.Withdrawal, clientID, id, s.Simulator.CompletePayout)
}

// FailWithdrawal fails a withdrawal that the provider has.
func (s Sandbox) FailWithdrawal(ctx context.Context, clientID, id int64) (payoutrows.Payout, error) {
	return s.onPayout(ctx, balance.Withdrawal, clientID, id, s.failPayout)
}

// CompleteSettlement completes a settlement that the provider has.
func (s Sandbox) CompleteSettlement(ctx context.Context, clientID, id int64) (payoutrows.Payout, error) {
	return s.onPayout(ctx, balance.Settlement, clientID, id, s.Simulator.CompletePayout)
}

// FailSettlement fails a settlement that the provider has.
func (s Sandbox) FailSettlement(ctx context.Context, clientID, id int64) (payoutrows.Payout, error) {
	return s.onPayout(ctx, balance.Settlement, clientID, id, s.failPayout)
}

func (s Sandbox) failPayout(ctx context.Context, reference string) error {
	return s.Simulator.FailPayout(ctx, reference, "")
}

func (s Sandbox) onPayment(
	ctx context.Context, clientID int64, id string, simulate func(ctx context.Context, transactionID string) error,
) (paymentrows.Transaction, error) {
	found, err := s.Queries.PaymentStatus(ctx, clientID, id)
	if err != nil {
		return found, err
	}
	return found, asRefusal(simulate(ctx, found.TransactionID))
}

func (s Sandbox) onPayout(
	ctx context.Context, kind string, clientID, id int64, simulate func(ctx context.Context, reference string) error,
) (payoutrows.Payout, error) {
	found, err := s.Queries.PayoutOf(ctx, clientID, kind, id)
	if err != nil {
		return found, err
	}
	order := balance.Order{Kind: found.Kind, ClientID: found.ClientID, ID: found.ID}
	if found.ProviderID != "" { // the simulator has it, unless it lost it, for example after an import
		has, err := s.Simulator.HasPayout(ctx, order.Name())
		if err == nil && !has {
			err = simulator.ErrNotFound
		}
		if err != nil {
			return found, asRefusal(err)
		}
	}
	// The simulator finds it by this prefix of its reference, even before it is sent.
	return found, asRefusal(simulate(ctx, order.Name()))
}

// asRefusal gives the errors of the simulated provider a kind and a code. The provider does not know them,
// since it is not part of the gateway.
func asRefusal(err error) error {
	switch {
	case errors.Is(err, simulator.ErrNotFound):
		return domain.Refuse(domain.NotFound, "not_found", "the simulated provider has no record of it")
	case errors.Is(err, simulator.ErrState):
		return domain.Refuse(domain.Invalid, "not_possible", "this can't happen to it in the state it is in")
	}
	return err
}
