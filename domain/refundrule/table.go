package refundrule

import (
	"time"

	"gateway/domain/payment"
	"gateway/domain/pricing"
)

// Table has the rules. The day is that on which the source was read.
var Table = []Rule{
	{
		Provider: "xendit", Channel: "ewallet", Void: 23*time.Hour + 50*time.Minute, Refund: 90 * day, NextDay: true,
		Source: "docs.xendit.co ewallet/payment-flows/void-and-refund", Read: "2026-08-20",
	},
	{
		Provider: "xendit", Channel: "ewallet", Codes: []string{"OVO"}, Void: 23*time.Hour + 50*time.Minute,
		Source: "docs.xendit.co ewallet/payment-flows/void-and-refund: no refund of a one-time payment", Read: "2026-08-20",
	},
	{
		Provider: "xendit", Channel: "ewallet", Codes: []string{"ASTRAPAY"},
		Source: "docs.xendit.co ewallet/payment-flows/void-and-refund: neither void nor refund", Read: "2026-08-20",
	},
	{
		Provider: "xendit", Channel: "qris", Codes: qrisIssuers, VoidWithin: day, Refund: 30 * day,
		Source: "help.xendit.co 17209624920345", Read: "2026-08-20",
	},
	{
		Provider: "midtrans", Channel: "qris", Refund: 7 * day,
		Source: "docs.midtrans.com/reference/refund-transaction: off-us, the shorter window", Read: "2026-08-20",
	},
	{
		Provider: "midtrans", Channel: "ewallet", Codes: []string{"SHOPEEPAY"}, Refund: 365 * day,
		Source: "docs.midtrans.com/reference/refund-transaction", Read: "2026-08-20",
	},
	{
		Provider: "midtrans", Channel: "ewallet", Codes: []string{"DANA"}, Refund: 45 * day,
		Source: "docs.midtrans.com/reference/refund-transaction", Read: "2026-08-20",
	},
	{
		Provider: "midtrans", Channel: "ewallet", Codes: []string{"OVO"}, Refund: 7 * day, WholeOnly: true,
		Source: "docs.midtrans.com/reference/refund-transaction", Read: "2026-08-20",
	},
	{
		Provider: "dana", Channel: "ewallet", Refund: 45 * day,
		Source: "dana-node, debit refund (58)", Read: "2026-08-20",
	},
}

// qrisIssuers are those whose QRIS payments Xendit gives back, in its own words.
var qrisIssuers = []string{"DANA", "SHOPEEPAY", "OVO", "LINKAJA", "MANDIRI", "PERMATA", "CIMB", "JENIUS", "BSI"}

// kindOf is the kind of channel that the money came by.
func kindOf(of payment.RefundMoney) string {
	if channel, known := pricing.Lookup(of.ChannelCode); known {
		return string(channel.Kind)
	}
	return of.Channel
}
