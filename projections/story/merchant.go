package story

import (
	"fmt"
	"slices"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/transaction"
)

// merchantsSee are the events of transactions and payouts that a merchant's timeline shows. Other events are
// about the gateway's dealings with the provider and its own staff.
var merchantsSee = []string{
	payment.Requested{}.EventType(), payment.Opened{}.EventType(), payment.Refused{}.EventType(), payment.Paid{}.EventType(),
	payment.Settled{}.EventType(), payment.SettledV1{}.EventType(), payment.HoldEnded{}.EventType(), payment.Expired{}.EventType(),
	payment.Chained{}.EventType(), payment.Replaced{}.EventType(), payment.Suspended{}.EventType(), payment.SuspenseReleased{}.EventType(),
	payment.SuspenseRefunded{}.EventType(), payment.Reversed{}.EventType(), payment.ReversalReturned{}.EventType(),
	payment.RefundRequested{}.EventType(), payment.RefundConfirmed{}.EventType(), payment.RefundUndone{}.EventType(),
	payment.RefundApproved{}.EventType(),
	payment.RefundRejected{}.EventType(), payment.RefundCancelled{}.EventType(), payment.RefundFailed{}.EventType(),
	payment.DisputeOpened{}.EventType(), payment.DisputeAnswered{}.EventType(), payment.DisputeForwarded{}.EventType(),
	payment.DisputeAccepted{}.EventType(), payment.DisputeExpired{}.EventType(), payment.DisputeDecided{}.EventType(),
	transaction.Recorded{}.EventType(),
	balance.WithdrawalRequested{}.EventType(), balance.SettlementRequested{}.EventType(), balance.PayoutApproved{}.EventType(),
	balance.PayoutRejected{}.EventType(), balance.PayoutCancelled{}.EventType(), balance.PayoutAccepted{}.EventType(),
	balance.PayoutCompleted{}.EventType(), balance.PayoutFailed{}.EventType(), balance.PayoutReversed{}.EventType(),
}

// reasonsForMerchants are the events whose reason the API also shows to the merchant.
var reasonsForMerchants = []string{
	balance.PayoutRejected{}.EventType(), balance.PayoutFailed{}.EventType(), balance.PayoutReversed{}.EventType(),
}

// forMerchant returns what the client may see of an entry. ok is false when it may not see the entry.
func (e Entry) forMerchant(clientID int64) (seen Entry, ok bool) {
	switch e.Kind {
	case EntryPosting:
		if e.Postings = ownPostings(e.Postings, clientID); len(e.Postings) == 0 {
			return Entry{}, false
		}
	case EntryCallback:
	case EntryEvent:
		if !slices.Contains(merchantsSee, e.Type) {
			return Entry{}, false
		}
		e.Postings = ownPostings(e.Postings, clientID)
	default:
		return Entry{}, false
	}
	if e.isStaff() {
		e.Actor, e.RequestID = "staff", ""
	}
	if !slices.Contains(reasonsForMerchants, e.Type) {
		e.Reason = ""
	}
	e.ApprovedBy, e.TraceID = "", ""
	e.Detail = detail(e.Detail, shownToMerchants)
	return e, true
}

// isStaff reports whether a person who works for the operator caused it.
func (e Entry) isStaff() bool {
	return strings.HasPrefix(e.Actor, "admin:") || strings.HasPrefix(e.Actor, "machine:")
}

// ownPostings returns the postings on the client's own accounts.
func ownPostings(all []ledger.Posting, clientID int64) []ledger.Posting {
	own := []ledger.Posting{}
	for _, p := range all {
		if strings.HasPrefix(p.Account, fmt.Sprintf("client:%d:", clientID)) {
			own = append(own, p)
		}
	}
	return own
}
