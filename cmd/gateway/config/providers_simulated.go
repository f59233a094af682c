package config

import (
	"fmt"
	"maps"
	"slices"

	"gateway/domain/treasury"
	"gateway/http/outbound/providers"
	"gateway/http/outbound/snapadapter"

	"github.com/shopspring/decimal"
)

// simulatedCompanies are the companies that a sandbox plays, in the order in which SIMULATED_PROVIDERS counts them,
// with the first digits of their virtual accounts. The first is Xendit, whose simulator chooses its numbers itself.
var simulatedCompanies = []struct{ company, prefix string }{
	{providers.Xendit, ""}, {"doku", "1900"}, {"midtrans", "8860"}, {"dana", ""},
}

// simulatedConnections are the connections beside Xendit that a sandbox plays. They have neither a URL nor keys: these
// are made when they are played.
func (c Config) simulatedConnections() (list []providers.Connection) {
	for i, s := range simulatedCompanies {
		if i == 0 || i >= c.SimulatedProviders {
			continue
		}
		dialect := snapadapter.Dialects[s.company]
		played := providers.Connection{
			Name: s.company + "-1", Provider: s.company, Channels: map[string]providers.Channel{"QRIS": {Cost: c.simulatedCost("0", "0.63")}},
			SNAP: providers.SNAP{
				ClientID: "sandbox-" + s.company, MerchantID: "sandbox-" + s.company, MCC: "5411", Phone: "628111111111",
				Email: "sandbox@example.com", IPAddress: "127.0.0.1",
			},
		}
		for wallet := range dialect.Wallets {
			played.Channels[wallet] = providers.Channel{Cost: c.simulatedCost("0", "1.5")}
		}
		for n, bank := range slices.Sorted(maps.Keys(dialect.Banks)) {
			played.Channels[bank] = providers.Channel{Prefix: fmt.Sprintf("%s%d", s.prefix, n+1), Cost: c.simulatedCost("4000", "0")}
		}
		if dialect.PaysOut() {
			played.Payouts = &providers.Payouts{SourceAccount: "0001112223", Cost: c.simulatedCost("2500", "0")}
		}
		list = append(list, played)
	}
	return list
}

// simulatedCost is the price list of a simulated company. That of virtual accounts is above what the company charges, so that
// its settlement file corrects the estimates.
func (c Config) simulatedCost(flat, percent string) treasury.Cost {
	if !c.SimulatorFees {
		return treasury.Cost{}
	}
	of := decimal.RequireFromString
	return treasury.Cost{Flat: of(flat), Percent: of(percent), VAT: of("11")}
}
