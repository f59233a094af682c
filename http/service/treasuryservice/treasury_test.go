package treasuryservice_test

import (
	"testing"

	"gateway/domain/domaintest"
	"gateway/http/service/connectionservice"
	"gateway/http/service/servicetest"
	"gateway/http/service/treasuryservice"
	"gateway/test/rupiah"
)

// Money on the account of a connection must not be forgotten with its configuration.
func TestAnEntryAboutAConnectionHasTheLogNameIt(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	entries := treasuryservice.Entries{
		Core: core, Rows: core.Queries, Connections: []string{"xendit", "doku-1"},
		Bind: connectionservice.New(core.Log, core.Now, map[string]string{"xendit": "xendit", "doku-1": "doku"}).Bind,
	}
	request := treasuryservice.Request{ID: 1, Kind: "provider_withdrawal", Connection: "doku-1", Amount: rupiah.Of("0"), Reference: "line 1"}
	if _, err := entries.Enter(t.Context(), request); domaintest.Refusal(err) != "invalid_field amount" {
		t.Fatal(err)
	}
	if n := servicetest.Count(t, core, "connection.bound.v1"); n != 0 {
		t.Errorf("an entry that was refused has the log name %d connections", n)
	}
	request.Amount = rupiah.Of("500000")
	if _, err := entries.Enter(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	s, err := connectionservice.Named(t.Context(), core.Log, map[string]string{"xendit": "xendit"})
	if _, named := s.Binding("doku-1"); err != nil || !named {
		t.Errorf("the log does not name doku-1: %v", err)
	}
	request.ID, request.Connection, request.Reference = 2, "doku-2", "line 2"
	if _, err := entries.Enter(t.Context(), request); domaintest.Refusal(err) != "invalid_field connection" {
		t.Errorf("a connection that is not configured: %v", err)
	}
}
