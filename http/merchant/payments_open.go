package merchant

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

var errUnknownOutcome = domain.Refuse(domain.Upstream, "provider_unknown",
	"the payment provider did not answer: whether the payment exists will be known later, look at its status")

// openPayment appends the request, asks the provider, and appends what it said. A
// crash in between leaves the request, to be looked up at the provider.
func (a *API) openPayment(ctx context.Context, o opening) (any, error) {
	stream := payment.Stream(o.TransactionID)
	requested, err := eventstore.Execute(ctx, a.Log, payment.Aggregate, stream, func(s payment.State) ([]domain.Event, error) {
		return payment.Request(s, o.RequestCmd)
	}, eventstore.ExpectNew)
	if err != nil {
		return nil, err
	}
	state := requested.State
	resumed := len(requested.Events) == 0
	if !state.Opened() && state.Status == payment.StatusPending {
		if state, err = a.askProvider(ctx, stream, o, resumed); err != nil {
			a.Wait(ctx, requested.Position) // the refusal sends the client to the status
			return nil, err
		}
	} else {
		a.Wait(ctx, requested.Position)
	}
	if state.Status == payment.StatusFailed {
		return nil, domain.Refuse(domain.Upstream, "provider_refused", "the payment provider refused the payment")
	}
	return created(state), nil
}

// askProvider opens the payment at the provider and records the outcome. A resumed
// request may have reached it already, so it is looked for first.
func (a *API) askProvider(ctx context.Context, stream string, o opening, resumed bool) (payment.State, error) {
	opened, err := a.openOrFind(ctx, o, resumed)
	var refused *report.Refused
	var decide func(payment.State) ([]domain.Event, error)
	switch {
	case err == nil:
		decide = func(s payment.State) ([]domain.Event, error) { return payment.Open(s, openCommand(opened, a.Now())) }
	case errors.As(err, &refused):
		a.Logger.WithField("provider_code", refused.Code).Info("the provider refused a payment")
		decide = func(s payment.State) ([]domain.Event, error) {
			return payment.Refuse(s, refused.Code, refused.Message, a.Now())
		}
	default:
		a.Logger.WithError(err).Warn("the outcome of a payment's creation is unknown")
		return payment.State{}, errUnknownOutcome
	}
	out, err := service.Execute(ctx, a.Core, payment.Aggregate, stream, decide)
	return out.State, err
}

func (a *API) openOrFind(ctx context.Context, o opening, resumed bool) (report.Instructions, error) {
	if resumed {
		found, err := a.provider.FindPayment(ctx, pricing.Kind(o.Channel), o.TransactionID)
		if !errors.Is(err, report.ErrNoRecord) {
			return found.Instructions, err
		}
	}
	return a.provider.OpenPayment(ctx, provider.OpenRequest{
		Channel: pricing.Kind(o.Channel), ChannelCode: o.ChannelCode, ExternalID: o.TransactionID, Amount: o.Amount,
		CustomerName: o.CustomerName, CustomerPhone: o.CustomerPhone, SuccessURL: o.SuccessURL,
		Description: o.description, ExpiresAt: o.ExpiresAt, CallbackURL: a.config.CallbackBase + "/qris",
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

// created is the answer to a creation: only what the channel has is there.
func created(s payment.State) PaymentCreated {
	o := s.Opening
	answer := PaymentCreated{Transaction: transactionOf(s), ProviderID: o.ProviderID, ExpiresAt: s.ExpiresAt}
	switch pricing.Kind(s.Channel) {
	case pricing.VA:
		answer.VANumber, answer.BankCode = &o.VANumber, &o.BankCode
	case pricing.EWallet:
		answer.PayURL, answer.Deeplink = &o.PayURL, &o.Deeplink
	case pricing.QRIS:
		answer.QRString = &o.QRString
	case pricing.Invoice:
		answer.InvoiceURL = &o.InvoiceURL
	}
	return answer
}
