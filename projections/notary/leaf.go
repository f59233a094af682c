package notary

import (
	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"golang.org/x/mod/sumdb/tlog"
)

// Leaf returns the bytes of an event in the tree (merkle.Leaf).
func Leaf(r eventstore.Recorded, v merkle.Version) []byte { return merkle.Leaf(r, v) }

func leafHash(r eventstore.Recorded, v merkle.Version) tlog.Hash { return merkle.LeafHash(r, v) }
