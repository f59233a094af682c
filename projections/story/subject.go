package story

import (
	"strconv"
	"strings"

	"gateway/domain/balance"
)

// The kinds of subject.
const (
	KindPayment  = "payment"
	KindPayout   = "payout"
	KindCallback = "callback"
	KindBalance  = "balance"
)

// Subject is what a question is about.
type Subject struct {
	// Kind is one of the kinds above.
	Kind string
	// TransactionID is that of a payment, CallbackID that of a callback.
	TransactionID, CallbackID string
	// PayoutKind is withdrawal or settlement. ID is that of the payout, or of the client whose
	// balance it is.
	PayoutKind string
	ID         int64
}

// Name is the subject as a path of the API, such as `withdrawals/17`.
func (s Subject) Name() string {
	switch s.Kind {
	case KindPayout:
		return s.PayoutKind + "s/" + strconv.FormatInt(s.ID, 10)
	case KindCallback:
		return "callbacks/" + s.CallbackID
	case KindBalance:
		return "clients/" + strconv.FormatInt(s.ID, 10)
	}
	return "transactions/" + s.TransactionID
}

// Parse reads the name of a subject: a path of the API (`withdrawals/17`), with a hyphen in place of
// the slash (`withdrawal-17`, which needs no escaping in a URL), the id of a callback (`cb_ab12`), or
// a transaction_id. Every other text may be a transaction_id, so there is no error.
func Parse(name string) Subject {
	collection, id, found := strings.Cut(name, "/")
	if !found {
		collection, id, _ = strings.Cut(name, "-")
	}
	n, err := strconv.ParseInt(id, 10, 64)
	isNumber := err == nil && n > 0 && strconv.FormatInt(n, 10) == id
	switch collection = strings.TrimSuffix(collection, "s"); {
	case strings.HasPrefix(name, "cb_"):
		return Subject{Kind: KindCallback, CallbackID: name}
	case found && collection == "callback":
		return Subject{Kind: KindCallback, CallbackID: id}
	case isNumber && (collection == balance.Withdrawal || collection == balance.Settlement):
		return Subject{Kind: KindPayout, PayoutKind: collection, ID: n}
	case isNumber && (collection == "client" || collection == "balance"):
		return Subject{Kind: KindBalance, ID: n}
	case found && collection == "transaction":
		return Subject{Kind: KindPayment, TransactionID: id}
	}
	return Subject{Kind: KindPayment, TransactionID: name}
}
