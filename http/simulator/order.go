package simulator

import (
	"cmp"
	"context"
	"strings"
)

// Order is what the gateway knows of a payment. The provider is never told whether the shop was called back,
// and for a virtual account or a QR code it is not told the shop and the order. An empty field is unknown.
type Order struct {
	// Merchant is the name of the shop, Reference its name for the order.
	Merchant, Reference string
	// Called says whether the shop was called back.
	Called Called
}

// Called says whether a shop was called back about a payment.
type Called string

// The values of Called. Empty means that the shop has no callback URL or could not be reached.
const (
	CallDelivered Called = "delivered"
	CallPending   Called = "pending"
)

// orderOf returns what the page of a payment shows. If Options.Order is nil or does not know the payment, it
// splits a description "merchant: order".
func (s *Simulator) orderOf(ctx context.Context, p payment) Order {
	var known Order
	if s.Order != nil {
		known = s.Order(ctx, p.ExternalID)
	}
	var merchant, reference string
	if p.Product == invoice || p.Product == ewallet {
		merchant, reference, _ = strings.Cut(p.Name, ": ")
		if known.Merchant != "" { // a name may contain a colon
			reference = strings.TrimPrefix(p.Name, known.Merchant+": ")
		}
	}
	known.Merchant = cmp.Or(known.Merchant, merchant, sandboxMerchant)
	known.Reference = cmp.Or(reference, known.Reference, p.ExternalID)
	return known
}
