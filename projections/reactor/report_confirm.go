package reactor

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
)

var errUnconfirmed = domain.Refuse(domain.Upstream, "provider_unconfirmed", "the provider, asked, does not say the same")

// takeConfirmed takes in a paid payment only after the provider, asked, reports the
// same. The provider can be asked for the first transfer of a payment only. A report
// of another transfer is taken in only when the first one was credited: it then goes
// to suspense, where an administrator decides, and credits no client.
func (r *Reports) takeConfirmed(ctx context.Context, p report.Payment) error {
	found, err := r.Provider.GetPayment(ctx, p.Channel, lookupID(p.Channel, p.ProviderID, p.TransactionID))
	if errors.Is(err, report.ErrNoRecord) {
		return errUnconfirmed
	}
	if err != nil {
		return err
	}
	if found.TransactionID != p.TransactionID || !found.Status.IsPaid() {
		return errUnconfirmed
	}
	if found.PaymentID != p.PaymentID {
		return r.takePayment(ctx, p, func(s payment.State) error {
			if !s.Paid() {
				return errUnconfirmed
			}
			return nil
		})
	}
	if !found.PaidAmount.Equal(p.PaidAmount) || p.Status == report.Settled && found.Status != report.Settled {
		return errUnconfirmed
	}
	return r.takePayment(ctx, p, nil)
}

// lookupID is the id that the provider looks a payment up by: its own, or ours for a
// QR code.
func lookupID(channel pricing.Kind, providerID, transactionID string) string {
	if channel == pricing.QRIS {
		return transactionID
	}
	return providerID
}
