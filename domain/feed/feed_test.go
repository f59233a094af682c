package feed_test

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/payment"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/test/rupiah"
)

func TestEveryEventThatAMerchantSeesHasItsNameAndResource(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	i := payment.Identity{ID: 3, TransactionID: "INV-7-1", ClientID: 7}
	w := balance.Order{Kind: balance.Withdrawal, ID: 17, ClientID: 7}
	s := balance.Order{Kind: balance.Settlement, ID: 17, ClientID: 7}
	r := payment.RefundOrder{RefundID: 5}
	d := payment.DisputeOrder{DisputeID: 8}
	moved := balance.Movement{At: at}
	given := map[string]bool{}
	for _, c := range []struct {
		event          domain.Event
		name, resource string
	}{
		{payment.Requested{Identity: i, At: at}, "transaction.created", "transactions/INV-7-1"},
		{transaction.Recorded{ID: 3, TransactionID: "A-1", ClientID: 7, At: at}, "transaction.created", "transactions/A-1"},
		{payment.Paid{Identity: i, At: at}, "invoice.paid", "transactions/INV-7-1"},
		{payment.Settled{Identity: i, At: at}, "invoice.settled", "transactions/INV-7-1"},
		{payment.Expired{Identity: i, At: at}, "invoice.expired", "transactions/INV-7-1"},
		{payment.Suspended{Identity: i, At: at}, "payment.under_review", "transactions/INV-7-1"},
		{payment.Reversed{Identity: i, ClientBears: rupiah.Of(5), At: at}, "payment.reversed", "transactions/INV-7-1"},
		{payment.ReversalReturned{Identity: i, At: at}, "payment.reversal_returned", "transactions/INV-7-1"},
		{payment.RefundConfirmed{Identity: i, RefundOrder: r, Approval: payment.ApprovalOwner, At: at}, "refund.pending", "refunds/5"},
		{payment.RefundConfirmed{Identity: i, RefundOrder: r, At: at}, "refund.processing", "refunds/5"},
		{payment.RefundApproved{Identity: i, RefundOrder: r, At: at}, "refund.processing", "refunds/5"},
		{payment.RefundRejected{Identity: i, RefundOrder: r, At: at}, "refund.rejected", "refunds/5"},
		{payment.RefundCancelled{Identity: i, RefundOrder: r, At: at}, "refund.cancelled", "refunds/5"},
		{payment.RefundFailed{Identity: i, RefundOrder: r, At: at}, "refund.failed", "refunds/5"},
		{balance.PaymentReversed{ClientID: 7, Movement: moved, RefundID: 5}, "refund.succeeded", "refunds/5"},
		{balance.ReversalReturned{ClientID: 7, Movement: moved, RefundID: 5}, "refund.failed", "refunds/5"},
		{balance.WithdrawalRequested{Order: w, Movement: moved}, "withdrawal.requested", "withdrawals/17"},
		{balance.SettlementRequested{Order: s, Movement: moved}, "settlement.requested", "settlements/17"},
		{balance.PayoutApproved{Order: w, At: at}, "withdrawal.processing", "withdrawals/17"},
		{balance.PayoutApproved{Order: s, At: at}, "settlement.processing", "settlements/17"},
		{balance.PayoutCompleted{Order: w, Movement: moved}, "withdrawal.completed", "withdrawals/17"},
		{balance.PayoutCompleted{Order: s, Movement: moved}, "settlement.completed", "settlements/17"},
		{balance.PayoutFailed{Order: w, Movement: moved}, "withdrawal.failed", "withdrawals/17"},
		{balance.PayoutFailed{Order: s, Movement: moved}, "settlement.failed", "settlements/17"},
		{balance.PayoutRejected{Order: w, Movement: moved}, "withdrawal.rejected", "withdrawals/17"},
		{balance.PayoutRejected{Order: s, Movement: moved}, "settlement.rejected", "settlements/17"},
		{balance.PayoutCancelled{Order: w, Movement: moved}, "withdrawal.cancelled", "withdrawals/17"},
		{balance.PayoutCancelled{Order: s, Movement: moved}, "settlement.cancelled", "settlements/17"},
		{balance.PayoutReversed{Order: w, Movement: moved}, "withdrawal.reversed", "withdrawals/17"},
		{balance.PayoutReversed{Order: s, Movement: moved}, "settlement.reversed", "settlements/17"},
		{payment.DisputeOpened{Identity: i, DisputeOrder: d, At: at}, "dispute.needs_response", "disputes/8"},
		{payment.DisputeForwarded{Identity: i, DisputeOrder: d, At: at}, "dispute.under_review", "disputes/8"},
		{payment.DisputeDecided{Identity: i, DisputeOrder: d, Outcome: "won", At: at}, "dispute.won", "disputes/8"},
		{payment.DisputeDecided{Identity: i, DisputeOrder: d, Outcome: "lost", At: at}, "dispute.lost", "disputes/8"},
		{payment.DisputeAccepted{Identity: i, DisputeOrder: d, At: at}, "dispute.accepted", "disputes/8"},
		{payment.DisputeExpired{Identity: i, DisputeOrder: d, At: at}, "dispute.expired", "disputes/8"},
		{
			balance.WithholdingSubmitted{ClientID: 7, Slip: balance.Slip{Number: "25004WOBY"}, At: at},
			"withholding_slip.pending", "withholding-slips/25004WOBY",
		},
		{balance.WithholdingApproved{ClientID: 7, Number: "25004WOBY", Movement: moved}, "withholding_slip.approved", "withholding-slips/25004WOBY"},
		{balance.WithholdingRejected{ClientID: 7, Number: "25004WOBY", At: at}, "withholding_slip.rejected", "withholding-slips/25004WOBY"},
		{balance.WithholdingCorrected{ClientID: 7, Period: "2025-12", Movement: moved}, "withholding.corrected", "withholding/2025-12"},
		{ticket.Replied{TicketID: 4, ClientID: 7, IsAdmin: true, At: at}, "ticket.answered", "tickets/4"},
		{account.Approved{ClientID: 7, At: at}, "account.updated", "account"},
		{account.Rejected{ClientID: 7, At: at}, "account.updated", "account"},
		{account.Suspended{ClientID: 7, At: at}, "account.updated", "account"},
		{account.Reactivated{ClientID: 7, At: at}, "account.updated", "account"},
		{account.ProfileUpdated{ClientID: 7, At: at}, "account.updated", "account"},
		{account.SettingsChanged{ClientID: 7, At: at}, "account.updated", "account"},
		{account.AutoApprovalPaused{ClientID: 7, At: at}, "account.updated", "account"},
		{account.ChangeUndone{ClientID: 7, At: at}, "account.updated", "account"},
	} {
		got, ok := feed.Of(c.event)
		if want := (feed.Entry{ClientID: 7, Type: c.name, Resource: c.resource, At: at}); !ok || got != want {
			t.Errorf("%s: %+v %v, want %+v", c.event.EventType(), got, ok, want)
		}
		given[c.name] = true
	}
	for _, name := range feed.Names {
		if !given[name] {
			t.Errorf("no event gives %s", name)
		}
		if !feed.Known(name) {
			t.Errorf("%s is not known", name)
		}
	}
	if len(given) != len(feed.Names) || len(slices.Compact(slices.Sorted(slices.Values(feed.Names)))) != len(feed.Names) || feed.Known("invoice.lost") {
		t.Errorf("names: %v", feed.Names)
	}
}

func TestWhatNoMerchantSeesHasNoName(t *testing.T) {
	t.Parallel()
	for _, e := range []domain.Event{
		payment.Opened{},
		payment.Refused{},
		payment.Reported{},
		payment.SuspenseReleased{},
		payment.DisputeAnswered{},
		payment.DisputeReminded{},
		balance.Credited{},
		balance.PayoutSubmitted{},
		ticket.Opened{},
		ticket.Replied{},
		ticket.Closed{},
		account.Registered{},
		account.WebhookSecretRotated{},
		payment.Reversed{SuspenseID: 1},
	} {
		if got, ok := feed.Of(e); ok {
			t.Errorf("%s: %+v", e.EventType(), got)
		}
	}
}
