package callbackrows

import (
	"encoding/json"
	"time"

	"gateway/domain/balance"
	"gateway/domain/money"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// paymentPayload is the body of a payment's callback (API reference: Callbacks), with its fields in this
// order. An absent string is "", and an absent number is 0.
type paymentPayload struct {
	ID                     string          `json:"id"`
	ExternalID             string          `json:"external_id"`
	TransactionID          string          `json:"transaction_id"`
	ClientExternalID       string          `json:"client_external_id"`
	UserID                 string          `json:"user_id"`
	Status                 string          `json:"status"`
	Amount                 decimal.Decimal `json:"amount"`
	PaidAmount             decimal.Decimal `json:"paid_amount"`
	AdjustedReceivedAmount decimal.Decimal `json:"adjusted_received_amount"`
	TotalFee               decimal.Decimal `json:"biayavat"`
	PaidAt                 string          `json:"paid_at"`
	PaymentMethod          string          `json:"payment_method"`
	PaymentChannel         string          `json:"payment_channel"`
	Metadata               json.RawMessage `json:"metadata"`
}

// withdrawalPayload is the body of a withdrawal's callback (API reference: Callbacks):
// these three fields and no others.
type withdrawalPayload struct {
	Status        string `json:"status"`
	TransferredBy string `json:"di_transfer_oleh"`
	TransferAt    string `json:"transfer_at"`
}

func paidPayload(status string, i payment.Identity, r payment.Receipt, c payment.Charge) paymentPayload {
	p := identityPayload(status, i, r.ProviderID)
	p.UserID, p.PaymentMethod, p.PaymentChannel = r.UserID, r.PaymentMethod, r.PaymentChannel
	p.PaidAmount, p.TotalFee = r.PaidAmount, c.Fee.Add(c.VAT)
	p.AdjustedReceivedAmount = p.PaidAmount.Sub(p.TotalFee)
	// The transaction also shows microseconds.
	p.PaidAt = r.PaidAt.UTC().Truncate(time.Microsecond).Format(time.RFC3339Nano)
	return p
}

func expiredPayload(e payment.Expired) paymentPayload {
	return identityPayload(payment.StatusExpired, e.Identity, e.ProviderID)
}

func identityPayload(status string, i payment.Identity, providerID string) paymentPayload {
	p := paymentPayload{
		ID: providerID, ExternalID: i.TransactionID, TransactionID: i.TransactionID, ClientExternalID: i.ExternalID,
		Status: status, Amount: i.Amount, PaidAmount: money.Zero, AdjustedReceivedAmount: money.Zero, TotalFee: money.Zero,
		Metadata: i.Metadata,
	}
	if len(p.Metadata) == 0 || string(p.Metadata) == "null" {
		p.Metadata = json.RawMessage("{}")
	}
	return p
}

func completedPayload(e balance.PayoutCompleted) withdrawalPayload {
	return withdrawalPayload{Status: balance.StatusCompleted, TransferredBy: e.TransferredBy, TransferAt: withOffset(e.TransferAt)}
}

// failedPayload has the time of the failure instead of the time of the transfer.
func failedPayload(e balance.PayoutFailed) withdrawalPayload {
	return withdrawalPayload{Status: balance.StatusFailed, TransferAt: withOffset(e.Movement.At)}
}

// withOffset writes the offset as +00:00 instead of Z (API reference: Callbacks).
func withOffset(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05-07:00") }
