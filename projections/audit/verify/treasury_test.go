package verify

import (
	"testing"

	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

func TestOurOwnMoneyKeepsTheRulesOfTheLedgerToo(t *testing.T) {
	t.Parallel()
	one := decimal.NewFromInt(1)
	for name, c := range map[string]struct {
		postings []ledger.Posting
		findings int
	}{
		"sound":              {ledger.Transfer(ledger.BankOperating, ledger.Equity, one), 0},
		"unbalanced":         {[]ledger.Posting{{Account: ledger.Equity, Amount: one}}, 2}, // found for the event, and for all accounts together
		"a client's account": {ledger.Transfer(ledger.Available(7), ledger.Equity, one), 1},
	} {
		var r Report
		rule := newLedgerRules()
		rule.observe(eventstore.Envelope{Event: treasury.Entered{Postings: c.postings}}, &r)
		rule.finish(&r)
		if len(r.Findings) != c.findings {
			t.Errorf("%s: %+v, want %d findings", name, r.Findings, c.findings)
		}
	}
}
