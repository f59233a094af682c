// Package actservice has the acts of administrators that may need a second administrator. Each is a
// command, which an approval can hold as data, with the use case that does it. A method of
// Acts does the act, or asks for an approval of it: package approval decides which.
package actservice

import (
	"gateway/http/service/accountservice"
	"gateway/http/service/adminservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/reversalservice"
	"gateway/http/service/suspenseservice"
	"gateway/http/service/treasuryservice"
	"gateway/projections/readmodel"
)

// UseCases do the acts.
type UseCases struct {
	Accounts accountservice.Accounts
	Admins   adminservice.Admins
	Balances *balanceservice.Balances
	Payouts  payoutservice.Payouts
	Rates    pricingservice.Rates
	Suspense suspenseservice.Items
	// Reversals are those that wait for a person.
	Reversals reversalservice.Reversals
	Treasury  treasuryservice.Entries
}

// Acts are the acts. Each method gives the answer of the act, or an approval.Asked. Errors
// are those of the use case. It is safe for concurrent use.
type Acts struct {
	use UseCases

	approvePayout   approvalservice.Act[approvePayout, readmodel.AdminPayout]
	completePayout  approvalservice.Act[completePayout, readmodel.AdminPayout]
	adoptPayout     approvalservice.Act[adoptPayout, readmodel.AdminPayout]
	failPayout      approvalservice.Act[failPayout, readmodel.AdminPayout]
	releaseSuspense approvalservice.Act[resolveSuspense, readmodel.SuspenseItem]
	refundSuspense  approvalservice.Act[resolveSuspense, readmodel.SuspenseItem]
	reopenSuspense  approvalservice.Act[resolveSuspense, readmodel.SuspenseItem]
	assignReversal  approvalservice.Act[assignReversal, readmodel.ReversalRow]
	adjustBalance   approvalservice.Act[balanceservice.Adjustment, readmodel.Balance]
	enterTreasury   approvalservice.Act[treasuryservice.Request, readmodel.TreasuryEntry]
	changeFee       approvalservice.Act[changeFee, readmodel.FeeRate]
	setAppFee       approvalservice.Act[setAppFee, []readmodel.AppFee]
	changeClient    approvalservice.Act[changeClient, readmodel.Client]
	issueKey        approvalservice.Act[accountservice.NewKey, accountservice.IssuedKey]
	makeResetLink   approvalservice.Act[accountservice.NewResetLink, accountservice.ResetLink]
	createAdmin     approvalservice.Act[createAdmin, readmodel.Admin]
	changeRole      approvalservice.Act[changeRole, readmodel.Admin]
	enableAdmin     approvalservice.Act[enableAdmin, readmodel.Admin]
	resetLogin      approvalservice.Act[adminservice.Reset, readmodel.Admin]
}

// New registers the acts with the approvals.
func New(a *approvalservice.Approvals, use UseCases) Acts {
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
