package harness

import (
	"context"
	"strings"
	"testing"

	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/test/poll"

	"github.com/shopspring/decimal"
)

// checkLog computes the trial balance of a whole log. It checks that the postings of every event sum to zero,
// and that no account of a client is negative except for its debt. It returns the balance of each account.
func checkLog(tb testing.TB, log *eventstore.Log) map[string]decimal.Decimal {
	tb.Helper()
	accounts := map[string]decimal.Decimal{}
	const page = 1000
	for after := (eventstore.Position{}); ; {
		events, err := log.Store().ReadAll(context.Background(), after, page)
		if err != nil {
			tb.Errorf("read the log: %v", err)
			return nil
		}
		for _, e := range events {
			post(tb, log, e, accounts)
			after = e.Position
		}
		if len(events) == 0 {
			break
		}
	}
	for account, total := range accounts {
		if strings.HasPrefix(account, "client:") && total.IsNegative() && !strings.HasSuffix(account, ":receivable") {
			tb.Errorf("%s is %s", account, total)
		}
	}
	return accounts
}

// checkBalances waits until every client sees the saldo that the log implies.
func checkBalances(tb testing.TB, g *Gateway) {
	tb.Helper()
	poll.Until(tb, "every saldo is that of the log", func() bool {
		accounts := checkLog(tb, g.App.Log())
		for page := 1; ; page++ {
			clients := g.Admin(tb).Get(tb, "/admin/clients?per_page=100&page=%d", page).Wants(tb, 200).List(tb)
			for _, item := range clients {
				c := item.(map[string]any)
				sum := decimal.Zero
				for _, part := range []string{":available", ":held", ":unsettled", ":receivable"} {
					sum = sum.Add(accounts["client:"+JSON(c["id"])+part])
				}
				if sum.String() != JSON(c["saldo"]) {
					return false
				}
			}
			if len(clients) == 0 {
				return page > 1 || g.merchants.Load() == 0 // a run of only other tests has no clients
			}
		}
	})
}

// post adds the postings of one event to the accounts.
func post(tb testing.TB, log *eventstore.Log, recorded eventstore.Recorded, accounts map[string]decimal.Decimal) {
	tb.Helper()
	if _, ok := poisons.Load(recorded.ID); ok {
		return
	}
	e, err := log.Decode(recorded)
	if err != nil {
		tb.Errorf("event %s: %v", recorded.Type, err)
		return
	}
	mover, ok := e.Event.(balance.Mover)
	if !ok {
		return
	}
	sum := decimal.Zero
	_, movement := mover.Moved()
	for _, p := range movement.Postings {
		sum = sum.Add(p.Amount)
		accounts[p.Account] = accounts[p.Account].Add(p.Amount)
	}
	if !sum.IsZero() {
		tb.Errorf("the postings of %s at %d sum to %s", recorded.Type, recorded.Position.Commit, sum)
	}
}
