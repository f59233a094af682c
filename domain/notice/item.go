package notice

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/person"
)

// The things that an attention lists. An item is one of these words and what follows it, apart by spaces.
const (
	// ItemPayoutFailed is followed by the kind, the id and the amount of the payout.
	ItemPayoutFailed = "payout_failed"
	// ItemPayoutReversed is as ItemPayoutFailed: the bank sent the money back after the payout had counted as done.
	ItemPayoutReversed = "payout_reversed"
	// ItemRecovered is followed by the amount that was taken for a debt that had been given up.
	ItemRecovered = "recovered"
	// ItemEndpoint is followed by the id of a callback endpoint that accepts nothing.
	ItemEndpoint = "endpoint_failing"
	// ItemDispute is followed by the id, the amount, and the time until which an answer counts.
	ItemDispute = "dispute"
)

// Item writes an item.
func Item(words ...string) string { return strings.Join(words, " ") }

// PayoutItem writes an item about a payout.
func PayoutItem(word string, o balance.Order) string {
	return Item(word, o.Kind, strconv.FormatInt(o.ID, 10), o.Amount.StringFixed(2))
}

// ItemsFor returns the items that concern people with a role: those about money, or those about callbacks.
func ItemsFor(role string, items []string) []string {
	roles := []string{person.RoleOwner, person.RoleFinance}
	return slices.DeleteFunc(slices.Clone(items), func(item string) bool {
		if strings.HasPrefix(item, ItemEndpoint+" ") {
			return role != person.RoleOwner && role != person.RoleDeveloper
		}
		return !slices.Contains(roles, role)
	})
}

// The values of the text about a payout that was done.
const (
	ValueKind     = "payout_kind"
	ValuePayout   = "payout_id"
	ValueAmount   = "amount"
	ValueBank     = "bank"
	ValueAccount  = "account_end"
	ValueExternal = "external_id"
)

// The values of the text about a payment that was received, beside ValueAmount and ValueExternal.
const (
	ValueTransaction = "transaction_id"
	ValueFee         = "fee"
	ValueVAT         = "vat"
	ValueNet         = "net"
	ValueChannel     = "channel"
	ValueCode        = "channel_code"
	ValuePaidAt      = "paid_at"
)

// PaymentFacts returns what the mail about a payment mentions. It has nothing of the customer.
func PaymentFacts(e payment.Paid) map[string]string {
	return map[string]string{
		ValueTransaction: e.TransactionID, ValueExternal: e.ExternalID,
		ValueAmount: e.PaidAmount.StringFixed(2), ValueFee: e.Fee.StringFixed(2), ValueVAT: e.VAT.StringFixed(2),
		ValueNet: e.Net.StringFixed(2), ValueChannel: e.Channel, ValueCode: e.ChannelCode,
		ValuePaidAt: e.PaidAt.UTC().Format(time.RFC3339),
	}
}

// PayoutFacts returns what the mail about a payout mentions. Of the account number it has the last four digits.
func PayoutFacts(e balance.PayoutCompleted) map[string]string {
	number := e.AccountNumber
	const shown = 4
	if len(number) > shown {
		number = number[len(number)-shown:]
	}
	return map[string]string{
		ValueKind: e.Kind, ValuePayout: strconv.FormatInt(e.ID, 10), ValueAmount: e.Order.Amount.StringFixed(2),
		ValueBank: e.Bank, ValueAccount: number, ValueExternal: e.ExternalID,
	}
}
