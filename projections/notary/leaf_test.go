package notary

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"
)

// The form of a leaf is permanent: proofs that people keep depend on it.
func TestALeafIsTheEventInItsDocumentedForm(t *testing.T) {
	t.Parallel()
	r := eventstore.Recorded{Stream: "balance-7", Revision: 12, Proposed: eventstore.Proposed{
		ID: uuid.MustParse("9f3c2f52-9b0e-4b43-8f0a-5a1a0a9b6f11"), Type: "balance.credited.v1", Data: []byte(`{"é":1}`), Metadata: []byte(`{"actor":"admin:1"}`),
	}}
	want := fmt.Sprintf("gateway-event/v1\n%s\n%d\n%s\n%s\n%d\n%s\n%s", r.Stream, r.Revision, r.ID, r.Type, len(r.Data), r.Data, r.Metadata)
	if got := string(Leaf(r, merkle.V1)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.BookedAt = time.Date(2026, 12, 1, 6, 30, 0, 1_500, time.FixedZone("WIB", 7*60*60))
	timed := strings.Replace(strings.Replace(want, "/v1", "/v2", 1), r.Type+"\n", r.Type+"\n2026-11-30T23:30:00.000001500Z\n", 1)
	if got := string(Leaf(r, merkle.V2)); got != timed {
		t.Errorf("got %q, want %q", got, timed)
	}
	if leafHash(r, merkle.V1) != tlog.RecordHash([]byte(want)) {
		t.Error("the hash is not that of the leaf")
	}
}

func BenchmarkLeafHash(b *testing.B) {
	r := eventstore.Recorded{Stream: "balance-7", Proposed: eventstore.Proposed{Type: "balance.credited.v1", Data: make([]byte, 600), Metadata: make([]byte, 130)}}
	b.ReportAllocs()
	for b.Loop() {
		leafHash(r, merkle.V1)
	}
}
