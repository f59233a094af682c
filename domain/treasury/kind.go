package treasury

import (
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/ledger"
)

// Kinds of entries.
const (
	// TopUp is our own money, sent from our bank to the provider.
	TopUp = "top_up"
	// ProviderWithdrawal is money that the provider sent to our bank.
	ProviderWithdrawal = "provider_withdrawal"
	// BankCharge is what our bank charged us.
	BankCharge = "bank_charge"
	// OwnerIn is money of the owners that came to our bank, OwnerOut money that left to them.
	OwnerIn  = "owner_in"
	OwnerOut = "owner_out"
	// TaxPayment is VAT that was paid to the state from our bank.
	TaxPayment = "tax_payment"
	// Opening moves an amount from one of our accounts to another without a transfer of
	// money: it states what was there when the books began, and books anew what older
	// events, or a mistaken entry, had booked elsewhere.
	Opening = "opening"
)

// route is the account that an amount leaves and the one that it comes to. Money that
// comes to an account of ours makes it more negative, so it is the one it leaves here.
type route struct{ from, to string }

var routes = map[string]route{
	TopUp:              {ledger.ProviderClearing, ledger.BankOperating},
	ProviderWithdrawal: {ledger.BankOperating, ledger.ProviderClearing},
	BankCharge:         {ledger.CostBank, ledger.BankOperating},
	OwnerIn:            {ledger.BankOperating, ledger.Equity},
	OwnerOut:           {ledger.Equity, ledger.BankOperating},
	TaxPayment:         {ledger.TaxVAT, ledger.BankOperating},
	// The default of an opening: our own money that is at the provider when the books begin.
	Opening: {ledger.ProviderClearing, ledger.Equity},
}

// Kinds returns the kinds of entries, sorted.
func Kinds() []string {
	return []string{BankCharge, Opening, OwnerIn, OwnerOut, ProviderWithdrawal, TaxPayment, TopUp}
}

// OpeningAccounts returns the accounts that an opening may name. Revenue, taxes, suspense
// and clients' accounts change by their own events only.
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
