package notary

import (
	"fmt"

	"gateway/eventstore"

	"golang.org/x/mod/sumdb/tlog"
)

// Leaf gives the bytes of an event in the tree: what it says, who it is and where
// it stands in its stream, but neither its position nor when the store wrote it.
func Leaf(r eventstore.Recorded) []byte {
	return fmt.Appendf(nil, "gateway-event/v1\n%s\n%d\n%s\n%s\n%d\n%s\n%s",
		r.Stream, r.Revision, r.ID, r.Type, len(r.Data), r.Data, r.Metadata)
}

func leafHash(r eventstore.Recorded) tlog.Hash { return tlog.RecordHash(Leaf(r)) }
