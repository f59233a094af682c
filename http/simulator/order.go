package simulator

import (
	"cmp"
	"context"
	"strings"
)

// Order is what the gateway knows of a payment. The provider is told neither the shop nor the order
// of a virtual account or a QR code, and never whether the shop was called back. An empty field is
// not known.
type Order struct {
	// Merchant is the name of the shop, Reference what it calls the order.
	Merchant, Reference string
	// Called says whether the shop was called back.
	Called Called
}

// Called says whether a shop was called back about a payment.
type Called string

// The values of Called; empty: the shop has no callback URL, or could not be reached.
const (
	CallDelivered Called = "delivered"
	CallPending   Called = "pending"
)

// orderOf returns what the page of a payment shows. Where the gateway is not asked, or does not know,
// it splits a description "merchant: order".
func (s *Simulator) orderOf(ctx context.Context, p payment) Order {
	var known Order
	if s.Order != nil {
		known = s.Order(ctx, p.ExternalID)
	}
	var merchant, reference string
	if p.Product == invoice || p.Product == ewallet {
		merchant, reference, _ = strings.Cut(p.Name, ": ")
		if known.Merchant != "" { // a name may have a colon
			reference = strings.TrimPrefix(p.Name, known.Merchant+": ")
		}
	}
	known.Merchant = cmp.Or(known.Merchant, merchant, sandboxMerchant)
	known.Reference = cmp.Or(reference, known.Reference, p.ExternalID)
	return known
}
