package config

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/treasury"
	"gateway/http/outbound/providers"
	"gateway/http/outbound/snapadapter"

	"github.com/shopspring/decimal"
	"go.yaml.in/yaml/v3"
)

// channels reads what the connection offers, by the code of the channel; nil for no node.
func (r *providersReader) channels(n *yaml.Node, at, company string) map[string]providers.Channel {
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		r.refuse(n, at, "must be channels by their code, such as {QRIS: {}}")
		return nil
	}
	dialect, isSNAP := snapadapter.Dialects[company]
	all, prefixes := map[string]providers.Channel{}, map[string]string{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		code, field := key.Value, joined(at, key.Value)
		channel, known := pricing.Lookup(code)
		switch _, twice := all[code]; {
		case twice:
			r.refuse(key, field, "is there twice")
			continue
		case !known || channel.Code != code:
			r.refuse(key, field, "is not the code of a channel")
			continue
		case isSNAP && !slices.Contains(dialect.Channels(), code):
			r.refuse(key, field, "%s does not have this channel; it has %s", company, strings.Join(dialect.Channels(), ", "))
			continue
		}
		needsPrefix := isSNAP && channel.Kind == pricing.VA
		offered := r.channel(value, field, needsPrefix)
		if other, taken := prefixes[offered.Prefix]; taken && offered.Prefix != "" {
			r.refuse(value, field+".prefix", "is also that of %s: nothing would tell their payments apart", other)
		}
		all[code], prefixes[offered.Prefix] = offered, code
	}
	return all
}

var prefix = regexp.MustCompile(`^[0-9]{1,8}$`)

func (r *providersReader) channel(n *yaml.Node, at string, needsPrefix bool) (c providers.Channel) {
	known := []string{"cost", "settles"}
	if needsPrefix {
		known = append(known, "prefix")
	}
	if isNothing(n) && !needsPrefix {
		return c // CODE: without members is as good as CODE: {}
	}
	m := r.members(n, at, known...)
	c.Cost, c.Settles = r.cost(m["cost"], at+".cost"), r.settles(m["settles"], at+".settles")
	if needsPrefix && n.Kind == yaml.MappingNode {
		if c.Prefix = r.required(n, m, at, "prefix"); c.Prefix != "" && !prefix.MatchString(c.Prefix) {
			r.refuse(m["prefix"], at+".prefix", "must be 1 to 8 digits")
		}
	}
	return c
}

// thousands matches 4.000, which means four thousand in Indonesia, and four in YAML.
var thousands = regexp.MustCompile(`\.[0-9]{3,}$`)

// cost reads a cost; the zero Cost for no node.
func (r *providersReader) cost(n *yaml.Node, at string) (c treasury.Cost) {
	if n == nil {
		return c
	}
	m := r.members(n, at, "flat", "percent", "vat")
	if n.Kind == yaml.MappingNode && !r.named(n, "flat") && !r.named(n, "percent") {
		r.refuse(n, at, "must have flat, percent or both")
	}
	if flat := m["flat"]; flat != nil && thousands.MatchString(flat.Value) {
		r.refuse(flat, at+".flat", "must be rupiah such as 4000: a point stands before cents, never between thousands")
		return c
	}
	c = treasury.Cost{
		Flat: r.number(m["flat"], at+".flat"), Percent: r.number(m["percent"], at+".percent"), VAT: r.number(m["vat"], at+".vat"),
	}
	for member, percent := range map[string]decimal.Decimal{"percent": c.Percent, "vat": c.VAT} {
		if percent.GreaterThan(decimal.NewFromInt(100)) {
			r.refuse(m[member], joined(at, member), "must be at most 100")
		}
	}
	return c
}

var workingDays = regexp.MustCompile(`^([1-9][0-9]?) working days?$`)

// maxSettles is the longest time of settlement that is no mistake.
const maxSettles = 60 * 24 * time.Hour

// settles reads a time of settlement.
func (r *providersReader) settles(n *yaml.Node, at string) (s providers.Settles) {
	text := r.text(n, at)
	if text == "" {
		return s
	}
	if days := workingDays.FindStringSubmatch(text); days != nil {
		s.WorkingDays, _ = strconv.Atoi(days[1])
		return s
	}
	after, err := time.ParseDuration(text)
	if err != nil || after <= 0 || after > maxSettles {
		r.refuse(n, at, "must be a duration such as 30m or 24h, or working days such as 2 working days")
		return s
	}
	s.After = after
	return s
}
