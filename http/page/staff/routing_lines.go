package staff

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"gateway/domain/money"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/http/service/routingservice"

	"github.com/shopspring/decimal"
)

// A rule of routing is a line of the form: what it is about, the conditions, a colon, and the connections in their
// order or with their weights. Such lines are
//
//	payment channel BCA BNI client 7 min 20000 max 5000000: doku-1, xendit
//	payment: xendit 70, doku-1 30
//	payout bank BNI: xendit

// lineLists are the conditions that take several values, by their word, with the field of the API.
var lineLists = map[string]string{"channel": "channels", "bank": "banks", "client": "clients"}

// lineAmounts are the conditions that take an amount.
var lineAmounts = map[string]string{"min": "min_amount", "max": "max_amount"}

// say writes a text in the language of the page.
type say func(text words.Text, args ...any) string

// parseRules reads the lines of the form. It returns the rules as the API takes them, and the number of each one's
// line. What it can't read is a refusal of the field rules.
func parseRules(say say, text string) (rules []page.Body, lines []int, err error) {
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		rule, wrong := parseRule(say, line)
		if wrong != "" {
			return nil, nil, &page.Problem{
				Status: http.StatusBadRequest, Code: "invalid_field", Fields: map[string]string{"rules": say(words.RoutingLine, i+1) + ": " + wrong},
			}
		}
		rules, lines = append(rules, rule), append(lines, i+1)
	}
	return rules, lines, nil
}

// parseRule reads one line; wrong says what it can't read.
func parseRule(say say, line string) (rule page.Body, wrong string) {
	left, right, found := strings.Cut(line, ":")
	if !found {
		return nil, say(words.RoutingNoColon)
	}
	parts := strings.Fields(left)
	if len(parts) == 0 {
		return nil, say(words.RoutingNoKind)
	}
	rule = page.Body{"kind": strings.ToLower(parts[0])}
	if wrong := parseConditions(say, rule, parts[1:]); wrong != "" {
		return nil, wrong
	}
	return rule, parseTarget(say, rule, right)
}

func parseConditions(say say, rule page.Body, parts []string) (wrong string) {
	word := ""
	for _, part := range parts {
		lower := strings.ToLower(part)
		switch {
		case lineLists[lower] != "" || lineAmounts[lower] != "":
			word = lower
		case lineAmounts[word] != "":
			amount, err := money.Typed(part)
			if err != nil {
				return say(words.RoutingNoAmount, part)
			}
			rule[lineAmounts[word]] = json.Number(amount.String())
			word = ""
		case word == "client":
			id, err := strconv.ParseInt(part, 10, 64)
			if err != nil {
				return say(words.RoutingNoClient, part)
			}
			ids, _ := rule["clients"].([]int64)
			rule["clients"] = append(ids, id)
		case word != "":
			codes, _ := rule[lineLists[word]].([]string)
			rule[lineLists[word]] = append(codes, strings.ToUpper(strings.Trim(part, ",")))
		default:
			return say(words.RoutingNoWord, part)
		}
	}
	return ""
}

// parseTarget reads connections, or connections with weights.
func parseTarget(say say, rule page.Body, text string) (wrong string) {
	names, weights := []string{}, []page.Body{}
	for one := range strings.SplitSeq(text, ",") {
		parts := strings.Fields(one)
		switch len(parts) {
		case 0:
		case 1:
			names = append(names, parts[0])
		case 2:
			weight, err := strconv.Atoi(strings.TrimSuffix(parts[1], "%"))
			if err != nil {
				return say(words.RoutingNoWeight, parts[1])
			}
			weights = append(weights, page.Body{"connection": parts[0], "weight": weight})
		default:
			return say(words.RoutingNoComma)
		}
	}
	if len(weights) > 0 && len(names) > 0 {
		return say(words.RoutingMixed)
	}
	if len(weights) > 0 {
		rule["weights"] = weights
	} else {
		rule["connections"] = names
	}
	return ""
}

// linesOf writes the rules as the form takes them.
func linesOf(rules []routingservice.ShownRule) string {
	lines := make([]string, len(rules))
	for i, r := range rules {
		lines[i] = lineOf(r)
	}
	return strings.Join(lines, "\n")
}

func lineOf(r routingservice.ShownRule) string {
	return strings.Join(append([]string{string(r.Kind)}, conditionOf(r)...), " ") + ": " + targetOf(r)
}

func conditionOf(r routingservice.ShownRule) (parts []string) {
	if len(r.Channels) > 0 {
		parts = append(parts, "channel "+strings.Join(r.Channels, " "))
	}
	if len(r.Banks) > 0 {
		parts = append(parts, "bank "+strings.Join(r.Banks, " "))
	}
	if len(r.Clients) > 0 {
		ids := make([]string, len(r.Clients))
		for i, id := range r.Clients {
			ids[i] = page.Key(id)
		}
		parts = append(parts, "client "+strings.Join(ids, " "))
	}
	for _, bound := range []struct {
		word   string
		amount *decimal.Decimal
	}{{"min", r.MinAmount}, {"max", r.MaxAmount}} {
		if bound.amount != nil {
			parts = append(parts, bound.word+" "+strings.Replace(bound.amount.String(), ".", ",", 1))
		}
	}
	return parts
}

func targetOf(r routingservice.ShownRule) string {
	if len(r.Weights) == 0 {
		return strings.Join(r.Connections, ", ")
	}
	parts := make([]string, len(r.Weights))
	for i, w := range r.Weights {
		parts[i] = fmt.Sprintf("%s %d", w.Connection, w.Weight)
	}
	return strings.Join(parts, ", ")
}

// ruleOfField reads the name of a field of a rule, such as rules[2].weights: the number of the rule, from 0 on, and
// the field within it.
func ruleOfField(name string) (rule int, part string, ok bool) {
	rest, ok := strings.CutPrefix(name, "rules[")
	if !ok {
		return 0, "", false
	}
	number, part, ok := strings.Cut(rest, "]")
	rule, err := strconv.Atoi(number)
	return rule, strings.TrimPrefix(part, "."), ok && err == nil
}
