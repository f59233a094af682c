package main

import (
	"bytes"
	"testing"

	"gateway/test/testdb"
)

func TestTheStoryEndsWithoutError(t *testing.T) {
	events, read := testdb.NewPair(t)
	g, err := startGateway(t.Context(), map[string]string{"EVENTSTORE_URL": events, "DATABASE_URL": read})
	if err != nil {
		t.Fatal(err)
	}
	defer g.stop()
	var told bytes.Buffer
	if _, err := tell(t.Context(), g, printer{out: &told}); err != nil {
		t.Fatalf("%s%v", &told, err)
	}
}
