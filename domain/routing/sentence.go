package routing

import (
	"fmt"
	"strconv"
	"strings"
)

// Sentence says what the rules do, for the administrator who approves them.
func Sentence(rules []Rule) string {
	all := make([]string, len(rules))
	for i, r := range rules {
		all[i] = fmt.Sprintf("%d. %s", i+1, r)
	}
	return strings.Join(all, "; ")
}

// String says what the rule does, such as: payment by BCA or BNI of client 7: doku-1, then xendit.
func (r Rule) String() string {
	var text strings.Builder
	text.WriteString(string(r.Kind))
	if len(r.Channels) > 0 {
		text.WriteString(" by " + strings.Join(r.Channels, " or "))
	}
	if len(r.Banks) > 0 {
		text.WriteString(" to " + strings.Join(r.Banks, " or "))
	}
	if len(r.Clients) > 0 {
		ids := make([]string, len(r.Clients))
		for i, id := range r.Clients {
			ids[i] = strconv.FormatInt(id, 10)
		}
		text.WriteString(" of client " + strings.Join(ids, " or "))
	}
	if r.MinAmount != nil {
		fmt.Fprintf(&text, " from %s rupiah", r.MinAmount)
	}
	if r.MaxAmount != nil {
		fmt.Fprintf(&text, " up to %s rupiah", r.MaxAmount)
	}
	text.WriteString(": " + r.target())
	return text.String()
}

func (r Rule) target() string {
	if len(r.Weights) == 0 {
		return strings.Join(r.Connections, ", then ")
	}
	shares := make([]string, len(r.Weights))
	for i, w := range r.Weights {
		shares[i] = fmt.Sprintf("%s %d %%", w.Connection, w.Weight)
	}
	return strings.Join(shares, ", ")
}
