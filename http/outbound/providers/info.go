package providers

import (
	"context"
	"maps"

	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/http/outbound/snapadapter"
)

// Info is what a connection can do. It holds no secret.
type Info struct {
	Name, Provider string
	// Off means that no new payments and payouts are made.
	Off bool
	// Channels are the codes of the channels that it takes payments by, sorted.
	Channels []string
	// Offers has the cost and the time of settlement of those channels that the configuration says them of.
	Offers map[string]Channel
	// PayoutBanks are the codes of the banks that it pays out to, sorted; nil if it makes no payouts.
	PayoutBanks []string
	// PayoutAPI is that of new payouts; empty where there is one only. PayoutCost is what one costs.
	PayoutAPI  string
	PayoutCost treasury.Cost
	// Lists says that the provider lists its bookings. Otherwise settlement and fees come from files.
	Lists bool
	// Confirm says that a notification of money proves too little by itself: the company signs with one key for all
	// its merchants, and shares no secret with us. So the company is asked before money is credited.
	Confirm bool
}

// Info tells what each connection can do, in the order of the configuration.
func (s *Set) Info() (all []Info) {
	for _, c := range s.connections {
		a := s.adapters[c.Name]
		info := Info{
			Name: c.Name, Provider: c.Provider, Off: c.Off, Channels: a.Channels(), Offers: maps.Clone(c.Channels),
			Confirm: c.Provider != Xendit && !snapadapter.Dialects[c.Provider].IssuesToken,
		}
		if c.Payouts != nil {
			info.PayoutBanks, info.PayoutAPI, info.PayoutCost = a.PayoutBanks(), c.Payouts.API, c.Payouts.Cost
		}
		_, info.Lists = a.(interface {
			BookingPage(ctx context.Context, q report.BookingQuery) (report.BookingPage, error)
		})
		all = append(all, info)
	}
	return all
}
