package payment

import (
	"regexp"
	"strconv"
	"strings"

	"gateway/domain/pricing"
)

// transactionID is the form of the ids that the service gives to payments.
var transactionID = regexp.MustCompile(`^INV-[1-9][0-9]{0,18}-[0-9]{19}$`)

// IsTransactionID reports whether an id has the form of a transaction_id that the gateway
// gives to payments: INV-<client_id>-<nanoseconds>.
func IsTransactionID(id string) bool { return transactionID.MatchString(id) }

// ClientOf returns the client that a transaction_id names; ok is false for an id of
// another form.
func ClientOf(transactionID string) (clientID int64, ok bool) {
	if !IsTransactionID(transactionID) {
		return 0, false
	}
	clientID, err := strconv.ParseInt(strings.Split(transactionID, "-")[1], 10, 64)
	return clientID, err == nil
}

// Receipts are the receipts of all money that was received for the payment: what made it
// PAID, and what went to suspense.
func (s State) Receipts() []Receipt {
	var all []Receipt
	if s.Paid() {
		all = append(all, s.Receipt)
	}
	for _, m := range s.Suspense {
		if !s.Paid() || m.Receipt.ProviderPaymentID != s.Receipt.ProviderPaymentID {
			all = append(all, m.Receipt)
		}
	}
	return all
}

// ReceiptOf finds received money by an id of the provider: that of the receipt, or, for
// the money that made the payment PAID, that of the payment itself. id is the receipt's.
func (s State) ReceiptOf(providerID string) (id string, known bool) {
	if s.knowsPayment(providerID) {
		return providerID, true
	}
	if s.Paid() && providerID != "" && (providerID == s.Receipt.ProviderID || providerID == s.Opening.ProviderID && !s.isPaidByAnother()) {
		return s.Receipt.ProviderPaymentID, true
	}
	return "", false
}

// isPaidByAnother reports whether another invoice or charge than the one that the payment
// was opened with was paid: a repeated request had made two.
func (s State) isPaidByAnother() bool {
	return s.traits().PaidOnce && s.Receipt.ProviderID != "" && s.Receipt.ProviderID != s.Opening.ProviderID
}

func (s State) traits() pricing.Traits { return pricing.Kind(s.Channel).Traits() }
