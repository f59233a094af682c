package provider

import (
	"context"
	"fmt"
	"slices"

	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"
)

// payoutAPI is one of the provider's APIs for payouts.
type payoutAPI interface {
	send(ctx context.Context, t balance.Transfer) (report.Payout, error)
	// find returns all records with the reference. Error: report.ErrNoRecord.
	find(ctx context.Context, reference string) ([]report.Payout, error)
}

func (c *Client) payoutAPI(api string) (payoutAPI, error) {
	switch api {
	case report.PayoutsV1, "": // older events name no API
		return payoutsV1{c}, nil
	case report.PayoutsV2:
		return payoutsV2{c}, nil
	}
	return nil, fmt.Errorf("provider: no API %q for payouts", api)
}

// PayoutBanks lists the codes of the banks that the provider can pay out to, sorted.
func (c *Client) PayoutBanks() (codes []string) {
	for _, b := range bank.All() {
		codes = append(codes, b.Code)
	}
	slices.Sort(codes)
	return codes
}

// Check asks for the balance, which moves nothing, to see whether the provider accepts our key.
func (c *Client) Check(ctx context.Context) error {
	_, err := c.Balance(ctx)
	return err
}

// SendPayout orders the payout through the API that the transfer names. A repeated call for the same payout
// must use the same API and idempotency key. After a *report.Unknown the payout may have been made: the
// caller must check with FindPayout, or call again with the same transfer.
func (c *Client) SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error) {
	api, err := c.payoutAPI(t.ProviderAPI)
	if err != nil {
		return report.Payout{}, err
	}
	made, err := api.send(exchange.About(ctx, t.Reference), t)
	made.Connection = c.connection
	return made, err
}

// FindPayout looks up a payout by its reference. If the provider has several records, it returns the one that
// most likely moved money, because a failed record must not hide one that was paid. api is the API through
// which it was ordered; the other API does not know it. Error: report.ErrNoRecord.
func (c *Client) FindPayout(ctx context.Context, api, reference string) (report.Payout, error) {
	asked, err := c.payoutAPI(api)
	if err != nil {
		return report.Payout{}, err
	}
	list, err := asked.find(exchange.About(ctx, reference), reference)
	if err != nil {
		return report.Payout{}, err
	}
	rank := map[report.Status]int{report.Failed: 1, report.Reversed: 2, report.Pending: 3, report.Completed: 4}
	var found report.Payout
	for _, candidate := range list {
		if candidate.Reference == reference && rank[candidate.Status] > rank[found.Status] {
			found = candidate
		}
	}
	if found.ProviderID == "" {
		return report.Payout{}, report.ErrNoRecord
	}
	found.Connection = c.connection
	return found, nil
}

// readPayouts reads the records of a list.
func readPayouts(list []object, read func(object) report.Payout) ([]report.Payout, error) {
	all := make([]report.Payout, len(list))
	for i, o := range list {
		all[i] = read(o)
		if *o.err != nil {
			return nil, exchange.Unreadable(*o.err)
		}
	}
	return all, nil
}
