package treasury

import (
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/ledger"
)

// Kinds of entries.
const (
	// TopUp is the gateway's own money, sent from its bank to the provider.
	TopUp = "top_up"
	// ProviderWithdrawal is money that the provider sent to the gateway's bank.
	ProviderWithdrawal = "provider_withdrawal"
	// BankCharge is what the gateway's bank charged.
	BankCharge = "bank_charge"
	// OwnerIn is money from the owners to the gateway's bank, OwnerOut money from that bank to the owners.
	OwnerIn  = "owner_in"
	OwnerOut = "owner_out"
	// TaxPayment is VAT that was paid to the state from the gateway's bank.
	TaxPayment = "tax_payment"
	// Opening moves an amount between two of the gateway's accounts without a transfer of money: it states
	// what was there when the books began, or corrects where older events, or a mistaken entry, booked an
	// amount.
	Opening = "opening"
)

// route holds the account that an amount leaves and the account that it reaches. Money that comes into one of
// the gateway's own accounts makes that account more negative, so that account is the one that the amount
// leaves here.
type route struct{ from, to string }

var routes = map[string]route{
	TopUp:              {ledger.ProviderClearing, ledger.BankOperating},
	ProviderWithdrawal: {ledger.BankOperating, ledger.ProviderClearing},
	BankCharge:         {ledger.CostBank, ledger.BankOperating},
	OwnerIn:            {ledger.BankOperating, ledger.Equity},
	OwnerOut:           {ledger.Equity, ledger.BankOperating},
	TaxPayment:         {ledger.TaxVAT, ledger.BankOperating},
	// The default of an opening: the gateway's own money at the provider when the books begin.
	Opening: {ledger.ProviderClearing, ledger.Equity},
}

// Kinds returns the kinds of entries, sorted.
func Kinds() []string {
	return []string{BankCharge, Opening, OwnerIn, OwnerOut, ProviderWithdrawal, TaxPayment, TopUp}
}

// OpeningAccounts returns the accounts that an opening may name. Revenue, taxes, suspense and clients'
// accounts change only by their own events.
func OpeningAccounts() []string {
	return []string{
		ledger.BankOperating, ledger.BankPayouts, ledger.CostBank, ledger.CostProvider, ledger.Equity, ledger.ProviderClearing,
	}
}

// routeOf returns the accounts of an entry. Only an opening may name accounts.
func routeOf(kind, from, to string) (route, error) {
	r, known := routes[kind]
	switch {
	case !known:
		return r, domain.InvalidField("kind", "must be one of %s", strings.Join(Kinds(), ", "))
	case from == "" && to == "":
		return r, nil
	case kind != Opening:
		return r, domain.InvalidField("from", "only an opening names its accounts")
	case !slices.Contains(OpeningAccounts(), from):
		return r, domain.InvalidField("from", "must be one of %s", strings.Join(OpeningAccounts(), ", "))
	case !slices.Contains(OpeningAccounts(), to) || from == to:
		return r, domain.InvalidField("to", "must be another one of %s", strings.Join(OpeningAccounts(), ", "))
	}
	return route{from, to}, nil
}
