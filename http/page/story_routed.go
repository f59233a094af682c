package page

import (
	"strings"

	"gateway/domain/words"
)

// routedLines say which connection an event is about, if that is not the one that was last named, and why. They
// return the connection that is named now. Merchants' details have none of it.
func (c *Context) routedLines(d EventData, last string) (lines []Pair, named string) {
	add := func(label words.Text, value string) {
		if value != "" {
			lines = append(lines, Pair{c.T(label), Plain(value)})
		}
	}
	if d.Cause != "" {
		add(words.RoutedAway, d.From+": "+c.Word(words.RerouteCauses, d.Cause))
	}
	if d.Connection != "" && d.Connection != last {
		label := words.Connection
		if d.Paid != nil && last != "" {
			label = words.MoneyCameBy
		}
		add(label, d.Connection)
		last = d.Connection
	}
	if d.Rule > 0 {
		matched := d.Matched
		if matched == "" {
			matched = c.T(words.RoutingDefaultRule)
		}
		add(words.RoutedBy, c.T(words.RoutingRuleSays, d.Rule, matched))
	}
	var considered []string
	for _, one := range d.Considered {
		considered = append(considered, one.Connection+": "+c.Word(words.RoutingReasons, one.Why))
	}
	add(words.RoutingConsidered, strings.Join(considered, "; "))
	return lines, last
}
