package routing

import (
	"fmt"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/connection"
	"gateway/domain/money"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Limits of a list of rules.
const (
	// MaxRules is the most rules of a list.
	MaxRules = 50
	// MaxConnections is the most connections of one rule.
	MaxConnections = 10
	// MaxClients is the most clients of one rule.
	MaxClients = 20
	// wholeShare is what the weights of a rule add up to.
	wholeShare = 100
)

// checked returns the rules of the command, with their codes in upper case. Its refusal is invalid_field, and names
// every wrong field, such as rules[2].weights: the first rule is rules[0]. It checks of each rule the kind, the
// conditions, then the connections, and of the list that the last rule of each kind, and no other, matches
// everything.
func checked(cmd ChangeCmd) ([]Rule, error) {
	if len(cmd.Rules) > MaxRules {
		return nil, domain.InvalidField("rules", "may have at most %d rules", MaxRules)
	}
	rules := make([]Rule, len(cmd.Rules))
	var wrong []error
	for i, r := range cmd.Rules {
		r.Channels, r.Banks = upper(r.Channels), upper(r.Banks)
		rules[i] = r
		err := domain.Together(r.checkConditions(cmd.UnknownClients), r.checkConnections(cmd.Connections))
		wrong = append(wrong, domain.Within(fieldOf(i), err))
	}
	return rules, domain.Together(append(wrong, checkDefaults(rules))...)
}

func fieldOf(rule int) string { return fmt.Sprintf("rules[%d]", rule) }

func upper(codes []string) []string {
	if len(codes) == 0 {
		return nil
	}
	all := make([]string, len(codes))
	for i, code := range codes {
		all[i] = strings.ToUpper(strings.TrimSpace(code))
	}
	return all
}

func (r Rule) checkConditions(unknownClients []int64) error {
	if !slices.Contains(Kinds(), r.Kind) {
		return domain.InvalidField("kind", "must be %s or %s", Payment, Payout)
	}
	return domain.Together(r.checkChannels(), r.checkBanks(), r.checkClients(unknownClients), r.checkAmounts())
}

func (r Rule) checkChannels() error {
	if r.Kind != Payment && len(r.Channels) > 0 {
		return domain.InvalidField("channels", "belong to rules for payments")
	}
	for _, code := range r.Channels {
		if _, err := pricing.Named("channels", code, ""); err != nil {
			return err
		}
	}
	return once("channels", r.Channels)
}

func (r Rule) checkBanks() error {
	if r.Kind != Payout && len(r.Banks) > 0 {
		return domain.InvalidField("banks", "belong to rules for payouts")
	}
	for _, code := range r.Banks {
		if b, known := bank.Find(code); !known || b.Code != code {
			return domain.UnknownCode("banks", bank.State{}.Codes())
		}
	}
	return once("banks", r.Banks)
}

func (r Rule) checkClients(unknown []int64) error {
	if len(r.Clients) > MaxClients {
		return domain.InvalidField("clients", "may have at most %d clients", MaxClients)
	}
	for _, id := range r.Clients {
		if slices.Contains(unknown, id) {
			return domain.InvalidField("clients", "there is no client %d", id)
		}
	}
	return once("clients", r.Clients)
}

func (r Rule) checkAmounts() error {
	errs := []error{checkAmount("min_amount", r.MinAmount), checkAmount("max_amount", r.MaxAmount)}
	if r.MinAmount != nil && r.MaxAmount != nil && r.MaxAmount.LessThan(*r.MinAmount) {
		errs = append(errs, domain.InvalidField("max_amount", "must be at least min_amount"))
	}
	return domain.Together(errs...)
}

func checkAmount(field string, amount *decimal.Decimal) error {
	switch {
	case amount == nil:
		return nil
	case amount.IsNegative():
		return domain.InvalidField(field, "must not be below 0")
	case money.Check(*amount) != nil:
		return domain.InvalidField(field, "must be an amount of at most %s with at most %d decimals", money.Max, money.Places)
	}
	return nil
}

// checkConnections checks the list or the weights, whichever the rule has.
func (r Rule) checkConnections(known []Connection) error {
	names, field := r.Names(), "connections"
	if len(r.Weights) > 0 {
		field = "weights"
	}
	switch {
	case len(names) == 0:
		return domain.InvalidField(field, "is required, or weights")
	case len(r.Connections) > 0 && len(r.Weights) > 0:
		return domain.InvalidField(field, "can't stand beside connections: a rule has one of the two")
	case len(names) > MaxConnections:
		return domain.InvalidField(field, "may have at most %d connections", MaxConnections)
	}
	return first(once(field, names), r.checkWeights(), r.checkOffers(field, known))
}

func (r Rule) checkWeights() error {
	if len(r.Weights) == 0 {
		return nil
	}
	sum := 0
	for _, w := range r.Weights {
		if w.Weight < 0 || w.Weight > wholeShare {
			return domain.InvalidField("weights", "%s must have a weight from 0 to %d", w.Connection, wholeShare)
		}
		sum += w.Weight
	}
	if sum != wholeShare {
		return domain.InvalidField("weights", "must add up to %d, not %d", wholeShare, sum)
	}
	return nil
}

// checkOffers refuses a connection that there is not, and a rule none of whose connections can make what it
// matches. A connection that is off counts: it is off for a time.
func (r Rule) checkOffers(field string, known []Connection) error {
	var own []Connection
	for _, name := range r.Names() {
		if err := connection.Check(field, name); err != nil {
			return err
		}
		i := slices.IndexFunc(known, func(c Connection) bool { return c.Name == name })
		if i < 0 {
			return domain.InvalidField(field, "there is no connection %s", name)
		}
		own = append(own, known[i])
	}
	all := strings.Join(r.Names(), ", ")
	if r.Kind == Payout && !offered(own, Question{Kind: Payout}) {
		return domain.InvalidField(field, "payouts are made by no connection of the rule: %s", all)
	}
	for _, code := range r.Channels {
		if !offered(own, Question{Kind: Payment, Channel: code}) {
			return domain.InvalidField(field, "the channel %s is offered by no connection of the rule: %s", code, all)
		}
	}
	return nil
}

func offered(by []Connection, q Question) bool {
	return slices.ContainsFunc(by, func(c Connection) bool { return c.Offers(q) })
}

// checkDefaults refuses a list in which a payment or payout may match no rule, and one with a rule that nothing
// reaches.
func checkDefaults(rules []Rule) error {
	var wrong []error
	for _, kind := range Kinds() {
		last, reached := -1, true
		for i, r := range rules {
			if r.Kind != kind {
				continue
			}
			if !reached {
				wrong = append(wrong, domain.InvalidField(fieldOf(i), "is never reached: %s matches every %s", fieldOf(last), kind))
			}
			last, reached = i, reached && r.condition() != ""
		}
		switch {
		case last < 0:
			wrong = append(wrong, domain.InvalidField("rules", "must have a rule that matches every %s", kind))
		case reached:
			wrong = append(wrong, domain.InvalidField(fieldOf(last)+"."+rules[last].condition(),
				"must be absent: the last rule for a %s matches every %s", kind, kind))
		}
	}
	return domain.Together(wrong...)
}

// once refuses a list that names a thing twice.
func once[T comparable](field string, list []T) error {
	for i, item := range list {
		if slices.Contains(list[:i], item) {
			return domain.InvalidField(field, "names %v twice", item)
		}
	}
	return nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
