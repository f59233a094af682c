// Package paymentservice implements the use cases of payments: a client requests one, the provider opens it,
// and the client's customer pays it. A reactor handles the provider's later reports.
package paymentservice

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/service"

	"github.com/shopspring/decimal"
)

// Provider opens payments. It returns *report.Refused when the provider refused, and report.ErrNoRecord when
// it has no record. After any other error the payment may be open at the provider. Both adapters implement it.
type Provider interface {
	OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error)
	FindPayment(ctx context.Context, of report.Lookup) (report.Payment, error)
}

// Payments implements the use cases for the payments of all clients.
type Payments struct {
	*service.Core
	Providers connection.Ports[Provider]
	// Router may be nil: all payments are then of connection.Xendit.
	Router Router
	// VATRate is the VAT rate on fees, in percent.
	VATRate decimal.Decimal
	// Expiry is how long a payment stays open, by channel code. A channel that is missing uses its own
	// default.
	Expiry map[string]time.Duration
	// HoldUntilSettled lists the channel codes whose credits become available only after the payment is
	// SETTLED.
	HoldUntilSettled []string
	// NotificationURL is where the provider sends its notifications: <PUBLIC_URL>/api/v2/provider/callbacks,
	// without the kind at the end.
	NotificationURL string
	// PagesURL is the base URL of the gateway's own pages for customers: <PUBLIC_URL>/pay.
	PagesURL string
}

// Cancel ends a pending payment of the client (API reference: cancel), and returns when the read models show
// it. The reactor PaymentWatch tells the provider. An EXPIRED payment stays unchanged. Its errors are those
// of payment.Cancel.
func (p Payments) Cancel(ctx context.Context, clientID int64, transactionID string) error {
	if owner, ok := payment.ClientOf(transactionID); !ok || owner != clientID {
		return domain.Refuse(domain.NotFound, "not_found", "there is no such payment")
	}
	_, err := service.Execute(ctx, p.Core, payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) { return payment.Cancel(s, clientID, p.Now()) })
	return err
}

var (
	errRefusedByProvider = domain.Refuse(domain.Upstream, "provider_refused", "the payment provider refused the payment")
	errUnknownOutcome    = domain.Refuse(domain.Upstream, "provider_unknown",
		"the payment provider did not answer: whether the payment exists will be known later, look at its status")
)

// open asks the provider to open a requested payment that it has not answered yet, and appends the answer.
// merchant is the merchant's name. The request is already in the log, so that after a crash the payment is
// looked up at the provider.
func (p Payments) open(ctx context.Context, requested eventstore.Outcome[payment.State], merchant string) (Created, error) {
	state := requested.State
	if !state.Opened() && state.Status == payment.StatusPending {
		var err error
		resumed := len(requested.Events) == 0
		if state, err = p.openAtProvider(ctx, state, merchant, resumed); err != nil {
			p.Wait(ctx, requested.Position) // the refusal tells the client to check the status
			return Created{}, err
		}
	} else {
		p.Wait(ctx, requested.Position)
	}
	if state.Status == payment.StatusFailed {
		return Created{}, errRefusedByProvider
	}
	p.replaceOlder(ctx, state)
	return createdOf(state), nil
}

// openAtProvider opens the payment at the provider and records the outcome.
func (p Payments) openAtProvider(ctx context.Context, s payment.State, merchant string, resumed bool) (payment.State, error) {
	opened, err := p.findOrOpen(ctx, s, merchant, resumed)
	var cause string
	none := false // no other connection is left, and none of those that were asked made anything
	// An earlier request may have made something at the connection, so a resumed one stays with it.
	for err != nil && !resumed {
		next, ok, failed := p.reroute(ctx, s, err)
		if failed != nil {
			err = errors.Join(err, failed)
			break
		}
		if !ok {
			cause, none = report.MadeNothing(err)
			break
		}
		s = next
		opened, err = p.findOrOpen(ctx, s, merchant, false)
	}
	asked := s.Connection
	var refused *report.Refused
	var decide func(payment.State) ([]domain.Event, error)
	switch {
	case err == nil:
		decide = func(s payment.State) ([]domain.Event, error) { return payment.Open(s, p.openCommand(s, opened)) }
	case errors.As(err, &refused):
		p.Logger.WithField("provider_code", refused.Code).Info("the provider refused a payment")
		decide = func(s payment.State) ([]domain.Event, error) {
			return payment.Refuse(s, refused.Code, refused.Message, p.Now())
		}
	case none:
		p.Logger.WithError(err).WithField("cause", cause).Warn("no connection made a payment")
		decide = func(s payment.State) ([]domain.Event, error) { return payment.Refuse(s, cause, "", p.Now()) }
	default:
		p.Logger.WithError(err).Warn("the outcome of a payment's creation is unknown")
		return payment.State{}, errUnknownOutcome
	}
	out, err := service.Execute(ctx, p.Core, payment.Aggregate, payment.Stream(s.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			if s.Connection != asked { // another process has asked elsewhere; money that comes is still the payment's
				return nil, nil
			}
			return decide(s)
		})
	if err == nil && out.State.Connection != asked && !out.State.Opened() {
		err = errUnknownOutcome // there is nothing to show to the customer yet
	}
	return out.State, err
}

// findOrOpen opens the payment at the provider. A resumed request may have reached the provider before, so it
// first looks the payment up.
func (p Payments) findOrOpen(ctx context.Context, s payment.State, merchant string, resumed bool) (report.Instructions, error) {
	provider, err := p.Providers(s.Connection)
	if err != nil {
		return report.Instructions{}, err
	}
	if resumed {
		found, err := provider.FindPayment(ctx, s.Lookup())
		if err == nil && found.Status == report.Pending && !found.Instructions.Usable(found.Channel) {
			return report.Instructions{}, &report.Unknown{Err: errors.New("a look-up does not tell how the customer pays")}
		}
		if !errors.Is(err, report.ErrNoRecord) {
			return found.Instructions, err
		}
	}
	began := p.Now()
	opened, err := provider.OpenPayment(ctx, report.OpenRequest{
		Channel: pricing.Kind(s.Channel), ChannelCode: s.ChannelCode, ExternalID: s.TransactionID, Number: s.ID, Amount: s.Amount,
		CustomerName: s.Customer.CustomerName, CustomerPhone: s.Customer.CustomerPhone, SuccessURL: s.Customer.SuccessURL,
		FailureURL:  s.Customer.FailureURL,
		Description: merchant + ": " + cmp.Or(s.Customer.Description, s.ExternalID, s.TransactionID),
		ExpiresAt:   s.ExpiresAt, CallbackURL: p.notificationURL(s.Connection) + "/qris",
	})
	p.record(ctx, s, began, err)
	return opened, err
}

// notificationURL is where a connection sends its notifications.
func (p Payments) notificationURL(at string) string {
	if at == connection.Xendit {
		return p.NotificationURL
	}
	return strings.TrimSuffix(p.NotificationURL, "callbacks") + at + "/callbacks"
}

func (p Payments) openCommand(s payment.State, o report.Instructions) payment.OpenCmd {
	cmd := payment.OpenCmd{
		ProviderID: o.ProviderID, VANumber: o.VANumber, BankCode: o.BankCode, QRString: o.QRString,
		PayURL: o.PayURL, Deeplink: o.Deeplink, InvoiceURL: o.InvoiceURL, At: p.Now(),
	}
	if s.ChannelCode == ovo { // the provider has no page for it
		cmd.PayURL = cmp.Or(cmd.PayURL, p.PagesURL+"/ovo")
	}
	if o.ExpiresAt != nil {
		cmd.ExpiresAt = *o.ExpiresAt
	}
	return cmd
}
