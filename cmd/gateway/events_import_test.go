package main

import (
	"strings"
	"testing"
)

func TestAnImportIntoEventStoreDBIsRefusedAndNamesTheWayThere(t *testing.T) {
	t.Setenv("EVENTSTORE_URL", "esdb://127.0.0.1:1?tls=false")
	t.Setenv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/gateway")
	cmd := rootCommand()
	cmd.SetArgs([]string{"events", "import", "-"})
	cmd.SetIn(strings.NewReader(""))
	err := cmd.ExecuteContext(t.Context())
	if err == nil || !strings.Contains(err.Error(), "gateway events copy --to") {
		t.Errorf("got %v", err)
	}
}
