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
	"gateway/projections/readmodel/adminrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/pricingrows"
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

// Acts are the acts. Each method gives the answer of the act, or an approvalservice.Asked. Errors
// are those of the use case. It is safe for concurrent use.
type Acts struct {
	use UseCases

	approvePayout   approvalservice.Act[approvePayout, payoutrows.AdminPayout]
	completePayout  approvalservice.Act[completePayout, payoutrows.AdminPayout]
	adoptPayout     approvalservice.Act[adoptPayout, payoutrows.AdminPayout]
	failPayout      approvalservice.Act[failPayout, payoutrows.AdminPayout]
	releaseSuspense approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]
	refundSuspense  approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]
	reopenSuspense  approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]
	assignReversal  approvalservice.Act[assignReversal, paymentrows.ReversalRow]
	adjustBalance   approvalservice.Act[balanceservice.Adjustment, balancerows.Balance]
	enterTreasury   approvalservice.Act[treasuryservice.Request, balancerows.TreasuryEntry]
	changeFee       approvalservice.Act[changeFee, pricingrows.FeeRate]
	setAppFee       approvalservice.Act[setAppFee, []clientrows.AppFee]
	changeClient    approvalservice.Act[changeClient, clientrows.Client]
	issueKey        approvalservice.Act[accountservice.NewKey, accountservice.IssuedKey]
	makeResetLink   approvalservice.Act[accountservice.NewResetLink, accountservice.ResetLink]
	createAdmin     approvalservice.Act[createAdmin, adminrows.Admin]
	changeRole      approvalservice.Act[changeRole, adminrows.Admin]
	enableAdmin     approvalservice.Act[enableAdmin, adminrows.Admin]
	resetLogin      approvalservice.Act[adminservice.Reset, adminrows.Admin]
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
