package catalogue

import (
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
	"gateway/domain/pricing"
	"gateway/domain/proposal"
	"gateway/domain/secondfactor"
	"gateway/domain/sequence"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/domain/treasury"
)

// categories are the parts before the first `-` of the names of the gateway's streams.
// email is of the package account; snapshot, store and gateway are of the log itself.
var categories = map[string]bool{
	account.Aggregate.Category: true, account.EmailAggregate.Category: true, admin.Aggregate.Category: true,
	approval.Aggregate.Category: true,
	endpoint.Aggregate.Category: true, endpoint.Queues.Category: true,
	balance.Aggregate.Category: true, bank.Aggregate.Category: true, callback.Aggregate.Category: true,
	idempotency.Aggregate.Category: true, mail.Aggregate.Category: true, notification.Aggregate.Category: true,
	payment.Aggregate.Category: true, payment.Chains.Category: true,
	pricing.Aggregate.Category:  true,
	proposal.Aggregate.Category: true, secondfactor.Aggregate.Category: true, sequence.Aggregate.Category: true,
	ticket.Aggregate.Category:      true,
	transaction.Aggregate.Category: true, treasury.Entries.Category: true, treasury.Fees.Category: true,
	"snapshot": true, "store": true, "gateway": true,
}

// Owns reports whether a stream is one of the gateway, by its name. Only the gateway writes
// to it.
func Owns(stream string) bool {
	category, _, _ := strings.Cut(stream, "-")
	return categories[category]
}
