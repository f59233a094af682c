// Package paymentservice has the use cases of payments: a client requests one, the provider
// opens it, and the client pays there. A reactor handles the
// provider's later reports.
package paymentservice

import (
	"context"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/service"

	"github.com/shopspring/decimal"
)

// Provider opens payments. *provider.Client implements it. Errors: *report.Refused
// where the provider said no, report.ErrNoRecord where it has no record; after any
// other error the payment may be open at the provider.
type Provider interface {
	OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error)
	FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error)
}

// Payments are the payments of all clients.
type Payments struct {
	*service.Core
	Provider Provider
	// VATRate is the VAT on fees, in percent.
	VATRate decimal.Decimal
	// Expiry says how long a payment stays open, by channel code. Where a channel is
	// missing, its own default counts.
	Expiry map[string]time.Duration
	// HoldUntilSettled lists the channel codes whose credits can be withdrawn only after
	// the payment is SETTLED.
	HoldUntilSettled []string
	// NotificationURL is where the provider sends its notifications:
	// <PUBLIC_URL>/api/v2/provider/callbacks, without the kind at the end.
	NotificationURL string
	// PagesURL is the gateway's own pages for customers: <PUBLIC_URL>/pay.
	PagesURL string
}
