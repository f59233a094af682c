package payoutservice

import (
	"context"
	"slices"

	"gateway/domain/balance"
	"gateway/domain/risk"
	"gateway/projections/readmodel/payoutrows"
)

// withSigns sets the signs of risk of the open payouts in rows. Errors: those of the queries.
func (p Payouts) withSigns(ctx context.Context, rows []payoutrows.AdminPayout) error {
	var open []payoutrows.AdminPayout
	var places []int
	for i, row := range rows {
		if row.Status == balance.StatusPending || row.Status == balance.StatusProcessing {
			open, places = append(open, row), append(places, i)
		}
	}
	if len(open) == 0 {
		return nil
	}
	facts, err := p.facts(ctx, open)
	if err != nil {
		return err
	}
	for i, f := range facts {
		rows[places[i]].RiskSigns = risk.Signs(f)
	}
	return nil
}

// facts returns what the signs of the payouts are found in, in the same order.
func (p Payouts) facts(ctx context.Context, rows []payoutrows.AdminPayout) ([]risk.Facts, error) {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = row.ClientID
	}
	slices.Sort(ids)
	since, err := p.Queries.ClientsSince(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	done, err := p.Queries.DoneBefore(ctx, rows)
	if err != nil {
		return nil, err
	}
	networks, err := p.keyNetworks(ctx, rows)
	if err != nil {
		return nil, err
	}
	facts := make([]risk.Facts, len(rows))
	for i, row := range rows {
		of := since[row.ClientID]
		facts[i] = risk.Facts{
			Kind: row.Kind, Amount: row.Amount, RequestedAt: row.CreatedAt, To: balance.BankAccount{Number: row.AccountNumber, Bank: row.Bank},
			Registered: of.Registered, BankChanged: of.BankChanged, Done: done[i],
		}
		if row.AskedKey != 0 {
			facts[i].From, facts[i].Networks = row.AskedFrom, networks[row.AskedKey]
		}
	}
	return facts, nil
}

// keyNetworks returns the networks of the API keys that asked for payouts, by key.
func (p Payouts) keyNetworks(ctx context.Context, rows []payoutrows.AdminPayout) (map[int64][]risk.KeyNetwork, error) {
	var keys []int64
	var from []string
	for _, row := range rows {
		if row.AskedKey != 0 && !slices.Contains(keys, row.AskedKey) {
			keys = append(keys, row.AskedKey)
		}
		if row.AskedFrom != "" && !slices.Contains(from, row.AskedFrom) {
			from = append(from, row.AskedFrom)
		}
	}
	if len(keys) == 0 || p.State == nil {
		return nil, nil
	}
	stored, err := p.State.KeyNetworks(ctx, keys, from)
	networks := map[int64][]risk.KeyNetwork{}
	for _, n := range stored {
		networks[n.KeyID] = append(networks[n.KeyID], risk.KeyNetwork{Network: n.Network, Since: n.FirstAt})
	}
	return networks, err
}

// TimeToDecide returns how long administrators take to decide on payouts of the kind, measured on the last decisions. It is
// false if there are too few of them.
func (k Kind) TimeToDecide(ctx context.Context) (risk.DecisionTime, bool, error) {
	took, err := k.Queries.DecisionTimes(ctx, k.kind, k.Now().Add(-risk.DecidedWithin))
	d, known := risk.TimeToDecide(took)
	return d, known, err
}
