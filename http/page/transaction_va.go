package page

import (
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/story"
)

// KeepVANumber sets the virtual account number of a transaction from its timeline, because the API returns
// instructions only while a payment is open. Later pages of a long timeline do not have the number.
func KeepVANumber(t *paymentrows.SingleTransaction, told story.Timeline) {
	for _, e := range told.Entries {
		if number := DataOf(e.Detail).VANumber; t.VANumber == nil && number != "" {
			t.VANumber = &number
		}
	}
}
