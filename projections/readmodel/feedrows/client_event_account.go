package feedrows

import (
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/projections/readmodel/clientrows"
)

// storedClient is a client in the form in which its state is stored.
type storedClient struct {
	clientrows.Client
	// Until is the client's PausedUntil, which the JSON of a client leaves out.
	Until *time.Time `json:"auto_approval_paused_until,omitempty"`
}

// applyToAccounts folds a client in the form that GET /account shows, without the balance.
func (f *clientEventFold) applyToAccounts(event domain.Event) {
	set := func(id int64, change func(*storedClient)) {
		if c := f.accounts[id]; c != nil {
			change(c)
		}
	}
	status := func(id int64, status string) {
		set(id, func(c *storedClient) {
			c.Status = status
			c.HasDeveloper = status == account.StatusApproved || status == account.StatusSuspended
		})
	}
	switch e := event.(type) {
	case account.Registered:
		f.accounts[e.ClientID] = &storedClient{Client: clientrows.Client{
			ID: e.ClientID, Name: e.Name, Email: e.Email, Code: e.Code, Status: account.StatusPending,
		}}
	case account.Approved:
		status(e.ClientID, account.StatusApproved)
	case account.Rejected:
		status(e.ClientID, account.StatusRejected)
	case account.Suspended:
		status(e.ClientID, account.StatusSuspended)
	case account.Reactivated:
		status(e.ClientID, account.StatusApproved)
	case account.ProfileUpdated:
		set(e.ClientID, func(c *storedClient) {
			c.Name, c.Email, c.Address = e.Name, e.Email, e.Address
			c.ContactName, c.ContactPhone, c.ContactEmail = e.ContactName, e.ContactPhone, e.ContactEmail
			c.AccountNumber, c.Bank = e.AccountNumber, e.Bank
		})
	case account.SettingsChanged:
		set(e.ClientID, func(c *storedClient) { c.IsAutoApproveWithdrawal = e.AutoApproveWithdrawal })
	case account.AutoApprovalPaused:
		set(e.ClientID, func(c *storedClient) { c.Until = &e.Until })
	case account.ChangeUndone:
		set(e.ClientID, func(c *storedClient) { c.AccountNumber, c.Bank, c.Email = e.AccountNumber, e.Bank, e.Email })
	}
}

// refundOf returns the id of the refund that an event changes; 0 for none.
func refundOf(event domain.Event) int64 {
	switch e := event.(type) {
	case interface{ RefundOf() int64 }:
		return e.RefundOf()
	case balance.PaymentReversed:
		return e.RefundID
	case balance.ReversalReturned:
		return e.RefundID
	}
	return 0
}

// objectOf returns the object that an event changes or shows, or the zero value.
func objectOf(event domain.Event, entry feed.Entry) objectKey {
	if id := refundOf(event); id != 0 {
		return objectKey{refundObjects, id}
	}
	if id := disputeOf(event); id != 0 {
		return objectKey{disputeObjects, id}
	}
	switch e := event.(type) {
	case interface{ OfSlip() int64 }:
		return objectKey{slipObjects, e.OfSlip()}
	case interface{ PaymentID() int64 }:
		return objectKey{transactionObjects, e.PaymentID()}
	case transaction.Recorded:
		return objectKey{transactionObjects, e.ID}
	case interface{ PayoutID() (string, int64) }:
		kind, id := e.PayoutID()
		return objectKey{kind, id}
	case ticket.Opened:
		return objectKey{ticketObjects, e.TicketID}
	case ticket.Replied:
		return objectKey{ticketObjects, e.TicketID}
	case account.Registered:
		return objectKey{accountObjects, e.ClientID}
	}
	if entry.Type == feed.AccountUpdated {
		return objectKey{accountObjects, entry.ClientID}
	}
	return objectKey{}
}
