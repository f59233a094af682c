package payment

import (
	"time"

	"gateway/domain"
)

// Opened says that the provider accepted the payment.
type Opened struct {
	Identity
	ProviderID string    `json:"provider_id"`
	VANumber   string    `json:"va_number"`
	BankCode   string    `json:"bank_code"`
	QRString   string    `json:"qr_string"`
	PayURL     string    `json:"pay_url"`
	Deeplink   string    `json:"deeplink"`
	InvoiceURL string    `json:"invoice_url"`
	ExpiresAt  time.Time `json:"expires_at"`
	At         time.Time `json:"at"`
}

// Refused says that the provider did not accept the payment: status FAILED, no callback.
type Refused struct {
	Identity
	Code    string    `json:"code"`
	Message string    `json:"message"`
	At      time.Time `json:"at"`
}

// OpenCmd is the provider's answer when it accepts a payment.
type OpenCmd struct {
	ProviderID string
	VANumber   string
	BankCode   string
	QRString   string
	PayURL     string
	Deeplink   string
	InvoiceURL string
	// ExpiresAt is zero if the provider names no time: the requested one then stays.
	ExpiresAt time.Time
	At        time.Time
}

// Open records the provider's answer. It also opens a payment that was paid or expired in the meantime,
// because notifications name the payment by the ids in the answer; the status stays. Checks:
// payment_not_found; opened or FAILED already: nothing happens.
func Open(s State, cmd OpenCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Opened() || s.Status == StatusFailed {
		return nil, nil
	}
	if cmd.ExpiresAt.IsZero() {
		cmd.ExpiresAt = s.ExpiresAt
	}
	return []domain.Event{Opened{
		Identity: s.Identity, ProviderID: cmd.ProviderID,
		VANumber: cmd.VANumber, BankCode: cmd.BankCode, QRString: cmd.QRString,
		PayURL: cmd.PayURL, Deeplink: cmd.Deeplink, InvoiceURL: cmd.InvoiceURL,
		ExpiresAt: cmd.ExpiresAt, At: cmd.At,
	}}, nil
}

// Refuse records that the provider did not accept the payment, which makes it FAILED. Checks:
// payment_not_found; opened, or not PENDING any more: nothing happens, because later reports outweigh this
// answer.
func Refuse(s State, code, message string, at time.Time) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Status != StatusPending || s.Opened() {
		return nil, nil
	}
	return []domain.Event{Refused{Identity: s.Identity, Code: code, Message: message, At: at}}, nil
}
