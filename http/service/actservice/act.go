// Package actservice has the administrators' acts that may need a second administrator. Each act is a
// command, which an approval can store as data, and the use case that executes it. A method of Acts executes
// the act or asks for its approval; package approvalservice decides which.
package actservice

import (
	"gateway/http/service/accountservice"
	"gateway/http/service/adminservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/disputeservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/refundservice"
	"gateway/http/service/reversalservice"
	"gateway/http/service/routingservice"
	"gateway/http/service/suspenseservice"
	"gateway/http/service/treasuryservice"
	"gateway/http/service/withholdingservice"
	"gateway/projections/readmodel/adminrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/pricingrows"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/withholdingrows"
)

// UseCases execute the acts.
type UseCases struct {
	Accounts accountservice.Accounts
	Admins   adminservice.Admins
	Balances *balanceservice.Balances
	Disputes disputeservice.Disputes
	Payouts  payoutservice.Payouts
	Periods  periodservice.Periods
	Rates    pricingservice.Rates
	Refunds  refundservice.Refunds
	Suspense suspenseservice.Items
	// Reversals are the reversals that wait for a person.
	Reversals reversalservice.Reversals
	Routing   routingservice.Routing
	Slips     withholdingservice.Slips
	Treasury  treasuryservice.Entries
}

// rehearsal returns the use cases on a rehearsal of the log.
func (u UseCases) rehearsal() UseCases {
	u.Accounts.Core, u.Accounts.Factors.Core = u.Accounts.Core.Rehearsal(), u.Accounts.Factors.Core.Rehearsal()
	u.Admins.Core, u.Admins.Factors.Core = u.Admins.Core.Rehearsal(), u.Admins.Factors.Core.Rehearsal()
	if u.Balances != nil {
		balances := *u.Balances
		balances.Core = balances.Core.Rehearsal()
		u.Balances = &balances
	}
	u.Disputes.Core = u.Disputes.Core.Rehearsal()
	u.Payouts.Core = u.Payouts.Core.Rehearsal()
	u.Periods.Core = u.Periods.Core.Rehearsal()
	u.Rates.Core = u.Rates.Core.Rehearsal()
	u.Refunds.Core = u.Refunds.Core.Rehearsal()
	u.Suspense.Core = u.Suspense.Core.Rehearsal()
	u.Reversals.Core = u.Reversals.Core.Rehearsal()
	u.Routing.Core = u.Routing.Core.Rehearsal()
	u.Slips.Core = u.Slips.Core.Rehearsal()
	u.Treasury.Core = u.Treasury.Core.Rehearsal()
	return u
}

// Acts has a method for each act, which returns the answer of the act or an approvalservice.Asked. Its errors
// are those of the use case. It is safe for concurrent use.
type Acts struct {
	use, rehearsed UseCases

	approvePayout   approvalservice.Act[approvePayout, payoutrows.AdminPayout]
	completePayout  approvalservice.Act[completePayout, payoutrows.AdminPayout]
	adoptPayout     approvalservice.Act[adoptPayout, payoutrows.AdminPayout]
	failPayout      approvalservice.Act[failPayout, payoutrows.AdminPayout]
	approveRefund   approvalservice.Act[reviewRefund, refundrows.AdminRefund]
	completeRefund  approvalservice.Act[reviewRefund, refundrows.AdminRefund]
	failRefund      approvalservice.Act[reviewRefund, refundrows.AdminRefund]
	releaseSuspense approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]
	refundSuspense  approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]
	reopenSuspense  approvalservice.Act[resolveSuspense, paymentrows.SuspenseItem]
	assignReversal  approvalservice.Act[assignReversal, paymentrows.ReversalRow]
	adjustBalance   approvalservice.Act[balanceservice.Adjustment, balancerows.Balance]
	writeOff        approvalservice.Act[balanceservice.WriteOff, balancerows.Balance]
	enterTreasury   approvalservice.Act[treasuryservice.Request, balancerows.TreasuryEntry]
	decideDispute   approvalservice.Act[decideDispute, disputerows.AdminDispute]
	deductDisputes  approvalservice.Act[disputeservice.DeductionCmd, disputeservice.Deduction]
	closePeriod     approvalservice.Act[periodservice.Request, periodservice.Shown]
	approveSlip     approvalservice.Act[approveSlip, withholdingrows.AdminSlip]
	changeFee       approvalservice.Act[changeFee, pricingrows.FeeRate]
	setAppFee       approvalservice.Act[setAppFee, []clientrows.AppFee]
	changeRouting   approvalservice.Act[changeRouting, routingservice.Shown]
	changeClient    approvalservice.Act[changeClient, clientrows.Client]
	issueKey        approvalservice.Act[accountservice.NewKey, accountservice.IssuedKey]
	makeResetLink   approvalservice.Act[accountservice.NewResetLink, accountservice.ResetLink]
	createAdmin     approvalservice.Act[createAdmin, adminrows.Admin]
	changeRole      approvalservice.Act[changeRole, adminrows.Admin]
	enableAdmin     approvalservice.Act[enableAdmin, adminrows.Admin]
	resetLogin      approvalservice.Act[adminservice.Reset, adminrows.Admin]
}

// on returns the use cases that execute an act, or those that rehearse it.
func (a *Acts) on(rehearse bool) UseCases {
	if rehearse {
		return a.rehearsed
	}
	return a.use
}

// New registers the acts with the approvals.
func New(a *approvalservice.Approvals, use UseCases) Acts {
	acts := Acts{use: use, rehearsed: use.rehearsal()}
	acts.registerPayouts(a)
	acts.registerRefunds(a)
	acts.registerSuspense(a)
	acts.registerReversals(a)
	acts.registerMoney(a)
	acts.registerDisputes(a)
	acts.registerPeriods(a)
	acts.registerWithholding(a)
	acts.registerFees(a)
	acts.registerRouting(a)
	acts.registerClients(a)
	acts.registerAdmins(a)
	return acts
}
