package notary_test

import (
	"errors"
	"fmt"
	"time"

	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/eventstore/merkle"
	"gateway/projections/notary"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"
)

// memoryTree is a Merkle tree in memory: tlog's stored hashes, by index. Tree is the stored tree of a log.
type memoryTree []tlog.Hash

// ReadHashes implements tlog.HashReader.
func (t memoryTree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		hashes[i] = t[index]
	}
	return hashes, nil
}

// Example shows how the gateway signs a checkpoint of its log and proves that an event is in it. An auditor
// who has the checkpoint, the public key and the line checks this without the gateway and without a database.
func Example() {
	log := make([]eventstore.Recorded, 5)
	var tree memoryTree
	for i := range log {
		log[i] = eventstore.Recorded{Stream: "balance-7", Revision: int64(i), BookedAt: time.Date(2026, 1, 2+i, 3, 4, 5, 0, time.UTC), Proposed: eventstore.Proposed{
			ID: uuid.MustParse(fmt.Sprintf("00000000-0000-4000-8000-%012d", i)), Type: "balance.adjusted.v1",
			Data: fmt.Appendf(nil, `{"amount":%d}`, 1_000*(i+1)), Metadata: []byte(`{"actor":"admin:1"}`),
		}}
		hashes, err := tlog.StoredHashes(int64(i), notary.Leaf(log[i], merkle.V2), tree)
		if err != nil {
			panic(err)
		}
		tree = append(tree, hashes...)
	}

	// The gateway signs the tree of the five events ...
	key, err := notary.DeriveKey(secret.NewRing("a master secret"))
	if err != nil {
		panic(err)
	}
	root, err := tlog.TreeHash(int64(len(log)), tree)
	if err != nil {
		panic(err)
	}
	checkpoint, err := key.Checkpoint(notary.Head{Size: int64(len(log)), Root: root})
	if err != nil {
		panic(err)
	}
	// ... and proves the event at revision 2.
	proof, err := tlog.ProveRecord(int64(len(log)), 2, tree)
	if err != nil {
		panic(err)
	}
	line := notary.Line{
		Leaf: 2, Stream: log[2].Stream, Revision: log[2].Revision, ID: log[2].ID, Type: log[2].Type, BookedAt: log[2].BookedAtText(),
		Data: string(log[2].Data), Metadata: string(log[2].Metadata), Proof: proof,
	}

	// The auditor checks the signature and then the line.
	signed, err := notary.OpenCheckpoint(checkpoint, key.Verifier)
	if err != nil {
		panic(err)
	}
	fmt.Println("events signed:", signed.N)
	fmt.Println("the line is in the log:", line.Check(signed) == nil)

	booked := line.BookedAt
	line.BookedAt = "2026-02-04T03:04:05.000000000Z"
	fmt.Println("another time of booking is refused:", errors.Is(line.Check(signed), notary.ErrNotIncluded))
	line.BookedAt, line.Data = booked, `{"amount":9000}`
	fmt.Println("a changed line is refused:", errors.Is(line.Check(signed), notary.ErrNotIncluded))
	// Output:
	// events signed: 5
	// the line is in the log: true
	// another time of booking is refused: true
	// a changed line is refused: true
}
