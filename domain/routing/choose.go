package routing

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"

	"gateway/domain/connection"

	"github.com/shopspring/decimal"
)

// Candidate is a configured connection at the moment of a choice.
type Candidate struct {
	Name string
	// Off means that it takes no new payments and payouts.
	Off bool
	// Offers reports whether it can make what the question is about (Connection.Offers).
	Offers bool
	// Failing reports whether its creations fail (Health), and FailureRate which share of them did, from 0 to 1.
	Failing     bool
	FailureRate float64
	// Float is what a payout may cost at the connection, in rupiah; nil if that is not known, or for a payment.
	Float *decimal.Decimal
}

// Why says why a connection has its place in a choice, or has none.
type Why string

// Why a connection is tried.
const (
	// InOrder: it stands at this place in the list of the rule.
	InOrder Why = "in_order"
	// Drawn: the draw took it, by its weight.
	Drawn Why = "drawn"
	// Fallback: it is tried after the drawn one, the heaviest first.
	Fallback Why = "fallback"
	// Failing: its creations fail, so it is tried after those whose creations do not.
	Failing Why = "failing"
	// LeastBad: the creations of all fail, and its fail the least.
	LeastBad Why = "least_bad"
)

// Why a connection is not tried.
const (
	Off            Why = "off"
	LacksChannel   Why = "lacks_channel"
	TooLittleFloat Why = "too_little_float"
	NotInRule      Why = "not_in_rule"
	// NotConfigured: the rule names it, and the configuration does not have it.
	NotConfigured Why = "not_configured"
)

// Reasons lists all reasons.
func Reasons() []Why {
	return []Why{InOrder, Drawn, Fallback, Failing, LeastBad, Off, LacksChannel, TooLittleFloat, NotInRule, NotConfigured}
}

// Considered is a connection with its place in a choice.
type Considered struct {
	Connection string
	// Place is 1 for the connection that is tried first, and 0 for one that is not tried.
	Place int
	Why   Why
	// Share is the percentage of such payments or payouts that this connection gets first now; 0 for one that is
	// not tried.
	Share float64
}

// Choice is the answer to a question. Rule is the number of the rule, 1 for the first; 0 if none matched. Order
// lists the connections to try, the first one first; it is empty if there is none. Considered has all of the
// candidates: those of Order in its order, then the others of the rule, then those that are not in it.
type Choice struct {
	Rule       int
	Order      []string
	Considered []Considered
}

// Noted returns what an event says of the choice: nothing where there was no other connection.
func (c Choice) Noted() connection.Routed {
	if len(c.Considered) < 2 {
		return connection.Routed{}
	}
	noted := connection.Routed{Rule: c.Rule}
	for _, one := range c.Considered {
		noted.Considered = append(noted.Considered, connection.Considered{Connection: one.Connection, Why: string(one.Why)})
	}
	return noted
}

// Choose applies the first rule that matches. It never offers a connection that is off, lacks the channel, or has
// too little float for the payout. Connections whose creations fail come after the others, the least bad first. The
// shares of weights count among those that are offered and do not fail.
func Choose(rules []Rule, q Question, candidates []Candidate) Choice {
	number := slices.IndexFunc(rules, func(r Rule) bool { return r.Matches(q) })
	if number < 0 {
		return Choice{Considered: outside(nil, candidates)}
	}
	rule := rules[number]
	var healthy, failing []weighed
	var skipped []Considered
	for i, name := range rule.Names() {
		at := slices.IndexFunc(candidates, func(c Candidate) bool { return c.Name == name })
		switch {
		case at < 0:
			skipped = append(skipped, Considered{Connection: name, Why: NotConfigured})
		case skips(candidates[at], q) != "":
			skipped = append(skipped, Considered{Connection: name, Why: skips(candidates[at], q)})
		case candidates[at].Failing:
			failing = append(failing, weighed{Candidate: candidates[at]})
		default:
			w := weighed{Candidate: candidates[at]}
			if len(rule.Weights) > 0 {
				w.weight = rule.Weights[i].Weight
			}
			healthy = append(healthy, w)
		}
	}
	var tried []Considered
	if len(rule.Weights) > 0 {
		tried = byWeight(healthy, q.Draw)
	} else {
		tried = inOrder(healthy)
	}
	choice := Choice{Rule: number + 1, Considered: append(tried, leastBadFirst(failing, len(tried) == 0)...)}
	for i := range choice.Considered {
		choice.Considered[i].Place = i + 1
		choice.Order = append(choice.Order, choice.Considered[i].Connection)
	}
	choice.Considered = append(append(choice.Considered, skipped...), outside(rule.Names(), candidates)...)
	return choice
}

// weighed is a candidate with its weight in the rule.
type weighed struct {
	Candidate
	weight int
}

// skips says why the candidate can't be tried; empty if it can.
func skips(c Candidate, q Question) Why {
	switch {
	case c.Off:
		return Off
	case !c.Offers:
		return LacksChannel
	case c.Float != nil && c.Float.LessThan(q.Amount):
		return TooLittleFloat
	}
	return ""
}

func outside(rule []string, candidates []Candidate) (all []Considered) {
	for _, c := range candidates {
		if !slices.Contains(rule, c.Name) {
			all = append(all, Considered{Connection: c.Name, Why: NotInRule})
		}
	}
	return all
}

func inOrder(healthy []weighed) (all []Considered) {
	for _, c := range healthy {
		all = append(all, Considered{Connection: c.Name, Why: InOrder})
	}
	if len(all) > 0 {
		all[0].Share = wholeShare
	}
	return all
}

// byWeight puts the drawn one first, and the others after it, the heaviest first.
func byWeight(healthy []weighed, draw float64) (all []Considered) {
	slices.SortStableFunc(healthy, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	sum := 0
	for _, c := range healthy {
		sum += c.weight
	}
	if sum == 0 {
		return inOrder(healthy)
	}
	drawn, before := 0, 0
	for i, c := range healthy {
		// The same as draw >= before / sum * 100, without a quotient that is rounded.
		if draw*float64(sum) >= float64(before*wholeShare) {
			drawn = i
		}
		before += c.weight
		share := math.Round(float64(c.weight)*1e4/float64(sum)) / 1e2
		all = append(all, Considered{Connection: c.Name, Why: Fallback, Share: share})
	}
	all[drawn].Why = Drawn
	return slices.Concat(all[drawn:drawn+1], all[:drawn], all[drawn+1:])
}

func leastBadFirst(failing []weighed, alone bool) (all []Considered) {
	slices.SortStableFunc(failing, func(a, b weighed) int { return cmp.Compare(a.FailureRate, b.FailureRate) })
	for _, c := range failing {
		all = append(all, Considered{Connection: c.Name, Why: Failing})
	}
	if alone && len(all) > 0 {
		all[0].Why, all[0].Share = LeastBad, wholeShare
	}
	return all
}

// DrawOf derives the draw from the id of the payment or payout, so that the choice is the same when it is made
// again. It is at least 0 and below 100.
func DrawOf(id string) float64 {
	sum := sha256.Sum256([]byte(id))
	const bits = 53 // as many as a float64 keeps exactly
	return float64(binary.BigEndian.Uint64(sum[:])>>(64-bits)) / (1 << bits) * wholeShare
}
