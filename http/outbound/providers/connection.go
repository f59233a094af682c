package providers

import (
	"maps"
	"slices"
	"time"

	"gateway/domain/treasury"
	"gateway/http/outbound/snapadapter"
	"gateway/http/snap"
)

// Xendit is the company that package provider speaks with. All others are those of snapadapter.Dialects.
const Xendit = "xendit"

// Companies lists the providers that there is an adapter for, sorted.
func Companies() []string {
	return slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(snapadapter.Dialects)), Xendit)))
}

// Connection is the configuration of one contract with a provider. It holds secrets.
type Connection struct {
	// Name passes connection.Check. Provider is one of Companies.
	Name, Provider string
	// URL has no path.
	URL string
	// Off means that no new payments and payouts are made. Old ones are still asked for, closed and heard of.
	Off bool
	// Apart says why this process can't ask the provider; empty where it can. Nothing is then required but Name and
	// Provider.
	Apart string
	// Channels are what the connection takes payments by, by the codes of gateway/domain/pricing. Nil means all that
	// the provider has; for virtual accounts of a SNAP connection there is no such default, because each has a prefix.
	Channels map[string]Channel
	// Payouts is nil if the connection makes none.
	Payouts *Payouts
	// Key has the credentials at Xendit, SNAP those at the others.
	Key  Key
	SNAP SNAP
}

// Channel is what a connection offers of one channel.
type Channel struct {
	// Prefix are the digits before the customerNo of a virtual account of a SNAP connection (the partnerServiceId).
	Prefix  string
	Cost    treasury.Cost
	Settles Settles
}

// Settles is how long after a payment its money can be used: After, or a number of working days. The zero Settles
// is one that is not known.
type Settles struct {
	After       time.Duration
	WorkingDays int
}

// Payouts is how a connection makes payouts.
type Payouts struct {
	// API is that of new payouts (report.PayoutsV1 ...); empty where there is one only.
	API string
	// SourceAccount is the account that transfers of a SNAP connection are made from.
	SourceAccount string
	Cost          treasury.Cost
}

// Key is what Xendit and we know each other by.
type Key struct {
	SecretKey string
	// CallbackTokens are accepted in notifications: the present one, then a former one.
	CallbackTokens []string
}

// SNAP is what a company that speaks SNAP BI and we know each other by; snapadapter.Config explains it.
type SNAP struct {
	ClientID, PartnerID, MerchantID, MCC string
	Secret                               snap.Secret
	PrivateKey                           snap.PrivateKey
	CompanyKey                           snap.PublicKey
	Phone, Email, IPAddress              string
}
