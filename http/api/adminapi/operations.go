package adminapi

import (
	"context"

	"gateway/domain/balance"
	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// operations ties each operation to what it does. An operation that needs more of the request than its
// parameters and its body has a method of Admin.
func (a *Admin) operations() Operations {
	withdrawals := payouts{a, a.Payouts.Withdrawals(), balance.Withdrawal}
	settlements := payouts{a, a.Payouts.Settlements(), balance.Settlement}
	return Operations{
		// The caller's own login.
		LoginAdmin:          a.loginAdmin,
		LogoutAdmin:         a.logoutAdmin,
		GetMyAdminLogin:     a.getMyAdminLogin,
		ConfirmAdminLogin:   a.own.Confirm,
		ChangeAdminPassword: a.own.ChangePassword,
		BeginAdminTOTP:      a.own.BeginTOTP,
		ConfirmAdminTOTP:    a.own.ConfirmTOTP,
		RemoveAdminTOTP:     a.own.RemoveTOTP,
		ListAdminSessions:   a.own.ListSessions,
		EndAdminSession:     a.own.EndSession,

		// Administrators and approvals.
		ListAdmins:         envelope.Call(a.Queries.Admins),
		CreateAdmin:        envelope.Act(parseAdmin, a.Acts.CreateAdmin),
		ChangeAdminRole:    envelope.ActOn(envelope.Parse, a.changeAdminRole),
		DisableAdmin:       reviewed(a.Admins.Disable),
		EnableAdmin:        reviewed(a.Acts.EnableAdmin),
		ResetAdminPassword: envelope.ActOn(envelope.ParseOptional, a.resetAdmin),
		ListApprovals:      envelope.Pages(byStatus[ListApprovalsParams](a.Queries.Approvals)),
		GetApproval:        envelope.CallOn(a.Approvals.Show),
		GrantApproval:      reviewed(a.Approvals.Grant),
		RefuseApproval:     reasoned(a.Approvals.Refuse),

		// Clients.
		ListClients:          envelope.Pages(a.clients),
		GetClient:            envelope.CallOn(a.client),
		ApproveClient:        reviewed(a.Accounts.Approve),
		RejectClient:         reasoned(a.Accounts.Reject),
		SuspendClient:        reasoned(a.Accounts.Suspend),
		ReactivateClient:     reviewed(a.Accounts.Reactivate),
		ChangeClientSettings: envelope.ActOn(parseSettings, a.Acts.ChangeClient),
		EndClientAccess:      envelope.ActOn(envelope.ParseOptional, a.endAccess),
		IssueAPIKey:          envelope.ActOn(parseKey, a.Acts.IssueKey),
		MakeResetLink:        reasoned(a.Acts.MakeResetLink),
		ListClientApps:       envelope.CallOn(a.apps),
		AddApp:               createFor(parseApp, a.Accounts.AddApp),
		SetAppFee:            envelope.ActOn(parseAppFee, a.setAppFee),
		AskWhatIf:            envelope.ActOn(parseWhatIf, a.whatIf),

		// Money.
		AdjustBalance:                 createFor(parseAdjustment, a.adjustBalance),
		WriteOff:                      createFor(parseWriteOff, a.writeOff),
		GetBalanceOfClient:            a.getBalanceOfClient,
		ListBalanceHistoryOfClient:    a.listBalanceHistoryOfClient,
		GetStatementOfClient:          a.getStatementOfClient,
		GetStatementSignatureOfClient: a.getStatementSignatureOfClient,
		GetTrialBalance:               a.getTrialBalance,
		GetPeriodReport:               a.getPeriodReport,
		GetReceivablesAging:           a.getReceivablesAging,
		GetSuspenseAging:              a.getSuspenseAging,
		ListWriteOffs:                 a.listWriteOffs,
		GetWriteOff:                   envelope.CallOn(named(a, writeOffOwner, a.Ages.WriteOff)),
		GetGeneralLedger:              a.getGeneralLedger,
		GetAccurateJournals:           a.getAccurateJournals,
		ListSafeguarding:              a.listSafeguarding,
		GetSafeguarding:               envelope.CallOn(a.Safeguarding.Day),
		GetSafeguardingStatement:      a.getSafeguardingStatement,
		EnterTreasury:                 create(a.parseTreasury, a.Acts.EnterTreasury),
		ListTreasury:                  envelope.Pages(a.treasury),
		ListBankDays:                  a.listBankDays,
		ImportBankStatement:           envelope.Act(envelope.Parse, a.importBankStatement),
		ListBankLines:                 envelope.Pages(a.bankLines),
		GetBankLine:                   envelope.CallOn(a.BankStatements.Line),
		MatchBankLine:                 envelope.ActOn(envelope.Parse, a.matchBankLine),
		ExplainBankLine:               reasoned(a.BankStatements.Explain),
		ReopenBankLine:                reasoned(a.BankStatements.Reopen),
		ListBankBookings:              envelope.Pages(a.bankBookings),

		// Months of the books.
		ListPeriods:        envelope.Call(a.Periods.List),
		GetPeriod:          envelope.CallOn(a.Periods.Get),
		ClosePeriod:        envelope.ActOn(envelope.ParseOptional, a.closePeriod),
		GetPeriodStatement: a.getPeriodStatement,
		GetPeriodPackage:   a.getPeriodPackage,
		GetPeriodLate:      envelope.CallOn(a.Periods.Late),

		// Tax.
		GetClientTaxData:    envelope.CallOn(a.Tax.DataOf),
		SetTaxExemption:     envelope.ActOn(parseExemption, a.Tax.SetExemption),
		GetTaxMonth:         a.getTaxMonth,
		GetTaxInvoice:       a.getTaxInvoice,
		ExportTaxMonth:      envelope.CallOn(a.Tax.Export),
		GetCoretaxFile:      a.getCoretaxFile,
		ApproveTaxDocuments: envelope.ActOn(parseTaxApprovals, a.approveTax),
		RejectTaxFile:       envelope.ActOn(envelope.Parse, a.rejectTaxFile),

		// Withdrawals and settlements.
		ListWithdrawals:       listPayouts[ListWithdrawalsParams](withdrawals),
		ListSettlements:       listPayouts[ListSettlementsParams](settlements),
		GetWithdrawalForAdmin: envelope.CallOn(named(a, payoutOwner, withdrawals.FindForAdmin)),
		GetSettlementForAdmin: envelope.CallOn(named(a, payoutOwner, settlements.FindForAdmin)),
		ApproveWithdrawal:     envelope.ActOn(envelope.ParseOptional, withdrawals.approve),
		ApproveSettlement:     envelope.ActOn(envelope.ParseOptional, settlements.approve),
		RejectWithdrawal:      reviewed(withdrawals.reject),
		RejectSettlement:      reviewed(settlements.reject),
		CompleteWithdrawal:    envelope.ActOn(envelope.ParseOptional, withdrawals.complete),
		CompleteSettlement:    envelope.ActOn(envelope.ParseOptional, settlements.complete),
		FailWithdrawal:        reasoned(withdrawals.fail),
		FailSettlement:        reasoned(settlements.fail),
		AdoptWithdrawal:       envelope.ActOn(envelope.ParseOptional, withdrawals.adopt),
		AdoptSettlement:       envelope.ActOn(envelope.ParseOptional, settlements.adopt),

		// Refunds.
		ListAllRefunds:       a.listAllRefunds,
		GetRefundForAdmin:    envelope.CallOn(orderedOne(a, refundOrder, named(a, refundOwner, a.Refunds.FindForAdmin))),
		ApproveRefundAsAdmin: envelope.CallOn(a.approveRefund),
		RejectRefundAsAdmin:  reasoned(a.rejectRefund),
		CompleteRefund:       reasoned(namedAct(a, a.Acts.CompleteRefund)),
		FailRefund:           reasoned(namedAct(a, a.Acts.FailRefund)),

		// Payments.
		GetOverview: func(c *gin.Context, p GetOverviewParams) {
			data, err := a.Overviews.All(c.Request.Context(), p.Days)
			envelope.Respond(c, data, err)
		},
		ListTransactionsOfAll:  a.listTransactionsOfAll,
		GetTransactionOfAny:    envelope.CallOn(a.transaction),
		GetTransactionTimeline: a.getTransactionTimeline,
		ListPaymentReports:     a.listPaymentReports,
		EndHold:                reasoned(a.Holds.End),
		EraseCustomer:          reasoned(a.eraseCustomer),
		ListSuspense:           envelope.Pages(ordered(a, seesCustomers, suspenseOrder, namedRows(a, suspenseOwner, a.listSuspense))),
		GetSuspense:            envelope.CallOn(orderedOne(a, suspenseOrder, named(a, suspenseOwner, a.Queries.SuspenseItem))),
		ReleaseSuspense:        reasoned(namedAct(a, a.Acts.ReleaseSuspense)),
		ReopenSuspense:         reasoned(namedAct(a, a.Acts.ReopenSuspense)),
		RefundSuspense:         envelope.ActOn(envelope.ParseOptional, namedAct(a, a.refundSuspense)),
		ListReversals:          envelope.Pages(namedRows(a, reversalOwner, byStatus[ListReversalsParams](a.Queries.Reversals))),
		GetReversal:            envelope.CallOn(named(a, reversalOwner, a.Queries.Reversal)),
		AssignReversal:         envelope.ActOn(envelope.ParseOptional, namedAct(a, a.assignReversal)),

		// Disputes.
		ListAllDisputes:   a.listAllDisputes,
		OpenDispute:       create(parseDispute, a.Disputes.Open),
		DeductDisputes:    envelope.Act(parseDeduction, a.deductDisputes),
		GetAnyDispute:     envelope.CallOn(named(a, disputeOwner, a.dispute)),
		DecideDispute:     envelope.ActOn(envelope.Parse, a.decideDispute),
		GetAnyDisputeFile: a.getDisputeFile,
		ForwardDispute:    envelope.CallOn(named(a, disputeOwner, a.Disputes.Forward)),

		// Income tax that clients withheld.
		ListAllWithholdingSlips:   a.listAllWithholdingSlips,
		GetAnyWithholdingSlip:     envelope.CallOn(named(a, slipOwner, a.withholdingSlip)),
		GetAnyWithholdingSlipFile: a.getWithholdingSlipFile,
		ApproveWithholdingSlip:    envelope.CallOn(a.approveWithholdingSlip),
		RejectWithholdingSlip:     reasoned(a.rejectWithholdingSlip),

		// Fees, banks and routing.
		ListGeneralFees:     envelope.Call(a.Queries.FeeRates),
		ChangeFee:           envelope.ActOn(parseFee, a.changeFee),
		ListAllBankChannels: envelope.Call(a.banks),
		ChangeBankChannel:   envelope.ActOn(envelope.Parse, a.changeBank),
		GetRouting:          envelope.Call(a.Routing.Rules),
		ChangeRouting:       envelope.Act(envelope.Parse, a.changeRouting),
		ExplainRouting:      envelope.Act(envelope.Parse, a.explainRouting),
		ListConnections:     envelope.Call(a.Routing.Figures),

		// Callbacks.
		ListCallbacks:   a.listCallbacks,
		GetCallback:     envelope.CallOn(named(a, callbackOwner, a.Callbacks.Get)),
		ResendCallback:  envelope.ActOn(envelope.ParseOptional, a.resendCallback),
		ResendCallbacks: envelope.Act(envelope.Parse, a.resendCallbacks),

		ListClientCallbackEndpoints:  envelope.CallOn(a.clientEndpoints),
		ListClientEndpointDeliveries: a.listClientEndpointDeliveries,
		GetClientEndpointDelivery:    a.getClientEndpointDelivery,
		ResendClientEndpointDelivery: a.resendClientEndpointDelivery,

		// Documents of clients.
		ListDocuments:   a.listDocuments,
		GetDocument:     envelope.CallOn(named(a, documentOwner, a.document)),
		GetDocumentFile: a.getDocumentFile,
		AcceptDocument:  envelope.CallOn(named(a, documentOwner, a.acceptDocument)),
		RejectDocument:  reasoned(a.rejectDocument),

		// Tickets and proposals.
		ListClientTickets: envelope.Pages(namedRows(a, ticketOwner, a.tickets)),
		GetClientTicket:   envelope.CallOn(a.ticket),
		AnswerTicket:      a.answerTicket,
		CloseTicket:       envelope.CallOn(named(a, ticketOwner, a.closeTicket)),
		ListProposals:     envelope.Pages(namedRows(a, proposalOwner, a.proposals)),
		ReadProposal:      envelope.CallOn(named(a, proposalOwner, a.readProposal)),

		// Explanations.
		GetWhyOfAny:      a.getWhyOfAny,
		GetTimelineOfAny: a.getTimelineOfAny,
		SearchAll:        a.searchAll,

		// Operations of the gateway.
		GetAttention:       a.getAttention,
		ListAuditLog:       a.listAuditLog,
		ListAuditRuns:      a.listAuditRuns,
		GetAuditRun:        envelope.CallOn(a.AuditRuns.Get),
		StartAuditRun:      create(a.parseAuditRun, a.AuditRuns.Start), // answers before the run is finished
		ListLog:            a.listLog,
		GetLogEvent:        envelope.CallOn(a.Log.Event),
		ListProjections:    envelope.Call(a.statuses),
		GetProjection:      envelope.CallOn(a.Projections.Detail),
		RebuildProjection:  envelope.CallOn(a.Projections.Rebuild),  // starts it; ListProjections shows its progress
		CompareProjection:  envelope.CallOn(a.Projections.Compare),  // starts it
		RollBackProjection: envelope.CallOn(a.Projections.Rollback), // starts it
		CleanProjection:    envelope.CallOn(a.Projections.Clean),
	}
}

// reasoned makes an operation whose body has a reason.
func reasoned[P, T any](run func(ctx context.Context, p P, reason string) (T, error)) func(*gin.Context, P) {
	return envelope.ActOn(envelope.ParseOptional, func(ctx context.Context, p P, r ReasonRequest) (T, error) { return run(ctx, p, r.Reason) })
}

// reviewed makes an operation whose body may have a reason.
func reviewed[P, T any](run func(ctx context.Context, p P, reason string) (T, error)) func(*gin.Context, P) {
	return envelope.ActOn(envelope.ParseOptional, func(ctx context.Context, p P, r ReviewRequest) (T, error) { return run(ctx, p, r.Reason) })
}

// byStatus lists the rows in the status of the query, of all if it names none.
func byStatus[P ListApprovalsParams | ListReversalsParams | ListProposalsParams, T any](
	list func(ctx context.Context, status string, page readtable.Page) ([]T, int64, error),
) func(ctx context.Context, p P) ([]T, int64, error) {
	return func(ctx context.Context, p P) ([]T, int64, error) {
		params := ListApprovalsParams(p)
		return list(ctx, params.Status, params.Shown())
	}
}

// createFor makes an operation that creates something of the client with the id, once per Idempotency-Key.
func createFor[R any](
	parse func(body []byte) (R, error), run func(ctx context.Context, creation service.Creation, r R) (service.Created, error),
) func(*gin.Context, ID) {
	return func(c *gin.Context, id ID) { envelope.HandleCreation(c, id, parse, run) }
}

// create is createFor for what belongs to no client.
func create[R any](
	parse func(body []byte) (R, error), run func(ctx context.Context, creation service.Creation, r R) (service.Created, error),
) func(*gin.Context) {
	const noClient = 0
	return func(c *gin.Context) { envelope.HandleCreation(c, noClient, parse, run) }
}
