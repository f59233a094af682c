// Package act has the acts of administrators that may need a second administrator. Each is a
// command, which an approval can hold as data, with the use case that does it. A method of
// Acts does the act, or asks for an approval of it: package approval decides which.
package act

import (
	"gateway/http/service/account"
	"gateway/http/service/admin"
	"gateway/http/service/approval"
	"gateway/http/service/balance"
	"gateway/http/service/payout"
	"gateway/http/service/pricing"
	"gateway/http/service/reversal"
	"gateway/http/service/suspense"
	"gateway/http/service/treasury"
	"gateway/projections/readmodel"
)

// UseCases do the acts.
type UseCases struct {
	Accounts account.Accounts
	Admins   admin.Admins
	Balances *balance.Balances
	Payouts  payout.Payouts
	Rates    pricing.Rates
	Suspense suspense.Items
	// Reversals are those that wait for a person.
	Reversals reversal.Reversals
	Treasury  treasury.Entries
}

// Acts are the acts. Each method gives the answer of the act, or an approval.Asked. Errors
// are those of the use case. It is safe for concurrent use.
type Acts struct {
	use UseCases

	approvePayout   approval.Act[approvePayout, readmodel.AdminPayout]
	completePayout  approval.Act[completePayout, readmodel.AdminPayout]
	adoptPayout     approval.Act[adoptPayout, readmodel.AdminPayout]
	failPayout      approval.Act[failPayout, readmodel.AdminPayout]
	releaseSuspense approval.Act[resolveSuspense, readmodel.SuspenseItem]
	refundSuspense  approval.Act[resolveSuspense, readmodel.SuspenseItem]
	reopenSuspense  approval.Act[resolveSuspense, readmodel.SuspenseItem]
	assignReversal  approval.Act[assignReversal, readmodel.ReversalRow]
	adjustBalance   approval.Act[balance.Adjustment, readmodel.Balance]
	enterTreasury   approval.Act[treasury.Request, readmodel.TreasuryEntry]
	changeFee       approval.Act[changeFee, readmodel.FeeRate]
	setAppFee       approval.Act[setAppFee, []readmodel.AppFee]
	changeClient    approval.Act[changeClient, readmodel.Client]
	issueKey        approval.Act[account.NewKey, account.IssuedKey]
	makeResetLink   approval.Act[account.NewResetLink, account.ResetLink]
	createAdmin     approval.Act[createAdmin, readmodel.Admin]
	changeRole      approval.Act[changeRole, readmodel.Admin]
	enableAdmin     approval.Act[enableAdmin, readmodel.Admin]
	resetLogin      approval.Act[admin.Reset, readmodel.Admin]
}

// New registers the acts with the approvals.
func New(a *approval.Approvals, use UseCases) Acts {
	acts := Acts{use: use}
	acts.registerPayouts(a)
	acts.registerSuspense(a)
	acts.registerReversals(a)
	acts.registerMoney(a)
	acts.registerFees(a)
	acts.registerClients(a)
	acts.registerAdmins(a)
	return acts
}
