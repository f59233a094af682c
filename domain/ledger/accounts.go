package ledger

import (
	"strconv"
	"strings"

	"gateway/domain/connection"
)

// The accounts that do not belong to a single client. An account of the gateway's own money (at the provider,
// at the bank) is negative while there is money in it; equity, fees and debts to others are positive. So all
// accounts sum to zero.
const (
	// RevenueFees is what the gateway earned in fees, without VAT.
	RevenueFees = "revenue:fees"
	// TaxVAT is the VAT in the fees.
	TaxVAT = "tax:vat"
	// TaxRounding is how much more VAT the fee invoices have than TaxVAT, because they round once a month. Both together are
	// what is owed to the state.
	TaxRounding = "tax:rounding"
	// BankOperating is the gateway's own bank account. It pays transfers that a person makes, taxes, and the
	// gateway's own money to the provider, and receives such money back.
	BankOperating = "bank:operating"
	// CostProvider is what the provider charged the gateway in fees, including VAT. It is negative.
	CostProvider = "cost:provider"
	// CostEstimates is what the provider should charge in fees, including VAT, by our cost table, as long as it has not said
	// it. It is negative.
	CostEstimates = "cost:provider_estimates"
	// CostBank is what banks charged the gateway. It is negative.
	CostBank = "cost:bank"
	// PrepaidTax is the income tax (PPh 23) that clients withheld from our fees and paid to the state for us, until we use it. It is
	// negative while there is any.
	PrepaidTax = "asset:pph23"
	// CostIncomeTax is the income tax that we owed, as far as prepaid tax paid it. It is negative.
	CostIncomeTax = "cost:income_tax"
	// CostBadDebt is what clients owed and we gave up, less what came back later. It is negative.
	CostBadDebt = "cost:bad_debt"
	// BankBounced is money of transfers that the bank sent back to us, until they are made again.
	BankBounced = "bank:bounced"
	// RevenueInterest is what our bank paid in interest, and CostInterestTax, which is negative, the tax that it kept of that.
	RevenueInterest = "revenue:interest"
	CostInterestTax = "cost:interest_tax"
	// Equity is the owners' money, and the other side of administrators' corrections.
	Equity = "equity"
	// Suspense is money received that cannot be credited as it is.
	Suspense = "suspense"
)

// ProviderClearing names the account where money comes in through a connection. Each credit takes its gross
// amount from it, so its balance is negative.
func ProviderClearing(connection string) string { return providerAccount(connection, "clearing") }

// ProviderPayouts names the account with what a connection paid out to bank accounts. It reduces the money at
// the provider, so it is positive.
func ProviderPayouts(connection string) string { return providerAccount(connection, "payouts") }

// BankTransit names the account with what a connection sent to our bank account, and the bank has not booked. It is negative
// while there is any.
func BankTransit(connection string) string { return bankAccount(connection, "transit") }

// TransitOf tells of which connection an account holds what is on its way to our bank. ok is false for all other accounts.
func TransitOf(account string) (connection string, ok bool) {
	rest, isBank := strings.CutPrefix(account, "bank:")
	connection, transit := strings.CutSuffix(rest, ":transit")
	return connection, isBank && transit
}

func bankAccount(connection, name string) string { return "bank:" + connection + ":" + name }

// ConnectionOf tells of which connection an account holds our money. ok is false for all other accounts.
func ConnectionOf(account string) (connection string, ok bool) {
	rest, isProvider := strings.CutPrefix(account, "provider:")
	connection, _, named := strings.Cut(rest, ":")
	if !isProvider || !named { // provider:clearing, the former name of an account, names none
		return "", false
	}
	return connection, true
}

// IsTransit reports whether an account holds what a provider sent to our bank and the bank has not booked yet:
// bank:<connection>:transit. Such an account is negative while there is money in it.
func IsTransit(account string) bool {
	connection, ok := TransitOf(account)
	return ok && connection != ""
}

func providerAccount(connection, name string) string { return "provider:" + connection + ":" + name }

// The names that the accounts of the first connection had when there was no other.
const (
	formerClearing = "provider:clearing"
	formerPayouts  = "bank:payouts"
)

// FillIn gives the postings of an event of a former version the present names of their accounts.
func FillIn(postings []Posting) {
	for i, p := range postings {
		switch p.Account {
		case formerClearing:
			postings[i].Account = ProviderClearing(connection.Xendit)
		case formerPayouts:
			postings[i].Account = ProviderPayouts(connection.Xendit)
		}
	}
}

// Available names the account with the money that the client may withdraw.
func Available(clientID int64) string { return clientAccount(clientID, "available") }

// Unsettled names the account with the credits that are held until SETTLED.
func Unsettled(clientID int64) string { return clientAccount(clientID, "unsettled") }

// Held names the account with the money that open withdrawals and settlements hold.
func Held(clientID int64) string { return clientAccount(clientID, "held") }

// Receivable names the account with what the client owes: money that was taken back after it was paid, and
// that the client's balance could not cover. It is never above zero.
func Receivable(clientID int64) string { return clientAccount(clientID, "receivable") }

// IsOf reports whether an account is one of the client's four accounts.
func IsOf(clientID int64, account string) bool {
	return strings.HasPrefix(account, clientAccount(clientID, ""))
}

// OfAllClients turns the name of a client's account into the name for all clients together:
// client:*:available. It returns every other account name unchanged.
func OfAllClients(account string) string {
	if rest, ok := strings.CutPrefix(account, "client:"); ok {
		_, kind, _ := strings.Cut(rest, ":")
		return "client:*:" + kind
	}
	return account
}

// The names of the accounts of all clients together, by kind (OfAllClients), that hold money of clients.
const (
	AvailableOfAll = "client:*:available"
	UnsettledOfAll = "client:*:unsettled"
	HeldOfAll      = "client:*:held"
)

func clientAccount(clientID int64, name string) string {
	return "client:" + strconv.FormatInt(clientID, 10) + ":" + name
}
