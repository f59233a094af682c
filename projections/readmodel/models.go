package readmodel

import (
	"gateway/domain/calendar"
	"gateway/projections/engine"
	"gateway/projections/readmodel/adminrows"
	"gateway/projections/readmodel/approvalrows"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/bankrows"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/connectionrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/documentrows"
	"gateway/projections/readmodel/feedrows"
	"gateway/projections/readmodel/mailrows"
	"gateway/projections/readmodel/noticerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/personrows"
	"gateway/projections/readmodel/pricingrows"
	"gateway/projections/readmodel/proposalrows"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/ticketrows"
	"gateway/projections/readmodel/withholdingrows"
)

// All returns the read models. Their names are permanent: checkpoints are stored under
// them. A day begins in Asia/Jakarta.
func All() []engine.Model { return AllIn(calendar.Calendar{}) }

// AllIn returns the read models for a business calendar. Rows that exist keep the days of the calendar that they
// were made with: after a change of the time zone the read models are built again.
func AllIn(days calendar.Calendar) []engine.Model {
	return []engine.Model{
		clientrows.Clients{},
		paymentrows.Transactions{Calendar: days},
		balancerows.Balances{},
		payoutrows.Payouts{},
		callbackrows.Callbacks{},
		pricingrows.Settings{},
		paymentrows.SuspenseItems{},
		adminrows.Admins{},
		ticketrows.Tickets{},
		proposalrows.Proposals{},
		balancerows.MovementBlocks{},
		paymentrows.Reports{},
		paymentrows.News{},
		balancerows.BookingTimes{},
		balancerows.TreasuryEntries{},
		paymentrows.Reversals{},
		paymentrows.Holds{Calendar: days},
		mailrows.Mails{},
		personrows.People{},
		approvalrows.Approvals{},
		auditlogrows.AuditLog{},
		clientrows.Activities{},
		clientrows.BankAccountChanges{},
		feedrows.Events{},
		feedrows.Endpoints{},
		balancerows.AccountTotals{},
		auditlogrows.Trails{},
		balancerows.Hours{},
		connectionrows.Hours{},
		balancerows.FeesToEstimate{},
		refundrows.Refunds{},
		disputerows.Disputes{},
		withholdingrows.Slips{},
		documentrows.Documents{},
		balancerows.AgingEntries{},
		balancerows.WriteOffs{},
		bankrows.Lines{},
		bankrows.Bookings{},
		noticerows.Notices{},
		paymentrows.Customers{},
	}
}
