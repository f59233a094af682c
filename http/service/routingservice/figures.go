package routingservice

import (
	"context"
	"math"
	"time"

	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/projections/readmodel/connectionrows"

	"github.com/shopspring/decimal"
)

// Contract is what the configuration says of a connection beside what routing needs.
type Contract struct {
	// Provider is the company.
	Provider string
	// Costs are those of channels, by code, and PayoutCost that of a payout; nil where the configuration says none.
	Costs      map[string]treasury.Cost
	PayoutCost *treasury.Cost
}

// Figures are what people see of a connection. It is the schema ConnectionFigures of the API.
type Figures struct {
	Name     string `json:"name"`
	Provider string `json:"provider"`
	Active   bool   `json:"active"`
	// Channels are those that it offers; Payouts says whether it makes payouts, at PayoutCost.
	Channels   []OfferedChannel `json:"channels"`
	Payouts    bool             `json:"payouts"`
	PayoutCost *treasury.Cost   `json:"payout_cost"`
	// Windows are the recent creations as this instance counts them, and Latency how long its newest ones took.
	Windows []Window `json:"windows"`
	Latency *Latency `json:"latency"`
	// OpenPayments can be paid now. UnsettledPayments were paid, and are not settled, with their gross amount.
	OpenPayments      int64           `json:"open_payments"`
	UnsettledPayments int64           `json:"unsettled_payments"`
	UnsettledAmount   decimal.Decimal `json:"unsettled_amount"`
	// Collected is what the account provider:<name>:clearing says that the provider has for us, PaidOut what
	// provider:<name>:payouts says that it paid out.
	Collected decimal.Decimal `json:"collected"`
	PaidOut   decimal.Decimal `json:"paid_out"`
	Day       Period          `json:"day"`
	Week      Period          `json:"week"`
}

// OfferedChannel is a channel of a connection. Cost is nil where the configuration says none.
type OfferedChannel struct {
	ChannelCode string         `json:"channel_code"`
	Cost        *treasury.Cost `json:"cost"`
}

// Period is what happened at a connection in some time until now. Shares are of all connections, in percent, with two
// decimals; nil where there is nothing to share.
type Period struct {
	Since       time.Time `json:"since"`
	Asked       int64     `json:"asked"`
	Opened      int64     `json:"opened"`
	Refused     int64     `json:"refused"`
	MadeNothing int64     `json:"made_nothing"`
	// SuccessRate is which percentage of the creations that it was asked for it opened.
	SuccessRate   *float64        `json:"success_rate"`
	Paid          int64           `json:"paid"`
	PaidAmount    decimal.Decimal `json:"paid_amount"`
	PaidShare     *float64        `json:"paid_share"`
	AmountShare   *float64        `json:"amount_share"`
	PaidOut       int64           `json:"paid_out"`
	PaidOutAmount decimal.Decimal `json:"paid_out_amount"`
	Fees          decimal.Decimal `json:"fees"`
}

// The periods of Figures.
const (
	day  = 24 * time.Hour
	week = 7 * day
)

// Figures returns what happened at each configured connection, and what it has, in the order of the configuration.
func (r Routing) Figures(ctx context.Context) ([]Figures, error) {
	accounts, err := r.accounts(ctx)
	if err != nil {
		return nil, err
	}
	open, err := r.Queries.OpenPayments(ctx)
	if err != nil {
		return nil, err
	}
	all, totals := []Figures{}, [2]connectionrows.Sums{}
	for _, c := range r.Configured.Connections() {
		contract := r.Contracts[c.Name]
		f := Figures{
			Name: c.Name, Provider: contract.Provider, Active: !c.Off, Channels: []OfferedChannel{}, Payouts: c.Payouts,
			PayoutCost: contract.PayoutCost, OpenPayments: open[c.Name],
			Collected: accounts[ledger.ProviderClearing(c.Name)].Neg(), PaidOut: accounts[ledger.ProviderPayouts(c.Name)],
		}
		for _, code := range c.Channels {
			channel := OfferedChannel{ChannelCode: code}
			if cost, known := contract.Costs[code]; known {
				channel.Cost = &cost
			}
			f.Channels = append(f.Channels, channel)
		}
		f.Windows, f.Latency = r.Health.Windows(c.Name)
		ever, err := r.Queries.AllConnectionSums(ctx, c.Name)
		if err != nil {
			return nil, err
		}
		f.UnsettledPayments, f.UnsettledAmount = ever.Paid-ever.Settled, ever.PaidAmount.Sub(ever.SettledAmount)
		for i, period := range []*Period{&f.Day, &f.Week} {
			since := r.Now().Add(-[]time.Duration{day, week}[i]).UTC().Truncate(time.Hour)
			sums, err := r.Queries.ConnectionSums(ctx, c.Name, since)
			if err != nil {
				return nil, err
			}
			*period = periodOf(since, sums)
			totals[i].Paid += sums.Paid
			totals[i].PaidAmount = totals[i].PaidAmount.Add(sums.PaidAmount)
		}
		all = append(all, f)
	}
	for i := range all {
		all[i].Day.share(totals[0])
		all[i].Week.share(totals[1])
	}
	return all, nil
}

// accounts returns the balances of the accounts that belong to no client.
func (r Routing) accounts(ctx context.Context) (map[string]decimal.Decimal, error) {
	totals, err := r.Queries.AccountTotalsBefore(ctx, math.MaxInt64)
	accounts := map[string]decimal.Decimal{}
	for _, one := range totals {
		accounts[one.Account] = one.Balance
	}
	return accounts, err
}

func periodOf(since time.Time, s connectionrows.Sums) Period {
	return Period{
		Since: since, Asked: s.Asked, Opened: s.Opened, Refused: s.Refused, MadeNothing: s.MadeNothing,
		SuccessRate: percentage(decimal.NewFromInt(s.Opened), decimal.NewFromInt(s.Asked)),
		Paid:        s.Paid, PaidAmount: s.PaidAmount, PaidOut: s.PaidOut, PaidOutAmount: s.PaidOutAmount, Fees: s.Fees,
	}
}

func (p *Period) share(of connectionrows.Sums) {
	p.PaidShare = percentage(decimal.NewFromInt(p.Paid), decimal.NewFromInt(of.Paid))
	p.AmountShare = percentage(p.PaidAmount, of.PaidAmount)
}

// percentage returns nil if the whole is nothing.
func percentage(part, whole decimal.Decimal) *float64 {
	if !whole.IsPositive() {
		return nil
	}
	const hundred, places = 100, 2
	share := part.Mul(decimal.NewFromInt(hundred)).DivRound(whole, places).InexactFloat64()
	return &share
}
