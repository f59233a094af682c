package admin

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

var logEventShape = shape{
	"position": "integer", "stream": "string", "revision": "integer", "type": "string", "event_id": "string", "at": "time", "client_id": "integer",
	"actor": "string", "approved_by": "string", "via": "string", "request_id": "string", "correlation_id": "string", "causation_id": "string",
	"trace_id": "string", "data": "object", "hidden": "array",
}

// logged returns the events that a query of the log finds, after checking their form.
func logged(t *testing.T, c caller, query string, args ...any) (answer, []object) {
	t.Helper()
	a := c.Get(t, "/admin/log?"+query, args...).Wants(t, 200)
	var events []object
	for _, e := range a.Field(t, "events").([]any) {
		events = append(events, object(e.(map[string]any)))
	}
	return a, events
}

// position reads a position of an answer.
func position(t *testing.T, value any) int64 {
	t.Helper()
	n, err := value.(json.Number).Int64()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// typesOf returns the types of events without their versions.
func typesOf(events []object) (types []string) {
	for _, e := range events {
		name := e["type"].(string)
		types = append(types, name[:strings.LastIndexByte(name, '.')])
	}
	return types
}

func TestStaffReadTheLogWithoutWhatIsAboutAPerson(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m, support := harness.NewMerchant(t), g.AddAdmin(t, "support")
	m.SetBankAccount(t)
	m.Earn(t, 50_000)
	m.Earn(t, 20_000)

	a, newest := logged(t, support, "client_id=%d&category=balance", m.ID)
	if got, want := typesOf(newest), []string{"balance.adjusted", "balance.adjusted"}; !slices.Equal(got, want) {
		t.Fatalf("newest first: %v", got)
	}
	a.Is(t, object{"next": nil, "end": true})
	for i, e := range newest {
		if fmt.Sprintln(e["stream"], e["revision"], e["client_id"], e["actor"]) != fmt.Sprintln(fmt.Sprint("balance-", m.ID), 1-i, m.ID, "admin:1") {
			t.Errorf("event %d: %v", i, e)
		}
	}
	event := support.Get(t, "/admin/log/%v", newest[0]["position"]).Wants(t, 200)
	event.Has(t, "", logEventShape).Is(t, newest[0])

	// The other way round, from the start, and only this stream.
	_, oldest := logged(t, support, "after=0&stream=balance-%d&limit=1", m.ID)
	if len(oldest) != 1 || oldest[0]["event_id"] != newest[1]["event_id"] {
		t.Errorf("oldest first: %v", oldest)
	}
	_, rest := logged(t, support, "after=%v&stream=balance-%d", oldest[0]["position"], m.ID)
	if len(rest) != 1 || rest[0]["event_id"] != newest[0]["event_id"] {
		t.Errorf("after the first: %v", rest)
	}
	_, before := logged(t, support, "before=%v&stream=balance-%d", newest[0]["position"], m.ID)
	if len(before) != 1 || before[0]["event_id"] != newest[1]["event_id"] {
		t.Errorf("before the last: %v", before)
	}

	// An account's events have a name, an address and a hash.
	profile := g.Admin(t).Get(t, "/admin/clients/%d", m.ID).Wants(t, 200)
	a, account := logged(t, support, "client_id=%d&type=account.registered", m.ID)
	if len(account) != 1 || !slices.Contains(account[0]["hidden"].([]any), any("password_hash")) || !slices.Contains(account[0]["hidden"].([]any), any("email")) {
		t.Errorf("%v", account)
	}
	for _, text := range []string{profile.Text(t, "email"), profile.Text(t, "nama"), "$2a$", "$argon2"} {
		if strings.Contains(string(a.Body), text) {
			t.Errorf("the log shows %s", text)
		}
	}

	support.Get(t, "/admin/log?after=1&before=2").RefusesField(t, "before")
	support.Get(t, "/admin/log?wait=1").RefusesField(t, "wait")
	support.Get(t, "/admin/log?limit=201").RefusesField(t, "limit")
	support.Get(t, "/admin/log/%d", int64(1)<<60).Refuses(t, 404, "not_found")
}

func TestThePlaceBetweenTwoEventsIsNoEvent(t *testing.T) {
	t.Parallel()
	c := harness.Shared(t).Admin(t)
	_, events := logged(t, c, "limit=2")
	newer, older := position(t, events[0]["position"]), position(t, events[1]["position"])
	if newer-older == 1 { // an embedded log numbers its events without a gap
		return
	}
	c.Get(t, "/admin/log?after=%d", newer-1).RefusesField(t, "after")
	c.Get(t, "/admin/log?before=%d", newer-1).RefusesField(t, "before")
	c.Get(t, "/admin/log/%d", newer-1).Refuses(t, 404, "not_found")
}

func TestTheLogIsFollowedAsItGrows(t *testing.T) {
	t.Parallel()
	m, c := harness.NewMerchant(t), harness.Shared(t).AddAdmin(t, "auditor")
	head := position(t, c.Get(t, "/admin/log?limit=1").Wants(t, 200).Field(t, "head"))
	request := fmt.Sprint("log-", m.ID)
	events := make(chan []object, 1)
	go func() {
		_, found := logged(t, c, "after=%d&wait=30&correlation_id=%s", head, request)
		events <- found
	}()
	m.With("X-Request-Id", request).Post(t, "/payments/invoice", object{"amount": 10000}).Wants(t, 201)
	found := <-events
	if len(found) == 0 || found[0]["request_id"] != request || found[0]["correlation_id"] != request {
		t.Errorf("%v", found)
	}
	if none, found := logged(t, c, "after=%d&wait=1&correlation_id=%s-none", head, request); len(found) != 0 || position(t, none.Field(t, "next")) < head {
		t.Errorf("%v", found)
	}
}
