package paymentreactor

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reportreactor"
)

// findCreated takes in the outcome of a creation that the provider did not answer. If the provider has no
// record of the payment, the payment is refused.
func (w *PaymentWatch) findCreated(ctx context.Context, s payment.State) error {
	_, err := w.find(ctx, s)
	if errors.Is(err, report.ErrNoRecord) {
		return w.end(ctx, s, func(s payment.State) ([]domain.Event, error) {
			return payment.Refuse(s, "provider_not_found", "the provider has no record of it", w.reports.Now())
		})
	}
	return reactor.LaterIfRefused(err)
}

// find asks the provider for a payment and appends the result as the answer to the creation. If the
// payment is no longer pending there, find also takes in what the provider reports about its money. It
// returns the resulting state. Errors: ErrLater while the creation may still be under way;
// report.ErrNoRecord if the provider still has no record refuseAfter after the request, so that it never
// will; those of the provider and of the store.
func (w *PaymentWatch) find(ctx context.Context, s payment.State) (payment.State, error) {
	waited := w.reports.Now().Sub(s.RequestedAt)
	if waited < unopenedAfter {
		return s, reactor.ErrLater
	}
	found, err := w.lookUp(ctx, s)
	switch {
	case errors.Is(err, report.ErrNoRecord) && waited < refuseAfter:
		return s, reactor.ErrLater
	case err != nil:
		return s, err
	case found.Status == report.Pending && !found.Instructions.Usable(found.Channel):
		return s, w.closeUnusable(ctx, s)
	}
	out, err := w.execute(reportreactor.WithProviderAsActor(ctx), s.TransactionID, func(s payment.State) ([]domain.Event, error) {
		return payment.Open(s, openCommand(found, w.reports.Now()))
	})
	if err != nil || found.Status == report.Pending {
		return out.State, err
	}
	if err := w.reports.TakeFound(ctx, s, found); err != nil {
		return s, err
	}
	s, _, err = eventstore.Load(ctx, w.reports.Log, payment.Aggregate, payment.Stream(s.TransactionID))
	return s, err
}

// closeUnusable closes a payment that the provider made and that no customer can pay, because the answer with the
// instructions was lost. It returns report.ErrNoRecord once that is done: there is nothing that could be shown.
func (w *PaymentWatch) closeUnusable(ctx context.Context, s payment.State) error {
	provider, err := w.connections.Payments(s.Connection)
	if err == nil {
		err = provider.ExpirePayment(ctx, s.Lookup())
	}
	if _, refused := errors.AsType[*report.Refused](err); refused || err == nil || errors.Is(err, errors.ErrUnsupported) {
		return report.ErrNoRecord // money that comes all the same is credited
	}
	return err
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

// expire asks the provider once more, and then expires the payment by the gateway's clock. While the
// provider keeps an invoice open, the invoice stays open here too, for at most expireAfter.
func (w *PaymentWatch) expire(ctx context.Context, s payment.State) error {
	found, err := w.lookUp(ctx, s)
	mayWait := w.reports.Now().Before(s.ExpiresAt.Add(expireAfter))
	switch {
	case err != nil && !errors.Is(err, report.ErrNoRecord) && mayWait:
		return err
	case err == nil && (found.Status.IsPaid() || found.Status == report.Reversed):
		// A wrong amount goes to suspense and leaves the payment pending. payment.Expire
		// then decides whether it expires.
		if err := w.reports.TakeFound(ctx, s, found); err != nil {
			return reactor.LaterIfRefused(err)
		}
	case err == nil && found.Status == report.Pending && pricing.Kind(s.Channel).Traits().ProviderExpires && mayWait:
		return reactor.ErrLater
	}
	return w.end(ctx, s, func(s payment.State) ([]domain.Event, error) { return payment.Expire(s, w.reports.Now()) })
}

func (w *PaymentWatch) end(ctx context.Context, s payment.State, decide func(payment.State) ([]domain.Event, error)) error {
	out, err := w.execute(ctx, s.TransactionID, decide)
	if err == nil && len(out.Events) == 0 && out.State.Status == payment.StatusPending {
		return reactor.ErrLater // an administrator has to decide on suspended money first
	}
	return reactor.LaterIfRefused(err)
}

// lookUp asks the payment's connection for it.
func (w *PaymentWatch) lookUp(ctx context.Context, s payment.State) (report.Payment, error) {
	provider, err := w.connections.Payments(s.Connection)
	if err != nil {
		return report.Payment{}, err
	}
	return provider.FindPayment(ctx, s.Lookup())
}
