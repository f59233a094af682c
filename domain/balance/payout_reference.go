package balance

import (
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// ProviderReference is the external_id by which the provider knows the order, and the
// idempotency key of every call that sends it. It holds the client's id, so that a
// notification finds the payout's stream without a read model.
func (o Order) ProviderReference() string {
	return o.Kind + "-" + strconv.FormatInt(o.ClientID, 10) + "-" + strconv.FormatInt(o.ID, 10)
}

// ParseReference reads a ProviderReference. ok is false for any other text.
func ParseReference(reference string) (kind string, clientID, id int64, ok bool) {
	parts := strings.Split(reference, "-")
	if len(parts) != 3 {
		return "", 0, 0, false
	}
	clientID, clientErr := strconv.ParseInt(parts[1], 10, 64)
	id, idErr := strconv.ParseInt(parts[2], 10, 64)
	if clientErr != nil || idErr != nil || clientID <= 0 || id <= 0 || parts[0] != Withdrawal && parts[0] != Settlement {
		return "", 0, 0, false
	}
	o := Order{Kind: parts[0], ClientID: clientID, ID: id}
	// A number can be written in several ways (+1, 01); ProviderReference writes one.
	return o.Kind, o.ClientID, o.ID, o.ProviderReference() == reference
}

// Transfer is the order to the provider to make one payout.
type Transfer struct {
	// Reference is ours. The provider knows it as external_id.
	Reference string
	// IdempotencyKey makes a repeated order safe: the provider pays once per key.
	IdempotencyKey string
	Bank           string
	AccountHolder  string
	AccountNumber  string
	Description    string
	// Amount is rupiah.
	Amount decimal.Decimal
}

// Transfer is the order that makes this payout.
func (o Order) Transfer(idempotencyKey string) Transfer {
	return Transfer{
		Reference: o.ProviderReference(), IdempotencyKey: idempotencyKey, Bank: o.Bank,
		AccountHolder: o.AccountHolder, AccountNumber: o.AccountNumber, Description: o.ExternalID, Amount: o.Amount,
	}
}
