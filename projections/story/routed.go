package story

import (
	"context"
	"encoding/json"

	"gateway/domain/routing"
	"gateway/eventstore"
)

// The fields of a detail that tell of routing: the connection that the event is about, the number of the rule that
// chose it, and what the rule says.
const (
	detailConnection = "connection"
	detailRule       = "rule"
	detailMatched    = "matched"
)

// sayRules adds to each entry that names a rule what the rule said at that time. Before administrators set rules there
// is nothing to say: then everything goes to the connections in the order of the configuration.
func (r Reader) sayRules(ctx context.Context, entries []Entry) error {
	var changes []eventstore.Envelope
	for i := range entries {
		var number int
		raw, routed := fieldsOf(entries[i].Detail)[detailRule]
		if !routed || json.Unmarshal(raw, &number) != nil {
			continue
		}
		if changes == nil {
			var err error
			if changes, err = r.stream(ctx, routing.Stream()); err != nil {
				return err
			}
		}
		if rules := rulesAt(changes, entries[i].place); 0 < number && number <= len(rules) {
			entries[i].note(detailMatched, rules[number-1].String())
		}
	}
	return nil
}

// rulesAt returns the rules that administrators had set before this place in the log.
func rulesAt(changes []eventstore.Envelope, place eventstore.Position) []routing.Rule {
	var s routing.State
	for _, env := range changes {
		if env.Position.Before(place) {
			s = routing.Evolve(s, env.Event)
		}
	}
	return s.Last.Rules
}
