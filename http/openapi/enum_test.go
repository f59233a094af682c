package openapi

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/bankstatement"
	"gateway/domain/callback"
	"gateway/domain/difference"
	"gateway/domain/document"
	"gateway/domain/feed"
	"gateway/domain/file"
	"gateway/domain/journal"
	"gateway/domain/mail"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/person"
	"gateway/domain/pricing"
	"gateway/domain/proposal"
	"gateway/domain/recovery"
	"gateway/domain/risk"
	"gateway/domain/routing"
	"gateway/domain/safeguarding"
	"gateway/domain/statement"
	"gateway/domain/tax"
	"gateway/domain/ticket"
	"gateway/domain/treasury"
	"gateway/domain/why"
	"gateway/http/service/actservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/attentionservice"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/documentservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/routingservice"
	"gateway/http/service/state"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/feedrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/story"

	"github.com/getkin/kin-openapi/openapi3"
)

// A closed set is an `enum`: answers use no other word, so a client may switch on it. An open set is an
// `x-extensible-enum`: words may be added at any time, or others contribute words, so a client must expect
// unknown ones.

var (
	paymentStatuses = []string{payment.StatusPending, payment.StatusPaid, payment.StatusSettled, payment.StatusExpired, payment.StatusFailed}
	payoutStatuses  = []string{
		balance.StatusPending, balance.StatusProcessing, balance.StatusCompleted, balance.StatusFailed, balance.StatusCancelled, balance.StatusRejected,
		balance.StatusReversed,
	}
	channelKinds  = []string{string(pricing.VA), string(pricing.EWallet), string(pricing.QRIS), string(pricing.Invoice)}
	auditRunKinds = []string{state.VerifyRun, state.ReconcileRun}
	reversalKinds = []string{payment.Void, payment.Refund, payment.Chargeback}
	reversers     = []string{payment.ByProvider, payment.ByMerchant, payment.ByAdmin}
	adminRoles    = []string{admin.RoleAdmin, admin.RoleSupport, admin.RoleAuditor}
)

// slipNames returns the names of the events of withholding slips.
func slipNames() (names []string) {
	for _, state := range balance.SlipStates() {
		names = append(names, feed.SlipName(state))
	}
	return names
}

func disputeNames() (names []string) {
	for _, status := range payment.DisputeStatuses() {
		names = append(names, feed.DisputeName(status))
	}
	return names
}

// words maps each schema, or field of a schema, to the constants in the code that it must list.
var words = map[string][]string{
	"AuditRun.kind":           auditRunKinds,
	"AccurateLine.amountType": {journal.Debit, journal.Credit},
	"SafeguardingLine.side":   {safeguarding.Own, safeguarding.Owed},
	"AuditRunRequest.kind":    auditRunKinds,
	"AuditRun.outcome": {
		state.RunRunning, state.RunSound, state.RunFound, state.RunIncomplete, state.RunFailed, state.RunInterrupted,
	},
	"AuditCheck.state":           {auditrunservice.CheckHolds, auditrunservice.CheckBroken, auditrunservice.CheckUnknown},
	"RoutingKind":                routingKinds(),
	"RoutingQuestion.kind":       routingKinds(),
	"RoutingSubject":             routingSubjects(),
	"ExplainedConnection.reason": routingReasons(),
	"Difference.problem":         difference.Problems(),
	"Difference.kind":            difference.Kinds(),
	"Explanation.code":           difference.Codes(),
	"PaymentStatus":              paymentStatuses,
	"Transaction.status":         paymentStatuses,
	"Payout.status":              payoutStatuses,
	"AdminPayout.kind":           {balance.Withdrawal, balance.Settlement},
	"DecisionTime.kind":          {balance.Withdrawal, balance.Settlement},
	"RiskSign.code":              risk.Codes(),
	"AdminPayout.contradiction": {
		"", balance.OtherProviderID, balance.OtherAmount, balance.OtherAccount, balance.OtherReference, balance.NotSubmitted, balance.EndedOtherwise, balance.NotConfirmed,
	},
	"Approval.kind":       acts(),
	"Period.status":       {period.StatusRunning, period.StatusOpen, period.StatusClosed},
	"PeriodDetail.status": {period.StatusRunning, period.StatusOpen, period.StatusClosed},
	"Particular.kind": {
		approvalservice.KindText, approvalservice.KindCode, approvalservice.KindRupiah, approvalservice.KindPercent, approvalservice.KindFlag,
		approvalservice.KindTime, approvalservice.KindDay,
	},
	"PeriodCheck.state": {periodservice.CheckSound, periodservice.CheckFound, periodservice.CheckMissing},
	"PeriodCheck.todo_code": {
		periodservice.TodoWait, periodservice.TodoWaitEvent, periodservice.TodoEarlier, periodservice.TodoVerify, periodservice.TodoCompare,
		periodservice.TodoTooMany,
	},
	"Activity.event":                 activities(),
	"SuspenseItem.status":            {paymentrows.SuspenseOpen, paymentrows.SuspenseReleased, paymentrows.SuspenseRefunded, paymentrows.SuspenseReversed},
	"ServiceStatus.status":           {"alive"}, // written in the handler
	"Readiness.status":               {"ready", "degraded"},
	"PaymentMethod.channel":          channelKinds,
	"TransactionFields.channel":      append(slices.Clone(channelKinds), "recorded"),
	"ChannelCode":                    channelCodes(channelKinds...),
	"FeeChannel":                     append(channelCodes(channelKinds...), "TRANSFER"),
	"TransactionFields.channel_code": channelCodes(channelKinds...),
	"VABank":                         channelCodes(string(pricing.VA)),
	"EWallet":                        channelCodes(string(pricing.EWallet)),
	"Bank":                           bankCodes(),
	"Reversal.kind":                  reversalKinds,
	"Reversal.by":                    reversers,
	"Account.status":                 {account.StatusPending, account.StatusApproved, account.StatusRejected, account.StatusSuspended},
	"WriteOffStatus":                 balance.WriteOffStates(),
	"WithholdingSlip.status":         balance.SlipStates(),
	"Dispute.status":                 payment.DisputeStatuses(),
	"WithholdingSlipEvent.type":      slipNames(),
	"WithholdingEvent.type":          {feed.WithholdingCorrected},
	"DisputeEvent.type":              disputeNames(),
	"DecisionRequest.outcome":        {payment.DisputeStatusWon, payment.DisputeStatusLost},
	"EvidenceFile.type":              file.Types(),
	"EvidenceFileRequest.type":       file.Types(),
	"SlipFileRequest.type":           file.Types(),
	"BankStatement.format":           {bankstatement.BCA, bankstatement.MT940},
	"BankImport.format":              {bankstatement.BCA, bankstatement.MT940},
	"Ticket.status":                  {ticket.StatusOpen, ticket.StatusAnswered, ticket.StatusClosed},
	"Ticket.category":                ticket.Categories,
	"TicketRequest.category":         ticket.Categories,
	"Ticket.priority":                ticket.Priorities,
	"TicketRequest.priority":         ticket.Priorities,
	"Document.kind":                  document.Kinds(),
	"DocumentRequest.kind":           document.Kinds(),
	"Document.status":                document.Statuses(),
	"DocumentFile.type":              file.Types(),
	"OnboardingStep.code":            documentservice.StepCodes(),
	"OnboardingStep.state":           {documentservice.StepTodo, documentservice.StepWaiting, documentservice.StepDone},
	"Proposal.status":                {proposal.StatusNew, proposal.StatusRead},
	"PaymentCallback.status":         {payment.StatusPaid, payment.StatusSettled, payment.StatusExpired},
	"WithdrawalCallback.status":      {balance.StatusCompleted, balance.StatusFailed},
	"Callback.kind":                  {callback.KindPayment, callback.KindWithdrawal, callback.KindSettlement},
	"CallbackEndpoint.status":        {feedrows.EndpointActive, feedrows.EndpointFailing, feedrows.EndpointOff},
	"Callback.status":                {callback.StatusPending, callback.StatusDelivered, callback.StatusExhausted},
	"Approval.status": {
		approval.StatusRequested, approval.StatusGranted, approval.StatusRefused, approval.StatusExpired, approval.StatusDone, approval.StatusFailed,
	},
	"AdminUser.role":        adminRoles,
	"AdminUserRequest.role": adminRoles,
	"AdminRoleRequest.role": adminRoles,
	"MailKind":              {mail.KindPayoutDone, mail.KindWeeklySummary, mail.KindAttention, mail.KindReceipt},
	"MailLanguage":          {"", person.LanguageIndonesian, person.LanguageEnglish},
	"PersonRole":            {person.RoleOwner, person.RoleFinance, person.RoleDeveloper, person.RoleViewer},
	"Person.status":         {person.StatusInvited, person.StatusActive},
	"FeeInvoiceStatus":      {tax.StatusDraft, tax.StatusExported, tax.StatusApproved, tax.StatusReplaced, tax.StatusRejected, tax.StatusCancelled},
	"BankLineStatus":        bankstatement.Statuses(),
	"BankMatchReason":       bankstatementservice.Reasons(),
	"TreasuryKind": {
		treasury.TopUp, treasury.ProviderWithdrawal, treasury.BankCharge, treasury.OwnerIn, treasury.OwnerOut, treasury.TaxPayment, treasury.RoundingToVAT, treasury.VATToRounding, treasury.PrepaidTaxUsed, treasury.Opening,
		treasury.ProviderSent, treasury.TransitArrived, treasury.BankInterest, treasury.InterestTax, treasury.TransferBounced, treasury.BounceSettled,
	},
	"PaymentReversal.kind":          reversalKinds,
	"PaymentReversal.by":            reversers,
	"PaymentReversal.status":        {paymentrows.ReversalPosted, paymentrows.ReversalWaiting, paymentrows.ReversalUndecided, paymentrows.ReversalContradicted},
	"PaymentReversal.contradiction": {"", payment.VoidAfterReversal, payment.OtherAmount, payment.NotWhole, payment.MoreThanPaid, payment.RefundedByHand, payment.CameBack},
	"PaymentReport.channel":         channelKinds,
	"PaymentReport.status":          {payment.StatusPaid, payment.StatusSettled},
	"PaymentReport.contradiction":   {"", payment.NotConfirmed},
	"SuspenseItem.paid_from":        {"", payment.RefundFromProvider, payment.RefundFromBank},
	"SuspenseItem.reason":           {payment.ReasonAmountMismatch, payment.ReasonSecondPayment, payment.ReasonOrderPaid},
	"EventName":                     feed.Names,
	"TransactionEvent.type":         namesOf("transaction.", "invoice.", "payment."),
	"WithdrawalEvent.type":          namesOf("withdrawal."),
	"SettlementEvent.type":          namesOf("settlement."),
	"RefundEvent.type":              namesOf("refund."),
	"Refund.status":                 payment.RefundStatuses(),
	"RefundReason":                  payment.RefundReasons(),
	"RefundMethodName":              payment.RefundMethods(),
	"AdminRefund.approval":          {payment.ApprovalNone, payment.ApprovalOwner, payment.ApprovalAdmin},
	"TicketEvent.type":              namesOf("ticket."),
	"AccountEvent.type":             namesOf("account."),
	"MovementKind":                  movementKinds(),
	"GainedKind":                    recovery.Kinds(),
	"StatementLine":                 statement.Lines(),
	"AdminPayout.unknown_reason":    {"", balance.NoAnswer, balance.RefusedButUnsure, balance.FloatEmpty},
	"CallbackTest.event": {
		feed.InvoicePaid, feed.InvoiceSettled, feed.InvoiceExpired, feed.PayoutName(balance.Withdrawal, balance.StatusCompleted),
		feed.PayoutName(balance.Withdrawal, balance.StatusFailed), feed.PayoutName(balance.Settlement, balance.StatusCompleted),
		feed.PayoutName(balance.Settlement, balance.StatusFailed),
	},
	"Hit.kind":                {"transaction", balance.Withdrawal, balance.Settlement, "refund", "dispute", "withholding_slip", "client", "person", "ticket", "callback"},
	"Hit.field":               {"id", "transaction_id", "external_id", "provider_id", "va_number", "reference", "number", "email", "phone", "code", "name", "amount", "account_number", "customer_name", "customer_phone"}, // looked up in the search
	"ResendRequest.status":    {callback.StatusExhausted, callback.StatusDelivered},
	"EndpointDelivery.status": {callback.StatusPending, callback.StatusDelivered, callback.StatusExhausted},
	"ChannelSums.channel":     channelKinds,
	"ResentCallback.status":   {callback.StatusExhausted, callback.StatusDelivered},
	"AttentionItem.kind":      attentionservice.Kinds(),
	"TimelineEntry.kind":      {story.EntryEvent, story.EntryPosting, story.EntryNotification, story.EntryCallback, story.EntryApproval},
	"WhyCode":                 whyCodes(),
	"WhyReason.waits_for":     {string(why.None), string(why.Customer), string(why.Merchant), string(why.Provider), string(why.Gateway), string(why.Staff)},
	"ProjectionStatus.state":  {engine.StateLive, engine.StateRebuilding, engine.StateHalted},
}

func routingKinds() (kinds []string) {
	for _, k := range routing.Kinds() {
		kinds = append(kinds, string(k))
	}
	return kinds
}

func routingSubjects() (subjects []string) {
	for _, s := range routingservice.Subjects() {
		subjects = append(subjects, string(s))
	}
	return subjects
}

func routingReasons() (reasons []string) {
	for _, r := range routing.Reasons() {
		reasons = append(reasons, string(r))
	}
	return reasons
}

func whyCodes() (codes []string) {
	for _, c := range why.Codes() {
		codes = append(codes, string(c))
	}
	return codes
}

func channelCodes(kinds ...string) (codes []string) {
	for _, c := range pricing.Channels() {
		if slices.Contains(kinds, string(c.Kind)) {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

// activities returns the names of the events that the read model of the activity shows.
func activities() (names []string) {
	for _, model := range readmodel.All() {
		if selective, ok := model.(engine.Selective); ok && model.Name() == "activity" {
			for _, event := range selective.Applies() {
				names = append(names, strings.TrimSuffix(event.EventType(), ".v1"))
			}
		}
	}
	return names
}

// namesOf returns the feed's names of the events about one kind of object.
func namesOf(prefixes ...string) (names []string) {
	for _, name := range feed.Names {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			names = append(names, name)
		}
	}
	return names
}

// movementKinds returns the names of the events that move a balance.
func movementKinds() (kinds []string) {
	for _, event := range balance.Events() {
		if mover, ok := event.(balance.Mover); ok {
			kinds = append(kinds, strings.TrimSuffix(mover.EventType(), ".v1"))
		}
	}
	return kinds
}

func TestEveryEventOfTheFeedHasTheSchemaOfItsObject(t *testing.T) {
	t.Parallel()
	union := load(t).Components.Schemas["ClientEvent"].Value
	if union.Discriminator == nil || union.Discriminator.PropertyName != "type" || len(union.Discriminator.Mapping) != len(feed.Names) {
		t.Fatalf("the events of the feed are told apart by %+v", union.Discriminator)
	}
	for _, name := range feed.Names {
		kind, _, _ := strings.Cut(name, ".")
		of := map[string]string{"invoice": "Transaction", "payment": "Transaction", "withholding_slip": "WithholdingSlip"}[kind]
		if of == "" {
			of = strings.ToUpper(kind[:1]) + kind[1:]
		}
		if ref := union.Discriminator.Mapping[name].Ref; ref != "#/components/schemas/"+of+"Event" {
			t.Errorf("%s has the schema %s", name, ref)
		}
	}
}

// acts returns the names of the acts that may need a second administrator.
func acts() []string {
	all := approvalservice.New(nil, nil)
	actservice.New(all, actservice.UseCases{})
	return all.Kinds()
}

func bankCodes() (codes []string) {
	for _, b := range bank.All() {
		codes = append(codes, b.Code)
	}
	return codes
}

func TestEveryListOfWordsIsThatOfTheCode(t *testing.T) {
	t.Parallel()
	described := map[string][]string{}
	for name, schema := range load(t).Components.Schemas {
		visitFields(name, schema, func(where string, s *openapi3.Schema) {
			if all := listed(s); len(all) > 0 {
				described[where] = all
			}
		})
	}
	for where := range maps.Keys(described) {
		want, known := words[where]
		if !known {
			t.Errorf("%s lists %s: hold them against the constants of the code, in `words` of this test", where, strings.Join(described[where], ", "))
			continue
		}
		if got := slices.Sorted(slices.Values(described[where])); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s lists %q, and the code has %q", where, got, want)
		}
	}
	for where := range words {
		if described[where] == nil {
			t.Errorf("%s lists nothing", where)
		}
	}
}

// listed returns the words of a closed or an open set.
func listed(s *openapi3.Schema) (all []string) {
	for _, word := range s.Enum {
		if text, ok := word.(string); ok {
			all = append(all, text)
		}
	}
	open, _ := s.Extensions["x-extensible-enum"].([]any)
	for _, word := range open {
		all = append(all, word.(string))
	}
	return all
}
