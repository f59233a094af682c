package simulation

import (
	"encoding/json"
	"fmt"

	"gateway/domain/balance"

	"github.com/shopspring/decimal"
)

// madeBy returns what a request made. It finds it by the amount, which no other request has.
func (o *oracle) madeBy(r *request) (made []string) {
	amount := decimal.NewFromInt(r.amount)
	switch r.kind {
	case salePayment:
		for _, row := range o.payments {
			if row.ClientID == r.client.id && row.Total.Equal(amount) {
				made = append(made, row.TransactionID)
			}
		}
	case adjustment:
		for _, e := range o.events() {
			if a, ok := e.Event.(balance.Adjusted); ok && a.ClientID == r.client.id && a.Amount.Equal(amount) {
				made = append(made, "adjustment")
			}
		}
	default:
		for _, row := range o.payouts {
			if row.Kind == r.kind && row.ClientID == r.client.id && row.Amount.Equal(amount) {
				made = append(made, fmt.Sprint(row.ID))
			}
		}
	}
	return made
}

// idOf is the id in an answer; for a payment, its transaction_id.
func idOf(answer string) string {
	var a struct {
		ID          int64
		Transaction struct {
			TransactionID string `json:"transaction_id"`
		}
	}
	if err := json.Unmarshal([]byte(answer), &a); err != nil {
		return ""
	}
	if a.Transaction.TransactionID != "" {
		return a.Transaction.TransactionID
	}
	return fmt.Sprint(a.ID)
}

// containsID reports whether the answer names what was made.
func containsID(answer, made string) bool { return made == "adjustment" || idOf(answer) == made }
