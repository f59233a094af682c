package routing

import (
	"fmt"
	"slices"
	"strings"

	"gateway/domain/pricing"
)

// Gaps says what no connection makes: the kinds of channels, and payouts, that none offers which is on, and the rules
// that name none such for something that they match. changed are the rules that administrators set, if they did.
func Gaps(changed []Rule, connections []Connection) (gaps []string) {
	for _, kind := range pricing.Kinds() {
		if !slices.ContainsFunc(connections, func(c Connection) bool { return !c.Off && c.takes(kind) }) {
			gaps = append(gaps, fmt.Sprintf("no connection that is on takes payments by %s, so they are refused", kind))
		}
	}
	if !slices.ContainsFunc(connections, func(c Connection) bool { return !c.Off && c.Payouts }) {
		gaps = append(gaps, "no connection that is on makes payouts, so they wait")
	}
	for i, rule := range changed {
		if lacking := rule.lacks(connections); lacking != "" {
			gaps = append(gaps, fmt.Sprintf("rule %d of the routing names no connection that is on for %s: %s", i+1, lacking, rule))
		}
	}
	return gaps
}

// takes reports whether the connection has a channel of the kind.
func (c Connection) takes(kind pricing.Kind) bool {
	return slices.ContainsFunc(c.Channels, func(code string) bool {
		channel, _ := pricing.Lookup(code)
		return channel.Kind == kind
	})
}

// lacks returns what the rule matches and none of its connections can make which is on; empty if each is made. Of a
// rule without channels or banks, one that is made will do: the others are not offered anywhere.
func (r Rule) lacks(connections []Connection) string {
	named := r.Names()
	some := func(can func(Connection) bool) bool {
		return slices.ContainsFunc(connections, func(c Connection) bool { return !c.Off && slices.Contains(named, c.Name) && can(c) })
	}
	var lacking []string
	for _, code := range r.Channels {
		if !some(func(c Connection) bool { return c.Offers(Question{Kind: Payment, Channel: code}) }) {
			lacking = append(lacking, code)
		}
	}
	for _, code := range r.Banks {
		if !some(func(c Connection) bool { return c.Offers(Question{Kind: Payout, Bank: code}) }) {
			lacking = append(lacking, code)
		}
	}
	anything := some(func(c Connection) bool {
		return r.Kind == Payout && c.Payouts || r.Kind == Payment && len(c.Channels) > 0
	})
	if len(lacking) == 0 && !anything {
		return "a " + string(r.Kind)
	}
	return strings.Join(lacking, " and ")
}

// Naming returns the numbers of the rules that name the connection, 1 for the first.
func Naming(rules []Rule, connection string) (numbers []int) {
	for i, rule := range rules {
		if slices.Contains(rule.Names(), connection) {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}
