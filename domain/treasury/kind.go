package treasury

import (
	"cmp"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/connection"
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
	// RoundingToVAT adds what the fee invoices have more than the ledger to the VAT that is owed, before a TaxPayment of both.
	// VATToRounding takes off what they have less.
	RoundingToVAT = "rounding_to_vat"
	VATToRounding = "vat_to_rounding"
	// PrepaidTaxUsed is income tax that clients withheld from our fees, and that counts against our own in our return.
	PrepaidTaxUsed = "pph23_used"
	// ProviderSent is money that the provider sent to the gateway's bank, which has not booked it, and TransitArrived that money
	// when the bank has. ProviderWithdrawal is both at once.
	ProviderSent   = "provider_sent"
	TransitArrived = "transit_arrived"
	// BankInterest is what the gateway's bank paid in interest, and InterestTax the tax that it kept of that.
	BankInterest = "bank_interest"
	InterestTax  = "interest_tax"
	// TransferBounced is money of a transfer that a person made, which the bank sent back, and BounceSettled its next transfer.
	TransferBounced = "transfer_bounced"
	BounceSettled   = "bounce_settled"
	// Opening moves an amount between two of the gateway's accounts without a transfer of money: it states
	// what was there when the books began, or corrects where older events, or a mistaken entry, booked an
	// amount.
	Opening = "opening"
)

// atProvider stands for the connection's clearing account in a route.
const atProvider = "provider"

// inTransit stands for the connection's account of what is on its way to the bank.
const inTransit = "transit"

// route holds the account that an amount leaves and the account that it reaches. Money that comes into one of
// the gateway's own accounts makes that account more negative, so that account is the one that the amount
// leaves here.
type route struct{ from, to string }

var routes = map[string]route{
	TopUp:              {atProvider, ledger.BankOperating},
	ProviderWithdrawal: {ledger.BankOperating, atProvider},
	ProviderSent:       {inTransit, atProvider},
	TransitArrived:     {ledger.BankOperating, inTransit},
	BankCharge:         {ledger.CostBank, ledger.BankOperating},
	BankInterest:       {ledger.BankOperating, ledger.RevenueInterest},
	InterestTax:        {ledger.CostInterestTax, ledger.BankOperating},
	TransferBounced:    {ledger.BankOperating, ledger.BankBounced},
	BounceSettled:      {ledger.BankBounced, ledger.BankOperating},
	OwnerIn:            {ledger.BankOperating, ledger.Equity},
	OwnerOut:           {ledger.Equity, ledger.BankOperating},
	TaxPayment:         {ledger.TaxVAT, ledger.BankOperating},
	RoundingToVAT:      {ledger.TaxRounding, ledger.TaxVAT},
	VATToRounding:      {ledger.TaxVAT, ledger.TaxRounding},
	// The prepaid tax becomes a cost: no money moves.
	PrepaidTaxUsed: {ledger.CostIncomeTax, ledger.PrepaidTax},
	// The default of an opening: the gateway's own money at the provider when the books begin.
	Opening: {atProvider, ledger.Equity},
}

// Kinds returns the kinds of entries, sorted.
func Kinds() []string {
	return []string{
		BankCharge, BankInterest, BounceSettled, InterestTax, Opening, OwnerIn, OwnerOut, PrepaidTaxUsed, ProviderSent,
		ProviderWithdrawal, RoundingToVAT, TaxPayment, TopUp, TransferBounced, TransitArrived, VATToRounding,
	}
}

// openingAccounts are the accounts that an opening may name, beside those of the connections. Revenue, taxes,
// suspense and clients' accounts change only by their own events.
var openingAccounts = []string{
	ledger.PrepaidTax, ledger.BankOperating, ledger.CostBank, ledger.CostIncomeTax,
	ledger.CostProvider, ledger.Equity,
}

// OpeningAccounts returns the accounts that an opening may name, if these are the connections.
func OpeningAccounts(connections ...string) []string {
	all := slices.Clone(openingAccounts)
	for _, c := range connections {
		all = append(all, ledger.ProviderClearing(c), ledger.ProviderPayouts(c))
	}
	slices.Sort(all)
	return all
}

// AtProvider reports whether an entry of the kind is about our money at a connection, or on its way from there.
func AtProvider(kind string) bool {
	r := routes[kind]
	return slices.ContainsFunc([]string{r.from, r.to}, func(account string) bool { return account == atProvider || account == inTransit })
}

// route returns the accounts of the entry, and the connection that it is about. Only an opening may name
// accounts.
func (cmd EnterCmd) route() (route, string, error) {
	r, known := routes[cmd.Kind]
	switch {
	case !known:
		return r, "", domain.InvalidField("kind", "must be one of %s", strings.Join(Kinds(), ", "))
	case cmd.From == "" && cmd.To == "":
		at := cmp.Or(cmd.Connection, connection.Xendit)
		if !AtProvider(cmd.Kind) {
			if cmd.Connection != "" {
				return r, "", domain.InvalidField("connection", "an entry of kind %s is about none", cmd.Kind)
			}
			return r, "", nil
		}
		return r.at(at), at, connection.Check("connection", at)
	case cmd.Kind != Opening:
		return r, "", domain.InvalidField("from", "only an opening names its accounts")
	}
	named := ledger.Transfer(cmd.From, cmd.To, cmd.Amount)
	ledger.FillIn(named) // the former names are still taken
	r = route{named[0].Account, named[1].Account}
	switch {
	case !isOpeningAccount(r.from):
		return r, "", domain.InvalidField("from", "must be one of %s", openingChoice)
	case !isOpeningAccount(r.to) || r.from == r.to:
		return r, "", domain.InvalidField("to", "must be another one of %s", openingChoice)
	}
	return r, r.connection(), nil
}

var openingChoice = strings.Join(openingAccounts, ", ") + ", provider:<connection>:clearing, provider:<connection>:payouts"

func isOpeningAccount(account string) bool {
	c, ok := ledger.ConnectionOf(account)
	if !ok {
		return slices.Contains(openingAccounts, account)
	}
	return connection.Check("", c) == nil && slices.Contains(OpeningAccounts(c), account)
}

// at puts the accounts of the connection in their places.
func (r route) at(connection string) route {
	for _, account := range []*string{&r.from, &r.to} {
		switch *account {
		case atProvider:
			*account = ledger.ProviderClearing(connection)
		case inTransit:
			*account = ledger.BankTransit(connection)
		}
	}
	return r
}

// connection is the one whose account the route names; empty for none.
func (r route) connection() string {
	from, _ := ledger.ConnectionOf(r.from)
	to, _ := ledger.ConnectionOf(r.to)
	return cmp.Or(from, to)
}
