package ledger

import (
	"strconv"
	"strings"
)

// The accounts that no single client owns. An account of money that is ours (at the
// provider, at the bank) is negative while there is money on it; equity, fees and what is
// owed to others are positive. So all accounts sum to zero.
const (
	// ProviderClearing is where money comes in through the provider. Each credit takes
	// its gross amount from it, so its balance is negative.
	ProviderClearing = "provider:clearing"
	// RevenueFees is what the gateway earned in fees, without VAT.
	RevenueFees = "revenue:fees"
	// TaxVAT is the VAT in the fees.
	TaxVAT = "tax:vat"
	// BankPayouts is what the provider paid out to bank accounts. It reduces the money at
	// the provider, so it is positive.
	BankPayouts = "bank:payouts"
	// BankOperating is our own account at a bank. Transfers that a person makes, our own
	// money to and from the provider, and taxes are paid through it.
	BankOperating = "bank:operating"
	// CostProvider is what the provider charged us in fees, with the VAT on them. It is
	// negative.
	CostProvider = "cost:provider"
	// CostBank is what banks charged us. It is negative.
	CostBank = "cost:bank"
	// Equity is the owners' money, and the other side of administrators' corrections.
	Equity = "equity"
	// Suspense is money received that cannot be credited as it is.
	Suspense = "suspense"
)

// Available names the account of what the client may withdraw.
func Available(clientID int64) string { return clientAccount(clientID, "available") }

// Unsettled names the account of credits that are held until SETTLED.
func Unsettled(clientID int64) string { return clientAccount(clientID, "unsettled") }

// Held names the account of what open withdrawals and settlements hold.
func Held(clientID int64) string { return clientAccount(clientID, "held") }

// Receivable names the account of what the client owes: money that was taken back after it
// was paid, and that the client's balance could not cover. It is never above zero.
func Receivable(clientID int64) string { return clientAccount(clientID, "receivable") }

// IsOf reports whether an account is one of the four of a client.
func IsOf(clientID int64, account string) bool {
	return strings.HasPrefix(account, clientAccount(clientID, ""))
}

// OfAllClients names what the accounts of one kind hold for all clients together, for one of them:
// client:*:available. It returns every other account as it is.
func OfAllClients(account string) string {
	if rest, ok := strings.CutPrefix(account, "client:"); ok {
		_, kind, _ := strings.Cut(rest, ":")
		return "client:*:" + kind
	}
	return account
}

func clientAccount(clientID int64, name string) string {
	return "client:" + strconv.FormatInt(clientID, 10) + ":" + name
}
