// Package catalogue lists every event of the gateway, for the codec. The golden files beside it pin the JSON
// of each event permanently: an event whose JSON changes becomes a new version under a new name.
package catalogue

import (
	"slices"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/bankstatement"
	"gateway/domain/callback"
	"gateway/domain/connection"
	"gateway/domain/document"
	"gateway/domain/endpoint"
	"gateway/domain/idempotency"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/notification"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/person"
	"gateway/domain/pricing"
	"gateway/domain/projection"
	"gateway/domain/proposal"
	"gateway/domain/routing"
	"gateway/domain/secondfactor"
	"gateway/domain/sequence"
	"gateway/domain/settlementfile"
	"gateway/domain/slice"
	"gateway/domain/tax"
	"gateway/domain/ticket"
	"gateway/domain/transaction"
	"gateway/domain/treasury"
)

// Events returns a zero value of every event.
func Events() []domain.Event {
	return slices.Concat(
		account.Events(), admin.Events(), balance.Events(), bank.Events(), callback.Events(), endpoint.Events(), idempotency.Events(),
		mail.Events(), notice.Events(), notification.Events(), payment.Events(), person.Events(), pricing.Events(),
		document.Events(), proposal.Events(), secondfactor.Events(),
		transaction.Events(), sequence.Events(), ticket.Events(),
		treasury.Events(), settlementfile.Events(), tax.Events(), period.Events(), bankstatement.Events(),
		approval.Events(), slice.Events(), projection.Events(), routing.Events(), connection.Events(),
	)
}
