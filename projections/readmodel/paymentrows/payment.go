package paymentrows

import (
	"context"
	"errors"
	"slices"

	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/projections/readmodel/readtable"
)

// Queries queries payments, recorded transactions, and their money.
type Queries struct{ readtable.DB }

// PaymentByTransactionID returns a payment of any client.
func (q Queries) PaymentByTransactionID(ctx context.Context, transactionID string) (Transaction, error) {
	return transactionTable.Get(ctx, q.DB, "WHERE transaction_id = $1 AND channel <> 'recorded'", transactionID)
}

// PaymentStatus finds one of the client's payments by its transaction_id, or else by the provider's id, or
// else by the client's external_id (the newest payment with it). API reference: Payments.
func (q Queries) PaymentStatus(ctx context.Context, clientID int64, anyID string) (Transaction, error) {
	t, err := q.PaymentByTransactionID(ctx, anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, readtable.ErrNotFound) {
		return t, err
	}
	t, err = transactionTable.Get(ctx, q.DB, "WHERE provider_id = $1", anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, readtable.ErrNotFound) {
		return t, err
	}
	return readtable.NewestOfForms(anyID, Transaction.isNewer, func(form string) (Transaction, error) {
		return transactionTable.Get(ctx, q.DB, `WHERE client_id = $1 AND external_id = $2 AND channel <> 'recorded'
			ORDER BY transactions.position DESC`, clientID, form)
	})
}

// TransactionIDOf returns the transaction_id of the payment with this provider id, or "" when there is none.
func (q Queries) TransactionIDOf(ctx context.Context, providerID string) (string, error) {
	if providerID == "" {
		return "", nil
	}
	t, err := transactionTable.Get(ctx, q.DB, "WHERE provider_id = $1", providerID)
	if errors.Is(err, readtable.ErrNotFound) {
		return "", nil
	}
	return t.TransactionID, err
}

// PaymentCallbackStatus returns callback.StatusDelivered if a callback about the merchant's payment was
// delivered, else callback.StatusPending if one is under way, else callback.StatusExhausted. It returns ""
// when there is no callback.
func (q Queries) PaymentCallbackStatus(ctx context.Context, clientID int64, transactionID string) (string, error) {
	var statuses []string
	err := q.SQL.SelectContext(ctx, &statuses, "SELECT DISTINCT status FROM callbacks WHERE client_id = $1 AND resource = $2 AND kind = $3",
		clientID, "transactions/"+transactionID, callback.KindPayment)
	if err != nil {
		return "", readtable.Failed("callbacks", err)
	}
	for _, status := range []string{callback.StatusDelivered, callback.StatusPending, callback.StatusExhausted} {
		if slices.Contains(statuses, status) {
			return status, nil
		}
	}
	return "", nil
}

// Instructions tell how a customer pays. Only the fields of the payment's channel are set, and none when it
// can no longer be paid.
type Instructions struct {
	BankCode   *string `json:"bank_code,omitempty"`
	Deeplink   *string `json:"deeplink,omitempty"`
	InvoiceURL *string `json:"invoice_url,omitempty"`
	PayURL     *string `json:"pay_url,omitempty"`
	QRString   *string `json:"qr_string,omitempty"`
	VANumber   *string `json:"va_number,omitempty"`
}

// InstructionsOf selects what the provider returned for the channel.
func InstructionsOf(channel string, o Opening) Instructions {
	switch pricing.Kind(channel) {
	case pricing.VA:
		return Instructions{VANumber: &o.VANumber, BankCode: &o.BankCode}
	case pricing.EWallet:
		return Instructions{PayURL: &o.PayURL, Deeplink: &o.Deeplink}
	case pricing.QRIS:
		return Instructions{QRString: &o.QRString}
	case pricing.Invoice:
		return Instructions{InvoiceURL: &o.InvoiceURL}
	}
	return Instructions{}
}

// SingleTransaction is a transaction shown on its own, with payment instructions while it is open. Lists
// leave the instructions out.
type SingleTransaction struct {
	Transaction
	Instructions
}

// Single returns the transaction in the form in which it is shown on its own. A payment is open from the
// provider's answer until it is paid or ends.
func (t Transaction) Single() SingleTransaction {
	single := SingleTransaction{Transaction: t}
	if t.Status == payment.StatusPending && t.OpenedAt != nil {
		single.Instructions = InstructionsOf(t.Channel, t.Opening)
	}
	return single
}
