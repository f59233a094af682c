// Package safeguarding compares our own money with what clients have in their balances: every day, what is at the bank,
// on the way to it and at the providers must cover what is owed to clients.
package safeguarding

import (
	"maps"
	"slices"
	"strings"

	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// The sides of a proof. Own is money that we hold: it covers. Owed is money that belongs to clients or payers.
const (
	Own  = "own"
	Owed = "owed"
)

// Line is an account with its part in a proof, in rupiah. The amount of an own account is the money in it, below zero
// when the account is overdrawn; that of an owed account is what is owed.
type Line struct {
	Side    string          `json:"side"`
	Account string          `json:"account"`
	Amount  decimal.Decimal `json:"amount"`
}

// Proof compares both sides. Difference is Own less Owed. Short is what is missing, 0 when the money covers.
type Proof struct {
	Own        decimal.Decimal `json:"own"`
	Owed       decimal.Decimal `json:"owed"`
	Difference decimal.Decimal `json:"difference"`
	Short      decimal.Decimal `json:"short"`
	Covered    bool            `json:"covered"`
	// Lines are the accounts with money in them, in order of side and account, those we hold first.
	Lines []Line `json:"lines"`
}

// Of makes the proof from the balances of all accounts. Clients' accounts may stand by client or summed by kind
// (ledger.OfAllClients). What a client owes us does not reduce what we owe to others, so receivables are left out.
func Of(balances map[string]decimal.Decimal) Proof {
	sums := map[Line]decimal.Decimal{} // the keys have no amount
	for account, balance := range balances {
		if line, counts := partOf(account); counts {
			if line.Side == Own {
				balance = balance.Neg() // an account of our own money is below zero while there is money in it
			}
			sums[line] = sums[line].Add(balance)
		}
	}
	p := Proof{Own: money.Zero, Owed: money.Zero, Short: money.Zero, Lines: []Line{}}
	for _, line := range slices.SortedFunc(maps.Keys(sums), inOrder) {
		if line.Amount = sums[line]; !line.Amount.IsZero() {
			p.add(line)
		}
	}
	p.Difference = p.Own.Sub(p.Owed)
	p.Covered = !p.Difference.IsNegative()
	if !p.Covered {
		p.Short = p.Difference.Neg()
	}
	return p
}

func (p *Proof) add(line Line) {
	if line.Side == Own {
		p.Own = p.Own.Add(line.Amount)
	} else {
		p.Owed = p.Owed.Add(line.Amount)
	}
	p.Lines = append(p.Lines, line)
}

// inOrder orders lines by side, own first, and then by account.
func inOrder(a, b Line) int {
	if a.Side != b.Side {
		return strings.Compare(b.Side, a.Side) // own comes after owed in the alphabet
	}
	return strings.Compare(a.Account, b.Account)
}

// partOf returns the side on which an account counts, and the name under which it is summed. counts is false for
// accounts that are neither money that we hold nor money of clients.
func partOf(account string) (line Line, counts bool) {
	if _, atProvider := ledger.ConnectionOf(account); atProvider || account == ledger.BankOperating || ledger.IsTransit(account) {
		return Line{Side: Own, Account: account}, true
	}
	switch all := ledger.OfAllClients(account); all {
	case ledger.AvailableOfAll, ledger.UnsettledOfAll, ledger.HeldOfAll, ledger.Suspense:
		return Line{Side: Owed, Account: all}, true
	}
	return Line{}, false
}
