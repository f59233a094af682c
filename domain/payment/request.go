package payment

import (
	"time"

	"gateway/domain"
)

// RequestCmd asks for a payment; it is the event before it happened.
type RequestCmd Requested

// Request opens the stream, before the provider is called. A payment that was
// requested already is not asked for again: nothing happens, and the caller goes on
// with the state it finds. The caller has checked the amount against the channel.
// Refused with invalid_field channel_code where Rates has no rate for it.
func Request(s State, cmd RequestCmd) ([]domain.Event, error) {
	if s.Exists() {
		return nil, nil
	}
	if _, ok := cmd.Rates[cmd.ChannelCode]; !ok {
		return nil, domain.InvalidField("channel_code", "has no rate")
	}
	return []domain.Event{Requested(cmd)}, nil
}

// OpenCmd is the provider's answer to the payment that it took.
type OpenCmd struct {
	ProviderID string
	VANumber   string
	BankCode   string
	QRString   string
	PayURL     string
	Deeplink   string
	InvoiceURL string
	// ExpiresAt is zero where the provider names none: it stays as asked for.
	ExpiresAt time.Time
	At        time.Time
}

// Open records the provider's answer. Guards: payment_not_found; opened or FAILED
// already: nothing happens. A payment that was paid or expired in the meantime is
// still opened, since its ids are what notifications name; its status stays.
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

// Refuse records that the provider did not take the payment: FAILED. Guards:
// payment_not_found; anything but PENDING and not opened: nothing happens, since
// what the provider did since then says more than this answer.
func Refuse(s State, code, message string, at time.Time) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Status != StatusPending || s.Opened() {
		return nil, nil
	}
	return []domain.Event{Refused{Identity: s.Identity, Code: code, Message: message, At: at}}, nil
}

// Expire ends a payment that nobody paid. Guards: payment_not_found; anything but
// PENDING: nothing happens, PAID beats EXPIRED; money for it is in suspense:
// nothing happens, it keeps its status until an administrator has decided.
func Expire(s State, at time.Time) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Status != StatusPending || s.awaitsDecision() {
		return nil, nil
	}
	return []domain.Event{Expired{
		Identity: s.Identity, ProviderID: s.Opening.ProviderID, PreviousStatus: s.Status, At: at,
	}}, nil
}

func notFound() error {
	return domain.Refuse(domain.NotFound, "payment_not_found", "there is no such payment")
}
