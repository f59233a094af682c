// Package paymentservice implements the use cases of payments: a client requests one, the provider opens it,
// and the client's customer pays it. A reactor handles the provider's later reports.
package paymentservice

import (
	"context"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/service"

	"github.com/shopspring/decimal"
)

// Provider opens payments. It returns *report.Refused when the provider refused, and report.ErrNoRecord when
// it has no record. After any other error the payment may be open at the provider. *provider.Client
// implements it.
type Provider interface {
	OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error)
	FindPayment(ctx context.Context, channel pricing.Kind, transactionID string) (report.Payment, error)
}

// Payments implements the use cases for the payments of all clients.
type Payments struct {
	*service.Core
	Provider Provider
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
