package page

import (
	"encoding/json"

	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/story"
)

// KeepVANumber sets the virtual account number of a transaction from its timeline, because the API returns
// instructions only while a payment is open. Later pages of a long timeline do not have the number.
func KeepVANumber(t *paymentrows.SingleTransaction, told story.Timeline) {
	for _, e := range told.Entries {
		var opened struct {
			VANumber string `json:"va_number"`
		}
		if t.VANumber == nil && json.Unmarshal(e.Detail, &opened) == nil && opened.VANumber != "" {
			t.VANumber = &opened.VANumber
		}
	}
}
