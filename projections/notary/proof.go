package notary

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"
)

// Line is an event with the proof that it is in the tree of a checkpoint. Data and Metadata are strings,
// because the hash covers their exact bytes. BookedAt is the booking time in the form of
// eventstore.Recorded.BookedAtText; it is empty when the leaf does not cover it.
type Line struct {
	Leaf     int64       `json:"leaf"`
	Stream   string      `json:"stream"`
	Revision int64       `json:"revision"`
	ID       uuid.UUID   `json:"id"`
	Type     string      `json:"type"`
	BookedAt string      `json:"booked_at,omitempty"`
	Data     string      `json:"data"`
	Metadata string      `json:"metadata"`
	Proof    []tlog.Hash `json:"proof"`
}

// event returns the event and the version of its leaf, in the form that leafHash takes. It fails when the
// booking time is malformed.
func (l Line) event() (r eventstore.Recorded, v merkle.Version, err error) {
	r = eventstore.Recorded{
		Stream: l.Stream, Revision: l.Revision,
		Proposed: eventstore.Proposed{ID: l.ID, Type: l.Type, Data: json.RawMessage(l.Data), Metadata: json.RawMessage(l.Metadata)},
	}
	if l.BookedAt == "" {
		return r, merkle.V1, nil
	}
	if r.BookedAt, err = eventstore.ParseBookedAt(l.BookedAt); err != nil {
		err = fmt.Errorf("booked_at: %w", err)
	}
	return r, merkle.V2, err
}

// ErrNotIncluded says that an event is not in the tree of the checkpoint, or was altered.
var ErrNotIncluded = errors.New("is not in the log that was signed, or was altered")

// Check checks the proof against the tree. Error: ErrNotIncluded.
func (l Line) Check(tree tlog.Tree) error {
	r, v, err := l.event()
	if err != nil {
		return fmt.Errorf("event %s (leaf %d): %w", l.ID, l.Leaf, err)
	}
	return l.check(tree, leafHash(r, v))
}

// check does the work of Check with the given leaf hash.
func (l Line) check(tree tlog.Tree, leaf tlog.Hash) error {
	if err := tlog.CheckRecord(l.Proof, tree.N, tree.Hash, l.Leaf, leaf); err != nil {
		return fmt.Errorf("event %s (leaf %d) %w", l.ID, l.Leaf, ErrNotIncluded)
	}
	return nil
}

// Prover proves events against one head. It must be used by one goroutine.
type Prover struct {
	head   Head
	log    *eventstore.Log
	hashes *hashReader
	leaves *leafNumbers
}

// Prove returns a prover for a head, which is valid as long as ctx. The stored tree may have grown beyond the
// head.
func (t *Tree) Prove(ctx context.Context, h Head) *Prover {
	return &Prover{
		head: h, log: t.log, leaves: &leafNumbers{tree: t, head: h},
		hashes: &hashReader{size: h.Size, tiles: &tileReader{ctx: ctx, q: t.db}, known: t.tiles},
	}
}

// Line proves that the event is in the tree. It returns ErrNotIncluded when the log does not match the stored
// tree.
func (p *Prover) Line(ctx context.Context, r eventstore.Recorded) (Line, error) {
	n, err := p.leaves.numberOf(ctx, r.Position)
	if err != nil {
		return Line{}, err
	}
	if n >= p.head.Size {
		return Line{}, fmt.Errorf("position %d is newer than the checkpoint", r.Position.Commit)
	}
	l := Line{
		Leaf: n, Stream: r.Stream, Revision: r.Revision, ID: r.ID, Type: r.Type, Data: string(r.Data), Metadata: string(r.Metadata),
	}
	version := p.head.version(n)
	if version == merkle.V2 {
		l.BookedAt = r.BookedAtText()
	}
	leaf := leafHash(r, version)
	// The stored hashes are unchecked so far, and the log may have been altered since they were stored.
	if err = p.prove(&l, leaf); errors.Is(err, ErrNotIncluded) {
		p.hashes.known.clear() // the tree may have been rebuilt
		err = p.prove(&l, leaf)
	}
	return l, err
}

// prove adds the proof to a line, and checks it. Error: ErrNotIncluded.
func (p *Prover) prove(l *Line, leaf tlog.Hash) (err error) {
	l.Proof, err = tlog.ProveRecord(p.head.Size, l.Leaf, p.hashes)
	if err != nil {
		return fmt.Errorf("prove leaf %d: %w", l.Leaf, err)
	}
	return l.check(p.head.tree(), leaf)
}

// Consistency proves that the tree of the head starts with the tree of an earlier checkpoint, so that no
// event of the earlier tree was changed, removed or inserted.
func (p *Prover) Consistency(earlier tlog.Tree) (tlog.TreeProof, error) {
	if earlier.N > p.head.Size {
		return nil, fmt.Errorf("the earlier checkpoint holds %d events, the log only %d", earlier.N, p.head.Size)
	}
	// Nothing checks this proof against the root, so it must not use hashes from memory.
	stored := &hashReader{size: p.head.Size, tiles: p.hashes.tiles, known: newTileCache()}
	proof, err := tlog.ProveTree(p.head.Size, earlier.N, stored)
	if err != nil {
		return nil, fmt.Errorf("prove consistency with %d: %w", earlier.N, err)
	}
	return proof, nil
}

// CheckConsistency checks that a later tree starts with an earlier one.
func CheckConsistency(proof tlog.TreeProof, later, earlier tlog.Tree) error {
	if earlier.N == 0 {
		return nil
	}
	if err := tlog.CheckTree(proof, later.N, later.Hash, earlier.N, earlier.Hash); err != nil {
		return fmt.Errorf("the log was changed before event %d: %w", earlier.N, err)
	}
	return nil
}
