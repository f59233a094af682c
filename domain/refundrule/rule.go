// Package refundrule says how money can go back at each provider: by a void on the day of the payment, by the provider's
// refund, or else by a transfer to a bank account. The rules are data, each with its source and the day on which that was
// read, because providers change and contradict them. What a provider refuses all the same is refused then.
package refundrule

import (
	"cmp"
	"slices"
	"time"

	"gateway/domain/payment"
)

// jakarta is the zone of all cut-offs: providers and banks work in Western Indonesian Time.
var jakarta = time.FixedZone("WIB", 7*60*60)

// beforeCutOff is how long before its end a void is asked for at the latest.
const beforeCutOff = 5 * time.Minute

// day is a day as the windows of refunds count it.
const day = 24 * time.Hour

// Rule is what one provider does for one kind of channel, or for one channel of it.
type Rule struct {
	// Provider is the company; Channel the kind (ewallet, qris). Codes are the wallets, or the issuers of a QRIS payment;
	// empty stands for all others of the kind.
	Provider, Channel string
	Codes             []string
	// Void is possible until this time of the day of the payment in Western Indonesian Time; VoidWithin for so long after
	// it. Both zero: never. It is always of the whole payment.
	Void, VoidWithin time.Duration
	// Refund is possible for so long after the payment; zero: never. NextDay: not on the day of the payment. WholeOnly: not
	// in parts.
	Refund             time.Duration
	NextDay, WholeOnly bool
	// Source and Read say where the rule stands, and when it was read there.
	Source, Read string
}

// Rules are the rules of all providers. Company returns the provider of a connection.
type Rules struct {
	Company func(connection string) string
}

// RefundChoices implements payment.RefundRules.
func (r Rules) RefundChoices(of payment.RefundMoney, now time.Time) (all []payment.RefundChoice) {
	rule, ok := find(r.Company(of.Connection), of)
	if ok {
		all = append(all, rule.choices(of.PaidAt, now)...)
	}
	return append(all, payment.RefundChoice{Method: payment.MethodTransfer})
}

func (r Rule) choices(paidAt, now time.Time) (all []payment.RefundChoice) {
	if until := r.voidUntil(paidAt); now.Before(until) {
		all = append(all, payment.RefundChoice{Method: payment.MethodVoid, WholeOnly: true, Until: until})
	}
	if until := paidAt.Add(r.Refund); now.Before(until) && (!r.NextDay || isLaterDay(paidAt, now)) {
		all = append(all, payment.RefundChoice{Method: payment.MethodProvider, WholeOnly: r.WholeOnly, Until: until})
	}
	return all
}

// voidUntil returns when a void is asked for at the latest; the zero time if there is none.
func (r Rule) voidUntil(paidAt time.Time) time.Time {
	switch {
	case r.Void > 0:
		return midnight(paidAt).Add(r.Void - beforeCutOff)
	case r.VoidWithin > 0:
		return paidAt.Add(r.VoidWithin - beforeCutOff)
	}
	return time.Time{}
}

func midnight(t time.Time) time.Time {
	y, m, d := t.In(jakarta).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, jakarta)
}

func isLaterDay(paidAt, now time.Time) bool { return midnight(now).After(midnight(paidAt)) }

// find returns the rule for money: that of its wallet or issuer, or else that of its kind. Money of an invoice goes back by
// what it was paid with.
func find(provider string, of payment.RefundMoney) (rule Rule, ok bool) {
	kind, code := kindOf(of), cmp.Or(of.Issuer, of.ChannelCode)
	if kind == "ewallet" {
		code = of.ChannelCode
	}
	for _, named := range []bool{true, false} {
		i := slices.IndexFunc(Table, func(r Rule) bool {
			return r.Provider == provider && r.Channel == kind && (named && slices.Contains(r.Codes, code) || !named && len(r.Codes) == 0)
		})
		if i >= 0 {
			return Table[i], true
		}
	}
	return rule, false
}
