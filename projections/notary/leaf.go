package notary

import (
	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"golang.org/x/mod/sumdb/tlog"
)

// Leaf returns the bytes of an event in the tree (merkle.Leaf).
func Leaf(r eventstore.Recorded) []byte { return merkle.Leaf(r) }

func leafHash(r eventstore.Recorded) tlog.Hash { return merkle.LeafHash(r) }
