package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestACustomerIsErasedOnceThePaymentCanNotBePaid(t *testing.T) {
	t.Parallel()
	erase := func(reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return EraseCustomer(s, EraseCustomerCmd{By: "admin:1", Reason: reason, At: noon})
		}
	}
	named := requested
	named.CustomerName = "Budi"
	erased := CustomerErased{Identity: paid.Identity, By: "admin:1", Reason: "asked", At: noon}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: erase(""), Refused: "payment_not_found"},
		{Name: "without a reason", Given: eventsOf(named, opened), When: erase(""), Refused: "invalid_field reason"},
		{Name: "it can be paid", Given: eventsOf(named, opened), When: erase("asked"), Refused: "payment_pending"},
		{Name: "no customer is known", Given: eventsOf(withoutCustomer(), opened, paid), When: erase("asked")},
		{Name: "paid", Given: eventsOf(named, opened, paid), When: erase("asked"), Then: eventsOf(erased)},
		{Name: "again", Given: eventsOf(named, opened, paid, erased), When: erase("asked")},
	})
}

func withoutCustomer() Requested {
	r := requested
	r.CustomerName, r.CustomerPhone = "", ""
	return r
}
