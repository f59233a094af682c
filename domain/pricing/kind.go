package pricing

import "slices"

// Kind is the family of a channel: `channel` in the API.
type Kind string

// The four families of channels (API reference: Payments).
const (
	VA      Kind = "va"
	EWallet Kind = "ewallet"
	QRIS    Kind = "qris"
	Invoice Kind = "invoice"
)

// Traits are what all channels of a kind have in common.
type Traits struct {
	// Method is the payment_method of a payment that is known from the provider's books alone; empty where
	// the books do not tell it.
	Method string
	// PaidOnce: what the provider makes for a payment takes money once. Further money came by another one,
	// which a repeated request had made.
	PaidOnce bool
	// ChargeIsMoney: the provider names the money by the id of the charge that it paid.
	ChargeIsMoney bool
	// FailsForGood: a failed attempt to pay ends the payment. Customers may try the others again.
	FailsForGood bool
	// Closable: the provider can be told to close a payment before its expiry.
	Closable bool
	// AnyChannel: the customer chooses the channel on the provider's page, so a payment records the rates
	// of all channels and takes the code that it was paid with.
	AnyChannel bool
	// ProviderExpires: the provider decides when a payment expires, and tells it.
	ProviderExpires bool
	// Anonymous: a notification names no account of the payer and no channel but the kind's own.
	Anonymous bool
	// NamesIssuer: a notification names the app that the customer paid with, which decides how the money can go back. The
	// provider's books do not name it.
	NamesIssuer bool
	// Returns: the customer leaves the merchant's page to pay, and comes back to an address.
	Returns bool
}

// kinds is the table of the families: a new kind is a row here and one in each adapter of a provider.
var kinds = []struct {
	Kind
	Traits
}{
	{Invoice, Traits{PaidOnce: true, Closable: true, AnyChannel: true, ProviderExpires: true}},
	{VA, Traits{Method: "BANK_TRANSFER", Closable: true}},
	{EWallet, Traits{Method: "EWALLET", PaidOnce: true, ChargeIsMoney: true, FailsForGood: true, Returns: true}},
	{QRIS, Traits{Method: "QR_CODE", Anonymous: true, NamesIssuer: true}},
}

// Kinds lists the kinds of channels.
func Kinds() (all []Kind) {
	for _, k := range kinds {
		all = append(all, k.Kind)
	}
	return all
}

// Known reports whether it is one of the Kinds.
func (k Kind) Known() bool { return slices.Contains(Kinds(), k) }

// Traits returns the traits of the kind; none for an unknown one.
func (k Kind) Traits() Traits {
	for _, row := range kinds {
		if row.Kind == k {
			return row.Traits
		}
	}
	return Traits{}
}
