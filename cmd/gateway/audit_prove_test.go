package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/test/testdb"
)

// In EventStoreDB there is no event at the position just before an event's.
func TestOneEventIsProvedByItsPositionInEventStoreDB(t *testing.T) {
	i := installOn(t, esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t))).URL(), testdb.New(t))
	i.addMerchant()
	key := i.checkpointKey()
	for line := range strings.Lines(i.prints("audit", "history", "--client", fmt.Sprint(i.client), "--format", "json")) {
		var e struct {
			Position int64  `json:"position"`
			Kind     string `json:"kind"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		file := i.prints("audit", "prove", "--position", fmt.Sprint(e.Position))
		if !strings.Contains(file, `"type":"`+e.Kind) {
			t.Errorf("the event at %d is a %s: %s", e.Position, e.Kind, file)
		}
		i.prints("audit", "check", i.file(file), "--key", key)
		i.refuses("there is no event at position", "audit", "prove", "--position", fmt.Sprint(e.Position-1))
	}
	i.refuses("there is no event at position", "audit", "prove", "--position", "999999999")
}
