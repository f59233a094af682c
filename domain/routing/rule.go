package routing

import (
	"slices"

	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Kind is what a rule is about.
type Kind string

// The kinds of rules. A rule about payments can match by channel, one about payouts by bank.
const (
	Payment Kind = "payment"
	Payout  Kind = "payout"
)

// Kinds lists the kinds of rules.
func Kinds() []Kind { return []Kind{Payment, Payout} }

// Rule names the connections for what it matches. An empty condition matches everything. It has either
// Connections, which are tried in this order, or Weights.
type Rule struct {
	Kind Kind `json:"kind"`
	// Channels are codes of channels, for payments only.
	Channels []string `json:"channels,omitempty"`
	// Banks are codes of banks, for payouts only.
	Banks   []string `json:"banks,omitempty"`
	Clients []int64  `json:"clients,omitempty"`
	// MinAmount and MaxAmount are in rupiah, both included.
	MinAmount   *decimal.Decimal `json:"min_amount,omitempty"`
	MaxAmount   *decimal.Decimal `json:"max_amount,omitempty"`
	Connections []string         `json:"connections,omitempty"`
	Weights     []Weight         `json:"weights,omitempty"`
}

// Weight is how many of a hundred payments or payouts a connection gets first. Those of a rule add up to 100. A
// connection with the weight 0 is tried after all others.
type Weight struct {
	Connection string `json:"connection"`
	Weight     int    `json:"weight"`
}

// Question is what is to be routed.
type Question struct {
	Kind Kind
	// Channel is the code of the channel of a payment, Bank the code of the bank of a payout.
	Channel, Bank string
	ClientID      int64
	// Amount is in rupiah.
	Amount decimal.Decimal
	// Draw decides between weights. It is at least 0 and below 100, see DrawOf.
	Draw float64
}

// Matches reports whether the rule is about the question.
func (r Rule) Matches(q Question) bool {
	return r.Kind == q.Kind && within(r.Channels, q.Channel) && within(r.Banks, q.Bank) && within(r.Clients, q.ClientID) &&
		(r.MinAmount == nil || !q.Amount.LessThan(*r.MinAmount)) && (r.MaxAmount == nil || !q.Amount.GreaterThan(*r.MaxAmount))
}

func within[T comparable](list []T, wanted T) bool {
	return len(list) == 0 || slices.Contains(list, wanted)
}

// condition names the first condition of the rule, by its field; empty if the rule matches everything of its kind.
func (r Rule) condition() string {
	switch {
	case len(r.Channels) > 0:
		return "channels"
	case len(r.Banks) > 0:
		return "banks"
	case len(r.Clients) > 0:
		return "clients"
	case r.MinAmount != nil:
		return "min_amount"
	case r.MaxAmount != nil:
		return "max_amount"
	}
	return ""
}

// Names lists the connections of the rule, in the order of its list or its weights.
func (r Rule) Names() []string {
	if len(r.Weights) == 0 {
		return r.Connections
	}
	names := make([]string, len(r.Weights))
	for i, w := range r.Weights {
		names[i] = w.Connection
	}
	return names
}

// equal compares rules by value, so that 1 equals 1.00, and no list equals an empty one.
func (r Rule) equal(other Rule) bool {
	return r.Kind == other.Kind && slices.Equal(r.Channels, other.Channels) && slices.Equal(r.Banks, other.Banks) &&
		slices.Equal(r.Clients, other.Clients) && equalAmounts(r.MinAmount, other.MinAmount) && equalAmounts(r.MaxAmount, other.MaxAmount) &&
		slices.Equal(r.Connections, other.Connections) && slices.Equal(r.Weights, other.Weights)
}

func equalAmounts(a, b *decimal.Decimal) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

// Connection is one contract with a provider, as the configuration has it.
type Connection struct {
	Name string
	// Off means that it takes no new payments and payouts.
	Off bool
	// Channels are the codes of the channels that it offers.
	Channels []string
	// Payouts reports whether it makes payouts; Banks are the codes of the banks that it pays out to, nil for all.
	Payouts bool
	Banks   []string
}

// Offers reports whether the connection can make what the question is about. A payout without a bank is one to any of
// the connection's banks.
func (c Connection) Offers(q Question) bool {
	if q.Kind == Payout {
		return c.Payouts && (q.Bank == "" || within(c.Banks, q.Bank))
	}
	return slices.Contains(c.Channels, q.Channel)
}

// AllChannels lists the codes of all channels, for a connection that offers every one.
func AllChannels() []string {
	channels := pricing.Channels()
	codes := make([]string, len(channels))
	for i, c := range channels {
		codes[i] = c.Code
	}
	return codes
}
