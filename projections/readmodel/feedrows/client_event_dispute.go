package feedrows

import (
	"slices"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/readmodel/disputerows"
)

// disputeEvents are those of a dispute alone. A payment.Reversed is one of its transaction, and shows in its dispute.
var disputeEvents = slices.DeleteFunc(disputerows.Disputes{}.Applies(), func(e domain.Event) bool {
	_, isOfTransaction := e.(payment.Reversed)
	return isOfTransaction
})

// disputeOf returns the id of the dispute that an event is about, 0 for none.
func disputeOf(event domain.Event) int64 {
	if e, is := event.(interface{ OfDispute() int64 }); is {
		return e.OfDispute()
	}
	return 0
}
