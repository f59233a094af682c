package notary

import (
	"fmt"
	"testing"

	"gateway/eventstore"

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
	if got := string(Leaf(r)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if leafHash(r) != tlog.RecordHash([]byte(want)) {
		t.Error("the hash is not that of the leaf")
	}
}

func BenchmarkLeafHash(b *testing.B) {
	r := eventstore.Recorded{Stream: "balance-7", Proposed: eventstore.Proposed{Type: "balance.credited.v1", Data: make([]byte, 600), Metadata: make([]byte, 130)}}
	b.ReportAllocs()
	for b.Loop() {
		leafHash(r)
	}
}
