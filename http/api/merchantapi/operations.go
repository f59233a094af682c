package merchantapi

import (
	"context"

	"gateway/domain/balance"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/http/service/overviewservice"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// operations ties each operation to what it does. An operation that needs more of the request than its
// parameters and its body has a method of API.
func (a *API) operations() Operations {
	withdrawals, settlements := a.Payouts.Withdrawals(), a.Payouts.Settlements()
	return Operations{
		// Logins and people.
		Register:       a.limited(envelope.Act(envelope.Parse, a.register)),
		Login:          a.login,
		LoginClient:    a.login,
		Logout:         a.logout,
		ConfirmLogin:   a.own.Confirm,
		ChangePassword: a.own.ChangePassword,
		BeginTOTP:      a.own.BeginTOTP,
		ConfirmTOTP:    a.own.ConfirmTOTP,
		RemoveTOTP:     a.own.RemoveTOTP,
		ListSessions:   a.own.ListSessions,
		GetMyMails:     a.getMyMails,
		ChooseMyMails:  a.chooseMyMails,
		EndSession:     a.own.EndSession,
		ForgotPassword: a.limited(envelope.Act(envelope.Parse, a.forgotPassword)),
		ResetPassword:  a.limited(envelope.Act(envelope.Parse, a.resetPassword)),
		GetOnboarding:  own(a.Documents.Onboarding),
		SubmitDocument: create(parseDocument, a.Documents.Submit),
		UndoChange:     envelope.Act(envelope.Parse, a.undoChange),

		GetMyLogin:       a.getMyLogin,
		ListPeople:       own(a.Queries.People),
		InvitePerson:     a.invitePerson,
		ChangePersonRole: a.changePersonRole,
		RemovePerson:     ownActOn(envelope.ParseOptional, a.removePerson),

		// The account.
		GetAccount:          own(a.Queries.Client),
		GetMe:               own(a.Queries.Client),
		UpdateAccount:       a.updateAccount,
		ListApps:            own(a.Queries.Apps),
		GetWebhookSecret:    own(a.Accounts.CallbackSecret),
		RotateWebhookSecret: own(a.Accounts.RotateCallbackSecret),
		GetAPIKey:           own(a.keys),
		CreateAPIKey:        ownAct(parseKey, a.Accounts.IssueKey),
		RevokeAPIKey:        ownOn(a.revokeKey),
		ListMyActivity:      ownPages(a.activity),
		EndMyAccess:         a.endMyAccess,
		GetMyRecovery:       ownOn(a.gains),
		RestoreRecovered:    ownOn(a.Accounts.Restore),

		// Money.
		GetBalance:           own(a.Queries.Balance),
		GetClientBalance:     ownOn(a.balanceOf),
		ListMyBalanceHistory: a.listMyBalanceHistory,
		GetCheckpoint:        envelope.CallOn(a.checkpoint),
		GetMyOverview: ownOn(func(ctx context.Context, client int64, p GetMyOverviewParams) (overviewservice.Own, error) {
			return a.Overviews.Own(ctx, client, p.Days)
		}),
		GetMyStatement:          a.getMyStatement,
		GetMyStatementSignature: a.getMyStatementSignature,

		// Tax.
		GetMyTaxData:      own(a.Tax.Data),
		ChangeMyTaxData:   ownAct(parseTaxData, a.Tax.ChangeData),
		ListMyFeeInvoices: own(a.Tax.InvoicesOf),
		GetMyFeeInvoice:   ownOn(a.feeInvoice),

		// Payments.
		ListPaymentMethods:   envelope.Call(paymentMethods),
		CreateVAPayment:      create(parseVAPayment, a.Payments.Request),
		CreateEWalletPayment: create(parseEWalletPayment, a.Payments.Request),
		CreateQRISPayment:    create(parseQRISPayment, a.Payments.Request),
		CreateInvoicePayment: create(parseInvoicePayment, a.Payments.Request),
		GetPaymentStatus:     ownOn(a.paymentStatus),
		CancelPayment:        ownOn(a.cancelPayment),

		// Transactions.
		RecordTransaction:          create(parseTransaction, a.Transactions.Record),
		ListTransactions:           a.listTransactions,
		ListMyTransactions:         func(c *gin.Context, p ListMyTransactionsParams) { a.listTransactions(c, ListTransactionsParams(p)) },
		GetTransaction:             ownOn(a.transaction),
		GetMyTransaction:           ownOn(a.transaction),
		GetTransactionByExternalID: ownOn(a.transactionByExternalID),

		// Withdrawals and settlements.
		RequestWithdrawal:         create(parseWithdrawal, withdrawals.Request),
		RequestSettlement:         create(parseSettlement, settlements.Request),
		RequestClientSettlement:   create(parseSettlement, settlements.Request),
		ListOwnWithdrawals:        listPayouts[ListOwnWithdrawalsParams](a, balance.Withdrawal),
		ListOwnSettlements:        listPayouts[ListOwnSettlementsParams](a, balance.Settlement),
		GetWithdrawal:             ownOn(withdrawals.Find),
		GetSettlement:             ownOn(settlements.Find),
		GetWithdrawalByExternalID: ownOn(withdrawals.FindByExternalID),
		GetSettlementByExternalID: ownOn(settlements.FindByExternalID),
		CancelWithdrawal:          ownOn(a.Payouts.CancelWithdrawal),

		ListDecisionTimes: envelope.Call(a.decisionTimes),

		// Refunds.
		ListRefunds:           a.listRefunds,
		RequestRefund:         create(parseRefund, a.Refunds.Request),
		GetRefund:             ownOn(orderedOne(a, refundOrder, a.Refunds.Find)),
		GetRefundByExternalID: ownOn(a.Refunds.FindByExternalID),
		CancelRefund:          ownOn(a.Refunds.Cancel),
		ApproveRefund:         ownOn(a.Refunds.Approve),
		RejectRefund:          ownActOn(envelope.Parse, a.rejectRefund),
		GetRefundOptions:      ownOn(a.refundOptions),
		// Disputes.
		ListDisputes:   a.listDisputes,
		GetDispute:     ownOn(orderedOne(a, disputeOrder, a.Disputes.Find)),
		AnswerDispute:  ownActOn(parseEvidence, a.Disputes.Answer),
		AcceptDispute:  ownOn(a.Disputes.Accept),
		GetDisputeFile: a.getDisputeFile,

		// Income tax that the client withheld.
		ListWithholdingSlips:   a.listWithholdingSlips,
		SubmitWithholdingSlip:  create(parseWithholdingSlip, a.Slips.Submit),
		GetWithholdingSlip:     ownOn(a.Slips.Find),
		GetWithholdingSlipFile: a.getWithholdingSlipFile,

		// Fees and banks.
		ListFeeRates:           ownOn(a.feeRates),
		CalculateFee:           ownAct(parseFee, a.fee),
		CalculateFees:          ownAct(envelope.Parse, a.fees),
		CalculateAmountToPay:   ownAct(parseAmountToPay, a.amountToPay),
		CalculateVAT:           ownAct(envelope.Parse, a.vat),
		CalculateWithdrawalFee: ownAct(envelope.Parse, a.withdrawalFee),
		ListActiveBankChannels: envelope.Call(a.activeBanks),
		GetBankChannel:         envelope.CallOn(a.bank),

		// Callbacks and events.
		ListOwnCallbacks:             a.listOwnCallbacks,
		GetOwnCallback:               ownOn(a.Callbacks.GetOwn),
		ResendOwnCallback:            ownActOn(envelope.ParseOptional, a.resendOwnCallback),
		TestCallback:                 ownAct(parseCallbackTest, a.testCallback),
		ListCallbackEndpoints:        own(a.Queries.Endpoints),
		AddCallbackEndpoint:          ownAct(parseEndpoint, a.Endpoints.Add),
		GetCallbackEndpoint:          ownOn(a.Queries.Endpoint),
		ChangeCallbackEndpoint:       a.changeCallbackEndpoint,
		RemoveCallbackEndpoint:       ownOn(a.removeEndpoint),
		RotateCallbackEndpointSecret: ownOn(a.Endpoints.RotateSecret),
		TestCallbackEndpoint:         ownOn(a.Endpoints.TestEndpoint),
		ListEndpointDeliveries:       a.listEndpointDeliveries,
		GetEndpointDelivery:          a.getEndpointDelivery,
		ResendEndpointDelivery:       a.resendEndpointDelivery,
		ListEvents:                   ownOn(a.events),

		// Explanations.
		GetWhy:      ownOn(a.why),
		GetTimeline: a.getTimeline,
		Search:      ownOn(a.search),

		// Tickets and proposals.
		ListTickets:    ownPages(a.tickets),
		GetTicket:      ownOn(a.ticket),
		OpenTicket:     create(parseTicket, a.Tickets.Open),
		ReplyToTicket:  a.replyToTicket,
		SubmitProposal: create(parseProposal, a.Proposals.Submit),

		// Realtime: a token comes by GET and by POST.
		GetRealtimeToken:              a.realtimeToken,
		IssueRealtimeToken:            a.realtimeToken,
		GetTicketChannelToken:         channelInQuery[GetTicketChannelTokenParams](a.Realtime.ForTicket),
		IssueTicketChannelToken:       channelInBody(a.Realtime.ForTicket),
		GetTransactionsChannelToken:   channelInQuery[GetTransactionsChannelTokenParams](a.Realtime.ForTransactions),
		IssueTransactionsChannelToken: channelInBody(a.Realtime.ForTransactions),

		// The sandbox.
		SandboxPayPayment:         a.sandboxPayPayment,
		SandboxSettlePayment:      ownOn(a.Sandbox.Settle),
		SandboxExpirePayment:      ownOn(a.Sandbox.Expire),
		SandboxCompleteWithdrawal: ownOn(a.Sandbox.CompleteWithdrawal),
		SandboxFailWithdrawal:     ownOn(a.Sandbox.FailWithdrawal),
		SandboxCompleteSettlement: ownOn(a.Sandbox.CompleteSettlement),
		SandboxFailSettlement:     ownOn(a.Sandbox.FailSettlement),
		SandboxCompleteRefund:     ownOn(a.Sandbox.CompleteRefund),
		SandboxFailRefund:         ownOn(a.Sandbox.FailRefund),
		SandboxBounceRefund:       ownOn(a.Sandbox.BounceRefund),
		SandboxChargeBackPayment:  a.sandboxChargeBackPayment,
		SandboxDisputePayment:     a.sandboxDisputePayment,
		SandboxForwardDispute:     ownOn(a.Sandbox.ForwardDispute),
		SandboxWinDispute:         ownOn(a.Sandbox.WinDispute),
		SandboxLoseDispute:        ownOn(a.Sandbox.LoseDispute),
	}
}

// The functions below are those of envelope for use cases and queries of the caller's client.

func own[T any](run func(ctx context.Context, clientID int64) (T, error)) func(*gin.Context) {
	return func(c *gin.Context) { envelope.CallOn(run)(c, auth.ClientID(c)) }
}

func ownOn[P, T any](run func(ctx context.Context, clientID int64, p P) (T, error)) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		data, err := run(c.Request.Context(), auth.ClientID(c), p)
		envelope.Respond(c, data, err)
	}
}

func ownAct[R, T any](
	parse func(body []byte) (R, error), run func(ctx context.Context, clientID int64, r R) (T, error),
) func(*gin.Context) {
	return func(c *gin.Context) { envelope.ActOn(parse, run)(c, auth.ClientID(c)) }
}

func ownActOn[P, R, T any](
	parse func(body []byte) (R, error), run func(ctx context.Context, clientID int64, p P, r R) (T, error),
) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		envelope.Handle(c, parse, func(ctx context.Context, r R) (T, error) { return run(ctx, auth.ClientID(c), p, r) })
	}
}

func ownPages[P interface{ Shown() readtable.Page }, T any](
	list func(ctx context.Context, clientID int64, p P) (rows []T, total int64, err error),
) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		rows, total, err := list(c.Request.Context(), auth.ClientID(c), p)
		envelope.RespondList(c, rows, p.Shown(), total, err)
	}
}

// create makes an operation that creates something of the client, once per Idempotency-Key.
func create[R any](
	parse func(body []byte) (R, error), run func(ctx context.Context, creation service.Creation, r R) (service.Created, error),
) func(*gin.Context) {
	return func(c *gin.Context) { envelope.HandleCreation(c, auth.ClientID(c), parse, run) }
}
