package reactor

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/provider"
)

// confirmed takes a payment in only after the provider, asked, says the same. What
// it can be asked for is the first payment of an external id. A report of another
// one is taken only when the first was credited: it then goes to suspense, where an
// administrator looks at it, and credits nobody.
func (i *Intake) confirmed(ctx context.Context, n provider.Notification) error {
	id := n.ProviderID
	if n.Kind == provider.QRIS {
		id = n.ExternalID
	}
	found, err := i.Provider.GetPayment(ctx, n.Kind, id)
	if errors.Is(err, provider.ErrNotFound) {
		return errUnconfirmed
	}
	if err != nil {
		return err
	}
	if found.ExternalID != n.ExternalID || !isPaid(found.Status) {
		return errUnconfirmed
	}
	if found.PaymentID != n.PaymentID {
		return i.payment(ctx, n, func(s payment.State) error {
			if !s.Paid() {
				return errUnconfirmed
			}
			return nil
		})
	}
	if !found.PaidAmount.Equal(n.PaidAmount) || n.Status == provider.Settled && found.Status != provider.Settled {
		return errUnconfirmed
	}
	return i.payment(ctx, n, nil)
}

var errUnconfirmed = domain.Refuse(domain.Upstream, "provider_unconfirmed", "the provider, asked, does not say the same")

// notificationOf says what was found by asking as the provider would have told it.
func notificationOf(channel string, found provider.PaymentSnapshot) provider.Notification {
	return provider.Notification{
		Kind: channel, ProviderID: found.ProviderID, PaymentID: found.PaymentID, ExternalID: found.ExternalID,
		Status: found.Status, Amount: found.Amount, PaidAmount: found.PaidAmount, PaidAt: found.PaidAt,
		ChannelCode: found.ChannelCode, PaymentMethod: found.PaymentMethod, PaymentChannel: found.PaymentChannel,
		UserID: found.UserID,
	}
}

func notificationOfPayout(found provider.Disbursement) provider.Notification {
	n := provider.Notification{
		Kind: provider.KindDisbursement, ProviderID: found.ID, PaymentID: found.ID, ExternalID: found.ExternalID,
		Status: found.Status, Amount: found.Amount, FailureCode: found.FailureCode,
	}
	if found.Status == provider.Completed {
		n.PaidAmount, n.PaidAt = found.Amount, found.UpdatedAt
	}
	return n
}
