package story_test

import (
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/routing"
	"gateway/eventstore"
	"gateway/projections/story"

	"github.com/google/uuid"
)

// appendFormer appends an event as former versions wrote it, without the name of a connection.
func (f fixture) appendFormer(stream string, event domain.Event, json string) {
	f.t.Helper()
	_, err := f.Log.Store().Append(f.t.Context(), stream, eventstore.NoStream, []eventstore.Proposed{{
		ID: uuid.New(), Type: event.EventType(), Data: []byte(json), Metadata: []byte("{}"),
	}})
	must(f.t, err)
}

// A rule is what it said when the payment was asked for, and a former event is of the first connection. The client sees
// neither.
func TestATimelineSaysWhichConnectionAndWhy(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	change := func(first string) {
		appendTo(f, routing.Aggregate, routing.Stream(), routing.Changed{By: "admin:1", At: noon, Rules: []routing.Rule{
			{Kind: routing.Payment, Connections: []string{first}}, {Kind: routing.Payout, Connections: []string{"xendit"}},
		}})
	}
	i := identity("INV-7-1")
	i.Connection = "doku-1"
	considered := []connection.Considered{{Connection: "doku-1", Why: "in_order"}, {Connection: "xendit", Why: "off"}}
	routed := payment.Requested{Identity: i, Routed: connection.Routed{Rule: 1, Considered: considered}, ExpiresAt: noon, At: noon}
	other := i
	other.TransactionID = "INV-7-2"
	before := routed
	before.Identity = other
	appendTo(f, payment.Aggregate, payment.Stream("INV-7-2"), before)
	change("doku-1")
	appendTo(f, payment.Aggregate, payment.Stream("INV-7-1"), routed)
	change("xendit")
	i.Connection = "xendit"
	appendTo(f, payment.Aggregate, payment.Stream("INV-7-1"), payment.Rerouted{Identity: i, From: "doku-1", Cause: "not_sent", At: noon})
	f.appendFormer(payment.Stream("INV-7-3"), payment.Requested{},
		`{"id":3,"transaction_id":"INV-7-3","client_id":7,"channel":"va","channel_code":"BCA","amount":1,"expires_at":"2026-01-02T12:00:00Z","at":"2026-01-02T12:00:00Z"}`)

	told := func(id string, clientID int64) string {
		timeline, err := f.Timeline(t.Context(), id, clientID, story.Part{Limit: 10, Merchant: clientID != 0})
		must(t, err)
		var all []string
		for _, e := range timeline.Entries {
			all = append(all, e.Type+string(e.Detail))
		}
		return strings.Join(all, "\n")
	}
	says := told("INV-7-1", 0)
	for _, part := range []string{
		`"considered":[{"connection":"doku-1","why":"in_order"},{"connection":"xendit","why":"off"}]`, `"rule":1`, `"matched":"payment: doku-1"`,
		`"from":"doku-1"`, `"cause":"not_sent"`, `"connection":"xendit"`,
	} {
		if !strings.Contains(says, part) {
			t.Errorf("%s is missing in\n%s", part, says)
		}
	}
	if says := told("INV-7-2", 0); !strings.Contains(says, `"rule":1`) || strings.Contains(says, "matched") {
		t.Errorf("before the first change it says %s", says)
	}
	if says := told("INV-7-3", 0); !strings.Contains(says, `"connection":"xendit"`) {
		t.Errorf("a former event says %s", says)
	}
	for _, id := range []string{"INV-7-1", "INV-7-3"} {
		says := told(id, 7)
		if !strings.Contains(says, "payment.requested.v1") || strings.Contains(says, "doku-1") || strings.Contains(says, "xendit") ||
			strings.Contains(says, "rule") || strings.Contains(says, "rerouted") {
			t.Errorf("the client sees %s", says)
		}
	}
}
