package page

import (
	"encoding/json"

	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/story"
)

// KeepVANumber gives a transaction the virtual account number that its timeline tells: the API gives
// instructions only while a payment is open. A later part of a long timeline has none.
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
