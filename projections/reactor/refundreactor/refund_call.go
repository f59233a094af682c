package refundreactor

import (
	"context"
	"errors"

	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/payoutreactor"
)

// send asks the provider for the refund, or orders its transfer.
func (j *job) send(ctx context.Context) (report.RefundRecord, error) {
	if j.refund.Method == payment.MethodTransfer {
		payer, err := j.o.Payers(j.refund.PaidBy)
		if err != nil {
			return report.RefundRecord{}, err
		}
		made, err := payer.SendPayout(ctx, j.transfer())
		return recordOf(made), err
	}
	provider, err := j.o.Providers(j.row.Connection)
	if err != nil {
		return report.RefundRecord{}, err
	}
	return provider.SendRefund(ctx, orderOf(j.state, j.refund, j.again))
}

// find looks the refund up, or its transfer.
func (j *job) find(ctx context.Context) (report.RefundRecord, error) {
	return j.o.Find(ctx, j.state, j.refund, j.again)
}

// Ports are the connections that refunds and their transfers are asked at.
type Ports struct {
	// Providers make refunds, Payers make transfers.
	Providers connection.Ports[Provider]
	Payers    connection.Ports[payoutreactor.PayoutProvider]
}

// Find asks for the last attempt of a refund, or for its transfer. again is true if it was sent before. Errors: those of Provider,
// and of the ports.
func (p Ports) Find(ctx context.Context, s payment.State, r payment.RefundOf, again bool) (report.RefundRecord, error) {
	if r.Method == payment.MethodTransfer {
		payer, err := p.Payers(r.PaidBy)
		if err != nil {
			return report.RefundRecord{}, err
		}
		found, err := payer.FindPayout(ctx, r.ProviderAPI, r.Key)
		return recordOf(found), err
	}
	provider, err := p.Providers(s.MoneyOf(r).Connection)
	if err != nil {
		return report.RefundRecord{}, err
	}
	found, err := provider.FindRefund(ctx, orderOf(s, r, again))
	if errors.Is(err, errors.ErrUnsupported) {
		return found, report.ErrNoRecord
	}
	return found, err
}

// route chooses where a transfer is ordered. A restore may have lost from the log that it was ordered before, at another
// connection or by the other API: then it stays there.
func (j *job) route(ctx context.Context) (payoutreactor.Route, error) {
	g, err := eventstore.ReadGeneration(ctx, j.Log.Store())
	if err != nil {
		return payoutreactor.Route{}, err
	}
	if g.Number == 0 { // the log was never restored
		return j.o.Route(ctx, j.order())
	}
	key := payment.RefundKey(j.row.TransactionID, j.row.ID, j.refund.Attempts+1)
	for _, name := range j.o.PayerNames {
		payer, err := j.o.Payers(name)
		if err != nil {
			continue // it makes no payouts
		}
		for _, api := range []string{report.PayoutsV1, report.PayoutsV2} {
			_, err := payer.FindPayout(ctx, api, key)
			switch {
			case err == nil:
				return payoutreactor.Route{Connection: name, ProviderAPI: api}, nil
			case !errors.Is(err, report.ErrNoRecord) && !errors.Is(err, errors.ErrUnsupported):
				return payoutreactor.Route{}, j.unknown(err)
			}
		}
	}
	return j.o.Route(ctx, j.order())
}

// recordOf is a transfer as the record of the refund that it makes.
func recordOf(p report.Payout) report.RefundRecord {
	return report.RefundRecord{Connection: p.Connection, ID: p.ProviderID, Status: p.Status, Amount: p.Amount, FailureCode: p.FailureCode}
}

// orderOf is the order for the connection that received the money.
func orderOf(s payment.State, r payment.RefundOf, again bool) report.RefundOrder {
	money := s.MoneyOf(r)
	o := report.RefundOrder{
		Channel: pricing.Kind(s.Channel), PaidWith: money.ChannelCode, TransactionID: s.TransactionID,
		ProviderID: money.ProviderID, PaymentID: r.ProviderPaymentID, Reference: r.Key,
		Amount: r.Amount, Void: r.Method == payment.MethodVoid, Reason: r.Reason,
		ID: r.ProviderID, Again: again,
	}
	o.Known = append(o.Known, r.FormerIDs...)
	for _, known := range s.Reversals {
		o.Known = append(o.Known, known.ReversalID)
	}
	for _, other := range s.Refunds {
		o.Known = append(o.Known, other.FormerIDs...)
		if other.RefundID != r.RefundID && other.ProviderID != "" {
			o.Known = append(o.Known, other.ProviderID)
		}
	}
	return o
}

// order is what a transfer is routed by.
func (j *job) order() balance.Order {
	return balance.Order{
		Kind: balance.Settlement, ClientID: j.row.ClientID, ID: j.row.ID, Amount: j.refund.Amount, Bank: j.refund.To.Bank,
		AccountNumber: j.refund.To.AccountNumber, AccountHolder: j.refund.To.AccountHolder, RequestedAt: j.refund.RequestedAt,
	}
}

func (j *job) transfer() balance.Transfer {
	return balance.Transfer{
		Reference: j.refund.Key, IdempotencyKey: j.refund.Key, ProviderAPI: j.refund.ProviderAPI, Bank: j.refund.To.Bank,
		AccountHolder: j.refund.To.AccountHolder, AccountNumber: j.refund.To.AccountNumber, Description: j.refund.RefundExternalID,
		Amount: j.refund.Amount,
	}
}
