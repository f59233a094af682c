package journal_test

import (
	"fmt"
	"slices"
	"testing"

	"gateway/domain/journal"

	"github.com/shopspring/decimal"
)

func TestAVoucherHasTheDebitsAndCreditsOfEachNumber(t *testing.T) {
	t.Parallel()
	day := map[string]journal.Turnover{}
	post := func(account string, amount int64) { day[account] = day[account].Add(decimal.NewFromInt(amount)) }
	post("provider:xendit:clearing", -100) // a payment: money of ours is a debit
	post("client:*:available", 90)
	post("revenue:fees", 10)
	post("client:*:available", -30) // a payout
	post("provider:xendit:payouts", 30)
	post("equity", 0)
	accounts := journal.Accounts{
		"provider:xendit:clearing": "1-102", "provider:xendit:payouts": "1-102", "client:*:available": "2-100", "revenue:fees": "4-100",
	}
	got := fmt.Sprint(accounts.Lines(day))
	if want := "[{1-102 100 DEBIT} {1-102 30 CREDIT} {2-100 30 DEBIT} {2-100 90 CREDIT} {4-100 10 CREDIT}]"; got != want {
		t.Errorf("the lines are %s, want %s", got, want)
	}
	if missing := accounts.Missing(day); len(missing) != 0 {
		t.Errorf("%v are missing, and nothing was posted to them", missing)
	}
	delete(accounts, "revenue:fees")
	delete(accounts, "client:*:available")
	if missing := accounts.Missing(day); !slices.Equal(missing, []string{"client:*:available", "revenue:fees"}) {
		t.Errorf("%v are missing", missing)
	}
}

func TestADayWithoutPostingsHasNoLines(t *testing.T) {
	t.Parallel()
	if lines := (journal.Accounts{}).Lines(nil); len(lines) != 0 {
		t.Errorf("the lines are %v", lines)
	}
}
