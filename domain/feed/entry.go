package feed

import (
	"encoding/hex"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
)

// Entry says what an event of the log means to a client.
type Entry struct {
	ClientID int64
	// Type is one of Names.
	Type string
	// Resource names the object by its list and its id, such as `withdrawals/17`; a
	// transaction by its transaction_id.
	Resource string
	At       time.Time
}

// ID is the id of the entry that an event becomes. Deliveries to callback endpoints also use it as
// webhook-id, so that a receiver recognises an entry that it read in the feed.
func ID(eventID [16]byte) string { return "evt_" + hex.EncodeToString(eventID[:]) }

// Of returns the entry of an event; ok is false for an event that clients don't see.
func Of(event domain.Event) (entry Entry, ok bool) {
	for _, of := range []func(domain.Event) Entry{ofPayment, ofRefund, ofDispute, ofSlip, ofPayout, ofAccount} {
		if entry := of(event); entry.Type != "" {
			return entry, true
		}
	}
	return Entry{}, false
}

func ofPayment(event domain.Event) Entry {
	switch e := event.(type) {
	case payment.Requested:
		return ofTransaction(TransactionCreated, e.ClientID, e.TransactionID, e.At)
	case transaction.Recorded:
		return ofTransaction(TransactionCreated, e.ClientID, e.TransactionID, e.At)
	case payment.Paid:
		return ofTransaction(InvoicePaid, e.ClientID, e.TransactionID, e.At)
	case payment.Settled:
		return ofTransaction(InvoiceSettled, e.ClientID, e.TransactionID, e.At)
	case payment.Expired:
		return ofTransaction(InvoiceExpired, e.ClientID, e.TransactionID, e.At)
	case payment.Suspended:
		return ofTransaction(PaymentUnderReview, e.ClientID, e.TransactionID, e.At)
	case payment.Reversed:
		if e.IsOfCredit() { // money in suspense does not belong to the client yet
			return ofTransaction(PaymentReversed, e.ClientID, e.TransactionID, e.At)
		}
	case payment.ReversalReturned:
		return ofTransaction(ReversalReturned, e.ClientID, e.TransactionID, e.At)
	}
	return Entry{}
}

func ofTransaction(name string, clientID int64, transactionID string, at time.Time) Entry {
	return Entry{ClientID: clientID, Type: name, Resource: "transactions/" + transactionID, At: at}
}

// ofRefund returns the entries for refunds. One has succeeded, or failed afterwards, once the balance shows it.
func ofRefund(event domain.Event) Entry {
	switch e := event.(type) {
	case payment.RefundConfirmed:
		if e.Approval != payment.ApprovalNone {
			return refundIs(payment.RefundStatusPending, e.ClientID, e.RefundID, e.At)
		}
		return refundIs(payment.RefundStatusProcessing, e.ClientID, e.RefundID, e.At)
	case payment.RefundApproved:
		return refundIs(payment.RefundStatusProcessing, e.ClientID, e.RefundID, e.At)
	case payment.RefundRejected:
		return refundIs(payment.RefundStatusRejected, e.ClientID, e.RefundID, e.At)
	case payment.RefundCancelled:
		return refundIs(payment.RefundStatusCancelled, e.ClientID, e.RefundID, e.At)
	case payment.RefundFailed:
		return refundIs(payment.RefundStatusFailed, e.ClientID, e.RefundID, e.At)
	case balance.PaymentReversed:
		if e.RefundID != 0 {
			return refundIs(payment.RefundStatusSucceeded, e.ClientID, e.RefundID, e.Movement.At)
		}
	case balance.ReversalReturned:
		if e.RefundID != 0 {
			return refundIs(payment.RefundStatusFailed, e.ClientID, e.RefundID, e.Movement.At)
		}
	}
	return Entry{}
}

func refundIs(status string, clientID, id int64, at time.Time) Entry {
	return Entry{ClientID: clientID, Type: RefundName(status), Resource: "refunds/" + strconv.FormatInt(id, 10), At: at}
}

func ofPayout(event domain.Event) Entry {
	switch e := event.(type) {
	case balance.WithdrawalRequested:
		return ofOrder(e.Order, balance.StatusPending, e.Movement.At)
	case balance.SettlementRequested:
		return ofOrder(e.Order, balance.StatusPending, e.Movement.At)
	case balance.PayoutApproved:
		return ofOrder(e.Order, balance.StatusProcessing, e.At)
	case balance.PayoutRejected:
		return ofOrder(e.Order, balance.StatusRejected, e.Movement.At)
	case balance.PayoutCancelled:
		return ofOrder(e.Order, balance.StatusCancelled, e.Movement.At)
	case balance.PayoutCompleted:
		return ofOrder(e.Order, balance.StatusCompleted, e.Movement.At)
	case balance.PayoutFailed:
		return ofOrder(e.Order, balance.StatusFailed, e.Movement.At)
	case balance.PayoutReversed:
		return ofOrder(e.Order, balance.StatusReversed, e.Movement.At)
	}
	return Entry{}
}

func ofOrder(o balance.Order, status string, at time.Time) Entry {
	return Entry{ClientID: o.ClientID, Type: PayoutName(o.Kind, status), Resource: o.Kind + "s/" + strconv.FormatInt(o.ID, 10), At: at}
}

func ofDispute(event domain.Event) Entry {
	switch e := event.(type) {
	case payment.DisputeOpened:
		return ofDisputed(e.ClientID, e.DisputeOrder, payment.DisputeStatusNeedsResponse, e.At)
	case payment.DisputeForwarded:
		return ofDisputed(e.ClientID, e.DisputeOrder, payment.DisputeStatusUnderReview, e.At)
	case payment.DisputeAccepted:
		return ofDisputed(e.ClientID, e.DisputeOrder, payment.DisputeStatusAccepted, e.At)
	case payment.DisputeExpired:
		return ofDisputed(e.ClientID, e.DisputeOrder, payment.DisputeStatusExpired, e.At)
	case payment.DisputeDecided:
		return ofDisputed(e.ClientID, e.DisputeOrder, e.Outcome, e.At)
	}
	return Entry{}
}

func ofDisputed(clientID int64, o payment.DisputeOrder, status string, at time.Time) Entry {
	return Entry{ClientID: clientID, Type: DisputeName(status), Resource: "disputes/" + strconv.FormatInt(o.DisputeID, 10), At: at}
}

// ofSlip returns the entries for withholding slips. A correction is one of the slips of a month together.
func ofSlip(event domain.Event) Entry {
	switch e := event.(type) {
	case balance.WithholdingSubmitted:
		return slipIs(balance.SlipPending, e.ClientID, e.Number, e.At)
	case balance.WithholdingRejected:
		return slipIs(balance.SlipRejected, e.ClientID, e.Number, e.At)
	case balance.WithholdingApproved:
		return slipIs(balance.SlipApproved, e.ClientID, e.Number, e.Movement.At)
	case balance.WithholdingCorrected:
		return Entry{ClientID: e.ClientID, Type: WithholdingCorrected, Resource: "withholding/" + e.Period, At: e.Movement.At}
	}
	return Entry{}
}

func slipIs(state string, clientID int64, number string, at time.Time) Entry {
	return Entry{ClientID: clientID, Type: SlipName(state), Resource: "withholding-slips/" + number, At: at}
}

// ofAccount returns the entries for tickets and for the account. An account event becomes an entry if it
// changes what GET /account shows.
func ofAccount(event domain.Event) Entry {
	switch e := event.(type) {
	case ticket.Replied:
		if e.IsAdmin {
			return Entry{ClientID: e.ClientID, Type: TicketAnswered, Resource: "tickets/" + strconv.FormatInt(e.TicketID, 10), At: e.At}
		}
	case account.Approved:
		return accountUpdated(e.ClientID, e.At)
	case account.Rejected:
		return accountUpdated(e.ClientID, e.At)
	case account.Suspended:
		return accountUpdated(e.ClientID, e.At)
	case account.Reactivated:
		return accountUpdated(e.ClientID, e.At)
	case account.ProfileUpdated:
		return accountUpdated(e.ClientID, e.At)
	case account.SettingsChanged:
		return accountUpdated(e.ClientID, e.At)
	case account.AutoApprovalPaused:
		return accountUpdated(e.ClientID, e.At)
	case account.ChangeUndone:
		return accountUpdated(e.ClientID, e.At)
	}
	return Entry{}
}

func accountUpdated(clientID int64, at time.Time) Entry {
	return Entry{ClientID: clientID, Type: AccountUpdated, Resource: "account", At: at}
}
