package catalogue

import (
	"slices"
	"strings"

	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/bankstatement"
	"gateway/domain/callback"
	"gateway/domain/document"
	"gateway/domain/endpoint"
	"gateway/domain/idempotency"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/notification"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/projection"
	"gateway/domain/proposal"
	"gateway/domain/secondfactor"
	"gateway/domain/sequence"
	"gateway/domain/settlementfile"
	"gateway/domain/slice"
	"gateway/domain/tax"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/domain/treasury"
)

// Kept says how much of a category's streams stays in the database of a log when its events move to an
// archive. A decision that needs archived events waits until the archive can be read.
type Kept int

const (
	// KeptNot is for streams whose number grows with payments, requests, mails or cases: each is finished
	// long before its range is archived.
	KeptNot Kept = iota
	// KeptWhole is for short streams of people, settings, ids and the log itself.
	KeptWhole
	// KeptTail is for long streams: the newest snapshot, and the events after it.
	KeptTail
)

// categories holds the part before the first `-` of every stream name of the gateway. email belongs to
// package account; snapshot, store and gateway belong to the log itself.
var categories = map[string]Kept{
	account.Aggregate.Category:      KeptWhole,
	account.EmailAggregate.Category: KeptWhole,
	admin.Aggregate.Category:        KeptWhole,
	admin.Logins.Category:           KeptNot,
	approval.Aggregate.Category:     KeptNot,
	approval.Requesters.Category:    KeptTail,
	document.Aggregate.Category:     KeptWhole,
	endpoint.Aggregate.Category:     KeptWhole,
	endpoint.Queues.Category:        KeptTail,
	balance.Aggregate.Category:      KeptTail,
	balance.SlipNumbers.Category:    KeptWhole, // a number counts once for ever
	tax.Numbers.Category:            KeptWhole,
	bank.Aggregate.Category:         KeptWhole, // the category settings is shared with pricing, routing and connection
	bankstatement.Days.Category:     KeptNot,
	bankstatement.Bookings.Category: KeptNot,
	callback.Aggregate.Category:     KeptNot,
	idempotency.Aggregate.Category:  KeptNot,
	mail.Aggregate.Category:         KeptNot,
	notice.Aggregate.Category:       KeptNot,
	notification.Aggregate.Category: KeptNot,
	payment.Aggregate.Category:      KeptNot,
	payment.Chains.Category:         KeptNot,
	period.Aggregate.Category:       KeptWhole,
	period.Reports.Category:         KeptNot, // the package of the month reads it
	projection.Aggregate.Category:   KeptNot,
	proposal.Aggregate.Category:     KeptNot,
	secondfactor.Aggregate.Category: KeptWhole,
	sequence.Aggregate.Category:     KeptTail,
	settlementfile.Rows.Category:    KeptNot,
	slice.Aggregate.Category:        KeptTail,
	tax.Clients.Category:            KeptWhole,
	tax.Invoices.Category:           KeptWhole, // a fee that is returned years later replaces an invoice
	ticket.Aggregate.Category:       KeptNot,
	transaction.Aggregate.Category:  KeptNot,
	treasury.Entries.Category:       KeptNot,
	treasury.Fees.Category:          KeptNot,
	"snapshot":                      KeptTail, // the newest snapshot of each stream, of any category
	"store":                         KeptWhole,
	"gateway":                       KeptWhole,
}

// Owns reports whether a stream belongs to the gateway, judging by its name. Only the gateway writes to such
// a stream.
func Owns(stream string) bool {
	category, _, _ := strings.Cut(stream, "-")
	_, ok := categories[category]
	return ok
}

// Categories returns the categories with this Kept value, sorted.
func Categories(how Kept) (names []string) {
	for name, kept := range categories {
		if kept == how {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
