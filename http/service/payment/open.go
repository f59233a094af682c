package payment

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/provider"
	"gateway/http/service"
)

var (
	errRefusedByProvider = domain.Refuse(domain.Upstream, "provider_refused", "the payment provider refused the payment")
	errUnknownOutcome    = domain.Refuse(domain.Upstream, "provider_unknown",
		"the payment provider did not answer: whether the payment exists will be known later, look at its status")
)

// requestAndOpen appends the request, asks the provider, and appends its answer. After a
// crash in between the request is in the log, so that the payment is looked up at the
// provider.
func (p Payments) requestAndOpen(ctx context.Context, o order) (Created, error) {
	stream := payment.Stream(o.TransactionID)
	requested, err := eventstore.Execute(ctx, p.Log, payment.Aggregate, stream, func(s payment.State) ([]domain.Event, error) {
		return payment.Request(s, o.RequestCmd)
	}, eventstore.ExpectNew)
	if err != nil {
		return Created{}, err
	}
	state := requested.State
	resumed := len(requested.Events) == 0
	if !state.Opened() && state.Status == payment.StatusPending {
		if state, err = p.openAtProvider(ctx, stream, o, resumed); err != nil {
			p.Wait(ctx, requested.Position) // the refusal tells the client to look at the status
			return Created{}, err
		}
	} else {
		p.Wait(ctx, requested.Position)
	}
	if state.Status == payment.StatusFailed {
		return Created{}, errRefusedByProvider
	}
	return createdOf(state), nil
}

// openAtProvider opens the payment at the provider and records the outcome.
func (p Payments) openAtProvider(ctx context.Context, stream string, o order, resumed bool) (payment.State, error) {
	opened, err := p.findOrOpen(ctx, o, resumed)
	var refused *report.Refused
	var decide func(payment.State) ([]domain.Event, error)
	switch {
	case err == nil:
		decide = func(s payment.State) ([]domain.Event, error) { return payment.Open(s, openCommand(opened, p.Now())) }
	case errors.As(err, &refused):
		p.Logger.WithField("provider_code", refused.Code).Info("the provider refused a payment")
		decide = func(s payment.State) ([]domain.Event, error) {
			return payment.Refuse(s, refused.Code, refused.Message, p.Now())
		}
	default:
		p.Logger.WithError(err).Warn("the outcome of a payment's creation is unknown")
		return payment.State{}, errUnknownOutcome
	}
	out, err := service.Execute(ctx, p.Core, payment.Aggregate, stream, decide)
	return out.State, err
}

// findOrOpen opens the payment at the provider. A resumed request may have reached the
// provider before, so it is looked up first.
func (p Payments) findOrOpen(ctx context.Context, o order, resumed bool) (report.Instructions, error) {
	if resumed {
		found, err := p.Provider.FindPayment(ctx, pricing.Kind(o.Channel), o.TransactionID)
		if !errors.Is(err, report.ErrNoRecord) {
			return found.Instructions, err
		}
	}
	return p.Provider.OpenPayment(ctx, provider.OpenRequest{
		Channel: pricing.Kind(o.Channel), ChannelCode: o.ChannelCode, ExternalID: o.TransactionID, Amount: o.Amount,
		CustomerName: o.CustomerName, CustomerPhone: o.CustomerPhone, SuccessURL: o.SuccessURL,
		Description: o.description, ExpiresAt: o.ExpiresAt, CallbackURL: p.NotificationURL + "/qris",
	})
}

func openCommand(o report.Instructions, at time.Time) payment.OpenCmd {
	cmd := payment.OpenCmd{
		ProviderID: o.ProviderID, VANumber: o.VANumber, BankCode: o.BankCode, QRString: o.QRString,
		PayURL: o.PayURL, Deeplink: o.Deeplink, InvoiceURL: o.InvoiceURL, At: at,
	}
	if o.ExpiresAt != nil {
		cmd.ExpiresAt = *o.ExpiresAt
	}
	return cmd
}
