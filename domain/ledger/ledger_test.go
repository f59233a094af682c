package ledger_test

import (
	"fmt"
	"testing"

	"gateway/domain/domaintest"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

func rupiah(s string) decimal.Decimal { return decimal.RequireFromString(s) }

// A payment of 100,000 with a fee of 4,000 and its VAT of 440 credits 95,560.
func ExampleCredit() {
	postings := ledger.Credit(ledger.ProviderClearing("xendit"), ledger.Available(7),
		rupiah("100000"), rupiah("4000"), rupiah("440"), rupiah("95560"))
	for _, p := range postings {
		fmt.Println(p.Account, p.Amount)
	}
	fmt.Println("sum", ledger.Sum(postings))
	// Output:
	// provider:xendit:clearing -100000
	// client:7:available 95560
	// revenue:fees 4000
	// tax:vat 440
	// sum 0
}

func TestPostingsMustSumToZero(t *testing.T) {
	t.Parallel()
	_, err := ledger.Balanced("INV-1", []ledger.Posting{
		{Account: ledger.ProviderClearing("xendit"), Amount: rupiah("-100")},
		{Account: ledger.Available(7), Amount: rupiah("99.99")},
	})
	if got := domaintest.Refusal(err); got != "unbalanced_postings" {
		t.Errorf("refused %q", got)
	}
}

func TestPostingsOfZeroAreLeftOut(t *testing.T) {
	t.Parallel()
	postings, err := ledger.Balanced("INV-1", ledger.Credit(ledger.ProviderClearing("xendit"), ledger.Available(7),
		rupiah("100"), rupiah("0"), rupiah("0"), rupiah("100")))
	if err != nil || len(postings) != 2 {
		t.Errorf("%v, %v", postings, err)
	}
}

func TestReversedPostingsUndoTheFirst(t *testing.T) {
	t.Parallel()
	postings := ledger.Transfer(ledger.Held(7), ledger.Available(7), rupiah("55000"))
	totals := ledger.Totals{Available: rupiah("1"), Held: rupiah("55000")}
	after := totals.Apply(7, postings).Apply(7, ledger.Reversed(postings))
	if !after.Available.Equal(totals.Available) || !after.Held.Equal(totals.Held) || !after.Sum().Equal(totals.Sum()) {
		t.Errorf("%v, want %v", after, totals)
	}
}

func TestPostingsOfAnotherClientChangeNoTotals(t *testing.T) {
	t.Parallel()
	after := ledger.Totals{}.Apply(7, ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.Available(8), rupiah("1")))
	if !after.Sum().IsZero() || after.AnyNegative() {
		t.Errorf("%v", after)
	}
}
