package reactor

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
)

// errUnopened means that the outcome of a creation can't be known yet.
var errUnopened = errors.New("whether the provider took the payment is not known yet")

// creationFinder finds out what became of creations that the provider did not answer.
type creationFinder struct {
	reports  *Reports
	provider interface {
		FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error)
	}
	// unopenedAfter and refuseAfter are UnopenedAfter and RefuseAfter of PaymentPollingOptions.
	unopenedAfter, refuseAfter time.Duration
}

// find asks the provider for a payment and appends the result as the answer to the creation. If the
// payment is no longer pending there, find also takes in what the provider reports about its money. It
// returns the resulting state. Errors: errUnopened while the creation may still be under way;
// report.ErrNoRecord if the provider still has no record refuseAfter after the request, so that it never
// will; those of the provider and of the store.
func (f creationFinder) find(ctx context.Context, s payment.State) (payment.State, error) {
	waited := f.reports.Now().Sub(s.RequestedAt)
	if waited < f.unopenedAfter {
		return s, errUnopened
	}
	found, err := f.provider.FindPayment(ctx, pricing.Kind(s.Channel), s.TransactionID)
	switch {
	case errors.Is(err, report.ErrNoRecord) && waited < f.refuseAfter:
		return s, errUnopened
	case err != nil:
		return s, err
	}
	out, err := eventstore.Execute(withProviderAsActor(ctx), f.reports.Log, payment.Aggregate, payment.Stream(s.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.Open(s, openCommand(found, f.reports.Now()))
		})
	if err != nil || found.Status == report.Pending {
		return out.State, err
	}
	if err := f.reports.takeFound(ctx, s, found); err != nil {
		return s, err
	}
	s, _, err = eventstore.Load(ctx, f.reports.Log, payment.Aggregate, payment.Stream(s.TransactionID))
	return s, err
}

// openCommand makes the command that records the provider's answer to the creation from its record of the
// payment.
func openCommand(found report.Payment, now time.Time) payment.OpenCmd {
	in := found.Instructions
	cmd := payment.OpenCmd{
		ProviderID: found.ProviderID, VANumber: in.VANumber, BankCode: in.BankCode, QRString: in.QRString,
		PayURL: in.PayURL, Deeplink: in.Deeplink, InvoiceURL: in.InvoiceURL, At: now,
	}
	if in.ExpiresAt != nil {
		cmd.ExpiresAt = *in.ExpiresAt
	}
	return cmd
}
