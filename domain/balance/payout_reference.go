package balance

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Name names the payout by its kind, client and id, as in withdrawal-7-12. It was the reference of every
// attempt before references carried random digits.
func (o Order) Name() string {
	return o.Kind + "-" + strconv.FormatInt(o.ClientID, 10) + "-" + strconv.FormatInt(o.ID, 10)
}

// NewReference is the external_id by which the provider knows an attempt to make this
// payout. It begins with Name, so that a notification finds the payout's stream without
// a read model. digits are 8 to 32 lower-case hexadecimal digits, those of ReferenceDigits.
func (o Order) NewReference(digits string) string { return o.Name() + "-" + digits }

// ReferenceDigits returns the digits of a payout's reference. number counts the references of the payout from
// 1. requestID is the id of the event that requested it. api is the provider API that gets the order; it is
// included so that no two APIs have orders under one reference.
//
// The digits are derived, not drawn, so that a restored log that lacks the attempt makes the same reference
// again, and the provider recognises the order. If a payout id is given out again after a restore, the
// request event differs, and so does the reference.
func ReferenceDigits(requestID string, number int, api string) string {
	sum := sha256.Sum256([]byte(requestID + " " + strconv.Itoa(number) + " " + api))
	return hex.EncodeToString(sum[:6])
}

// ParseReference reads the result of NewReference, or of Name, which was the older form. ok is false for any
// other text.
func ParseReference(reference string) (kind string, clientID, id int64, ok bool) {
	parts := strings.Split(reference, "-")
	if len(parts) < 3 || len(parts) > 4 || len(parts) == 4 && !isDigits(parts[3]) {
		return "", 0, 0, false
	}
	clientID, clientErr := strconv.ParseInt(parts[1], 10, 64)
	id, idErr := strconv.ParseInt(parts[2], 10, 64)
	if clientErr != nil || idErr != nil || clientID <= 0 || id <= 0 || parts[0] != Withdrawal && parts[0] != Settlement {
		return "", 0, 0, false
	}
	o := Order{Kind: parts[0], ClientID: clientID, ID: id}
	// A number can be written in several ways (+1, 01); Name writes only one of them.
	return o.Kind, o.ClientID, o.ID, o.Name() == strings.Join(parts[:3], "-")
}

func isDigits(text string) bool {
	return len(text) >= 8 && len(text) <= 32 && strings.Trim(text, "0123456789abcdef") == ""
}

// digitsOf returns the digits of a reference, which older versions drew at random; empty if it has none.
func digitsOf(reference string) string {
	if parts := strings.Split(reference, "-"); len(parts) == 4 {
		return parts[3]
	}
	return ""
}

// Transfer is the order that asks the provider to make one payout.
type Transfer struct {
	// Reference is the gateway's. The provider knows it as external_id.
	Reference string
	// IdempotencyKey makes a repeated order safe: the provider pays once per key.
	IdempotencyKey string
	// ProviderAPI is the provider API that the order goes to: report.PayoutsV1 or report.PayoutsV2.
	ProviderAPI   string
	Bank          string
	AccountHolder string
	AccountNumber string
	Description   string
	// Amount is in rupiah.
	Amount decimal.Decimal
}

// Transfer returns the order of the last attempt.
func (p Payout) Transfer() Transfer {
	return Transfer{
		Reference: p.Reference, IdempotencyKey: p.SubmittedKey, ProviderAPI: p.ProviderAPI, Bank: p.Bank,
		AccountHolder: p.AccountHolder, AccountNumber: p.AccountNumber, Description: p.ExternalID, Amount: p.Amount,
	}
}

// ErrExternalIDTaken says that another payout has the external_id that the gateway generated: two instances
// can draw the same nanosecond. The caller tries the next one. An external_id chosen by the client need not
// be unique.
var ErrExternalIDTaken = domain.Refuse(domain.Conflict, "external_id_taken", "the external_id is another payout's")

// checkExternalID refuses a generated external_id that is taken, with ErrExternalIDTaken.
func (cmd RequestCmd) checkExternalID(s State, kind string) error {
	if !cmd.ExternalIDMade {
		return nil
	}
	for _, p := range s.Open {
		if p.Kind == kind && p.ExternalID == cmd.ExternalID {
			return ErrExternalIDTaken
		}
	}
	for _, c := range s.Closed {
		if c.Kind == kind && c.ExternalID == cmd.ExternalID {
			return ErrExternalIDTaken
		}
	}
	return nil
}
