package catalogue

import (
	"slices"
	"strings"

	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/idempotency"
	"gateway/domain/mail"
	"gateway/domain/notification"
	"gateway/domain/payment"
	"gateway/domain/projection"
	"gateway/domain/proposal"
	"gateway/domain/secondfactor"
	"gateway/domain/sequence"
	"gateway/domain/slice"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/domain/treasury"
)

// Kept says how much of a category's streams a log keeps in its database when the events
// move to an archive. A decision on what is not kept waits until the archive can be read.
type Kept int

const (
	// KeptNot is for streams as many as there are payments, requests, mails or cases: each is done
	// with long before its range is archived.
	KeptNot Kept = iota
	// KeptWhole is for short streams of people, settings, ids and the log itself.
	KeptWhole
	// KeptTail is for long streams: the newest snapshot, and the events since.
	KeptTail
)

// categories are the parts before the first `-` of the names of the gateway's streams.
// email is of the package account; snapshot, store and gateway are of the log itself.
var categories = map[string]Kept{
	account.Aggregate.Category:      KeptWhole,
	account.EmailAggregate.Category: KeptWhole,
	admin.Aggregate.Category:        KeptWhole,
	admin.Logins.Category:           KeptNot,
	approval.Aggregate.Category:     KeptNot,
	approval.Requesters.Category:    KeptTail,
	endpoint.Aggregate.Category:     KeptWhole,
	endpoint.Queues.Category:        KeptTail,
	balance.Aggregate.Category:      KeptTail,
	bank.Aggregate.Category:         KeptWhole, // as that of pricing: settings
	callback.Aggregate.Category:     KeptNot,
	idempotency.Aggregate.Category:  KeptNot,
	mail.Aggregate.Category:         KeptNot,
	notification.Aggregate.Category: KeptNot,
	payment.Aggregate.Category:      KeptNot,
	payment.Chains.Category:         KeptNot,
	projection.Aggregate.Category:   KeptNot,
	proposal.Aggregate.Category:     KeptNot,
	secondfactor.Aggregate.Category: KeptWhole,
	sequence.Aggregate.Category:     KeptTail,
	slice.Aggregate.Category:        KeptTail,
	ticket.Aggregate.Category:       KeptNot,
	transaction.Aggregate.Category:  KeptNot,
	treasury.Entries.Category:       KeptNot,
	treasury.Fees.Category:          KeptNot,
	"snapshot":                      KeptTail, // of each stream the newest one, whatever its category
	"store":                         KeptWhole,
	"gateway":                       KeptWhole,
}

// Owns reports whether a stream is one of the gateway, by its name. Only the gateway writes
// to it.
func Owns(stream string) bool {
	category, _, _ := strings.Cut(stream, "-")
	_, ok := categories[category]
	return ok
}

// Categories returns the categories that are kept so, in their order.
func Categories(how Kept) (names []string) {
	for name, kept := range categories {
		if kept == how {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
