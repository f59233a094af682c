package refundreactor

import (
	"context"
	"errors"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
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
	return provider.SendRefund(ctx, j.providersOrder())
}

// find looks the refund up, or its transfer.
func (j *job) find(ctx context.Context) (report.RefundRecord, error) {
	if j.refund.Method == payment.MethodTransfer {
		payer, err := j.o.Payers(j.refund.PaidBy)
		if err != nil {
			return report.RefundRecord{}, err
		}
		found, err := payer.FindPayout(ctx, j.refund.ProviderAPI, j.refund.Key)
		return recordOf(found), err
	}
	provider, err := j.o.Providers(j.row.Connection)
	if err != nil {
		return report.RefundRecord{}, err
	}
	found, err := provider.FindRefund(ctx, j.providersOrder())
	if errors.Is(err, errors.ErrUnsupported) {
		return found, report.ErrNoRecord
	}
	return found, err
}

// recordOf is a transfer as the record of the refund that it makes.
func recordOf(p report.Payout) report.RefundRecord {
	return report.RefundRecord{Connection: p.Connection, ID: p.ProviderID, Status: p.Status, Amount: p.Amount, FailureCode: p.FailureCode}
}

// providersOrder is the order for the connection that received the money.
func (j *job) providersOrder() report.RefundOrder {
	o := report.RefundOrder{
		Channel: pricing.Kind(j.state.Channel), PaidWith: j.row.ChannelCode, TransactionID: j.row.TransactionID,
		ProviderID: j.state.MoneyOf(j.refund).ProviderID, PaymentID: j.refund.ProviderPaymentID, Reference: j.refund.Key,
		Amount: j.refund.Amount, Void: j.refund.Method == payment.MethodVoid, Reason: j.refund.Reason,
		ID: j.refund.ProviderID, Again: j.again,
	}
	o.Known = append(o.Known, j.refund.FormerIDs...)
	for _, known := range j.state.Reversals {
		o.Known = append(o.Known, known.ReversalID)
	}
	for _, other := range j.state.Refunds {
		o.Known = append(o.Known, other.FormerIDs...)
		if other.RefundID != j.refund.RefundID && other.ProviderID != "" {
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
