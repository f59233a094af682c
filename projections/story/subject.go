package story

import (
	"strconv"
	"strings"

	"gateway/domain/balance"
)

// The kinds of subjects.
const (
	KindPayment  = "payment"
	KindPayout   = "payout"
	KindCallback = "callback"
	KindBalance  = "balance"
	KindRefund   = "refund"
	KindDispute  = "dispute"
	KindSlip     = "withholding-slip"
	KindWriteOff = "write-off"
)

// Subject is what a question is about.
type Subject struct {
	// Kind is one of the kinds above.
	Kind string
	// TransactionID is the id of a payment, CallbackID the id of a callback, and Number that of a withholding slip or a write-off.
	TransactionID, CallbackID, Number string
	// PayoutKind is withdrawal or settlement. ID is the id of the payout, the refund or the dispute, or that of the client that
	// the balance belongs to.
	PayoutKind string
	ID         int64
}

const (
	// slipNames is how the names of withholding slips begin.
	slipNames = "withholding-slips/"
	// writeOffNames is how the names of write-offs begin, and writeOffIDs how their ids do, which need no name before them.
	writeOffNames = "write-offs/"
	writeOffIDs   = "WOF-"
)

// Name returns the subject as an API path, such as `withdrawals/17`.
func (s Subject) Name() string {
	switch s.Kind {
	case KindPayout:
		return s.PayoutKind + "s/" + strconv.FormatInt(s.ID, 10)
	case KindCallback:
		return "callbacks/" + s.CallbackID
	case KindBalance:
		return "clients/" + strconv.FormatInt(s.ID, 10)
	case KindSlip:
		return slipNames + s.Number
	case KindWriteOff:
		return writeOffNames + s.Number
	case KindRefund, KindDispute:
		return s.Kind + "s/" + strconv.FormatInt(s.ID, 10)
	}
	return "transactions/" + s.TransactionID
}

// Parse reads the name of a subject: an API path (`withdrawals/17`), the same with a hyphen instead of the
// slash (`withdrawal-17`, which needs no escaping in a URL), a callback id (`cb_ab12`), or a transaction_id.
// Any other text may be a transaction_id, so there is no error.
func Parse(name string) Subject {
	if number, ok := strings.CutPrefix(name, slipNames); ok {
		return Subject{Kind: KindSlip, Number: balance.SlipNumber(number)}
	}
	if number := strings.TrimPrefix(name, writeOffNames); strings.HasPrefix(number, writeOffIDs) {
		return Subject{Kind: KindWriteOff, Number: number}
	}
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
	case isNumber && (collection == KindRefund || collection == KindDispute):
		return Subject{Kind: collection, ID: n}
	case found && collection == "transaction":
		return Subject{Kind: KindPayment, TransactionID: id}
	}
	return Subject{Kind: KindPayment, TransactionID: name}
}

// subjectFor reads the name of a subject that clientID asks for; 0 is the staff. Only the staff ask for write-offs: the name of one is
// any other text for a client, whose own transactions may have such an id.
func subjectFor(name string, clientID int64) Subject {
	s := Parse(name)
	if s.Kind == KindWriteOff && clientID != 0 {
		return Subject{Kind: KindPayment, TransactionID: name}
	}
	return s
}
