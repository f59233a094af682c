package feedrows

import (
	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/payment"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/projections/readmodel/clientrows"
)

// applyToAccounts folds a client in the form that GET /account shows, without the balance.
func (f *clientEventFold) applyToAccounts(event domain.Event) {
	set := func(id int64, change func(*clientrows.Client)) {
		if c := f.accounts[id]; c != nil {
			change(c)
		}
	}
	status := func(id int64, status string) {
		set(id, func(c *clientrows.Client) {
			c.Status = status
			c.HasDeveloper = status == account.StatusApproved || status == account.StatusSuspended
		})
	}
	switch e := event.(type) {
	case account.Registered:
		f.accounts[e.ClientID] = &clientrows.Client{
			ID: e.ClientID, Name: e.Name, Email: e.Email, Code: e.Code, Status: account.StatusPending, CreatedAt: e.At,
		}
	case account.Approved:
		status(e.ClientID, account.StatusApproved)
	case account.Rejected:
		status(e.ClientID, account.StatusRejected)
	case account.Suspended:
		status(e.ClientID, account.StatusSuspended)
	case account.Reactivated:
		status(e.ClientID, account.StatusApproved)
	case account.ProfileUpdated:
		set(e.ClientID, func(c *clientrows.Client) {
			c.Name, c.Email, c.Address = e.Name, e.Email, e.Address
			c.ContactName, c.ContactPhone, c.ContactEmail = e.ContactName, e.ContactPhone, e.ContactEmail
			c.AccountNumber, c.Bank = e.AccountNumber, e.Bank
		})
	case account.SettingsChanged:
		set(e.ClientID, func(c *clientrows.Client) { c.IsAutoApproveWithdrawal = e.AutoApproveWithdrawal })
	case account.AutoApprovalPaused:
		set(e.ClientID, func(c *clientrows.Client) { c.PausedUntil = &e.Until })
	case account.ChangeUndone:
		set(e.ClientID, func(c *clientrows.Client) { c.AccountNumber, c.Bank, c.Email = e.AccountNumber, e.Bank, e.Email })
	}
}

// objectOf returns the object that an event changes or shows.
func objectOf(event domain.Event) (clientObject, bool) {
	if o, ok := event.(interface{ PayoutID() (string, int64) }); ok {
		kind, id := o.PayoutID()
		return clientObject{kind, id}, true
	}
	if id := paymentObject(event); id != 0 {
		return clientObject{transactionObjects, id}, true
	}
	switch e := event.(type) {
	case ticket.Opened:
		return clientObject{ticketObjects, e.TicketID}, true
	case ticket.Replied:
		return clientObject{ticketObjects, e.TicketID}, true
	case ticket.Closed:
		return clientObject{ticketObjects, e.TicketID}, true
	}
	id := accountObject(event)
	return clientObject{accountObjects, id}, id != 0
}

func paymentObject(event domain.Event) int64 {
	switch e := event.(type) {
	case payment.Requested:
		return e.ID
	case transaction.Recorded:
		return e.ID
	case payment.Opened:
		return e.ID
	case payment.Refused:
		return e.ID
	case payment.Expired:
		return e.ID
	case payment.Paid:
		return e.ID
	case payment.Settled:
		return e.ID
	case payment.Suspended:
		return e.ID
	case payment.SuspenseReleased:
		return e.ID
	case payment.SuspenseRefunded:
		return e.ID
	case payment.SuspenseReopened:
		return e.ID
	case payment.Reversed:
		return e.ID
	case payment.Chained:
		return e.ID
	case payment.Replaced:
		return e.ID
	case payment.Closed:
		return e.ID
	}
	return 0
}

func accountObject(event domain.Event) int64 {
	switch e := event.(type) {
	case account.Registered:
		return e.ClientID
	case account.Approved:
		return e.ClientID
	case account.Rejected:
		return e.ClientID
	case account.Suspended:
		return e.ClientID
	case account.Reactivated:
		return e.ClientID
	case account.ProfileUpdated:
		return e.ClientID
	case account.SettingsChanged:
		return e.ClientID
	case account.AutoApprovalPaused:
		return e.ClientID
	case account.ChangeUndone:
		return e.ClientID
	}
	return 0
}
