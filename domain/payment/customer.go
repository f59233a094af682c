package payment

import (
	"time"

	"gateway/domain"
)

// CustomerErased records that the gateway forgets who was to pay: read models, lists, files and the search lose the name and
// the telephone number. The log keeps the event that had them.
type CustomerErased struct {
	Identity
	By     string    `json:"by"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// EraseCustomerCmd erases the customer of a payment.
type EraseCustomerCmd struct {
	By     string
	Reason string
	At     time.Time
}

// HasPerson reports whether the name or the telephone number of the customer is known.
func (c Customer) HasPerson() bool { return c.CustomerName != "" || c.CustomerPhone != "" }

// EraseCustomer erases the name and the telephone number of the customer. Checks:
//
//  1. payment_not_found
//  2. invalid_field reason: it is empty
//  3. payment_pending: the provider still asks for the name, and the customer may still pay
//  4. nothing is known, or is known any more: nothing happens
func EraseCustomer(s State, cmd EraseCustomerCmd) ([]domain.Event, error) {
	switch {
	case !s.Exists():
		return nil, notFound()
	case cmd.Reason == "":
		return nil, domain.InvalidField("reason", "is required")
	case s.Status == StatusPending:
		return nil, domain.Refuse(domain.Conflict, "payment_pending", "the payment can still be paid; cancel it first")
	case !s.Customer.HasPerson():
		return nil, nil
	}
	return []domain.Event{CustomerErased{Identity: s.Identity, By: cmd.By, Reason: cmd.Reason, At: cmd.At}}, nil
}
