package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestExpire(t *testing.T) {
	t.Parallel()
	expire := func(s State) ([]domain.Event, error) { return Expire(s, noon) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: expire, Refused: "payment_not_found"},
		{Name: "twice", Given: expiredPayment, When: expire},
		{Name: "failed", Given: failedPayment, When: expire},
		{Name: "paid beats expired", Given: paidPayment, When: expire},
		{Name: "settled beats expired", Given: settledPayment, When: expire},
		{Name: "money for it waits for a decision", Given: mismatchedPayment, When: expire},
		{Name: "money for it was refunded", Given: eventsOf(requested, opened, tooMuch, refunded), When: expire, Then: eventsOf(expired)},
		{Name: "open", Given: openPayment, When: expire, Then: eventsOf(expired)},
	})
}
