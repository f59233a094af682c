package balance

import "strconv"

// The accounts that all clients share.
const (
	ProviderClearing = "provider:clearing"
	RevenueFees      = "revenue:fees"
	TaxVAT           = "tax:vat"
	BankPayouts      = "bank:payouts"
	Suspense         = "suspense"
)

// AvailableAccount is what the client may withdraw.
func AvailableAccount(clientID int64) string { return clientAccount(clientID, "available") }

// UnsettledAccount is what the client was paid through channels that are held
// until SETTLED.
func UnsettledAccount(clientID int64) string { return clientAccount(clientID, "unsettled") }

// HeldAccount is what open withdrawals and settlements hold.
func HeldAccount(clientID int64) string { return clientAccount(clientID, "held") }

func clientAccount(clientID int64, name string) string {
	return "client:" + strconv.FormatInt(clientID, 10) + ":" + name
}
