package notary_test

import (
	"errors"
	"testing"

	"gateway/projections/notary"
)

// auditor returns the tree for a read-only role.
func (f fixture) auditor(t *testing.T) *notary.Tree {
	t.Helper()
	return notary.NewTree(open(t, f.models+"&role=pg_read_all_data"), f.log)
}

func TestAnAuditorSignsTheEventsThatTheGatewayIsAboutToAddToTheTree(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, size := range []int64{10, 20} { // an empty tree, and one that lags
		f.adjust(t, 10, 1)
		signed, err := f.auditor(t).Sign(t.Context(), f.key, notary.Patience, func(notary.Head) {
			if _, err := f.tree.Extend(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
		if err != nil || signed.Size != size || !signed.Covers() {
			t.Fatalf("signed are %d of %d events, %v", signed.Size, size, err)
		}
		if tree, err := notary.OpenCheckpoint(signed.Checkpoint, f.key.Verifier); err != nil || tree.N != size {
			t.Errorf("the checkpoint is of %d events, %v", tree.N, err)
		}
	}
}

func TestAnAuditorIsToldThatNoGatewayBuildsTheTree(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if _, err := f.auditor(t).Sign(t.Context(), f.key, 0, nil); !errors.Is(err, notary.ErrEmpty) {
		t.Errorf("an empty log: %v", err)
	}
	f.adjust(t, 10, 1)
	if _, err := f.auditor(t).Sign(t.Context(), f.key, 0, nil); !errors.Is(err, notary.ErrNotBuilt) {
		t.Errorf("no tree: %v", err)
	}
	f.sign(t)
	f.adjust(t, 2, 1)
	signed, err := f.auditor(t).Sign(t.Context(), f.key, 0, nil)
	if err != nil || signed.Size != 10 || signed.Covers() || signed.Log.Commit != 12 {
		t.Errorf("a tree that is behind: signed are %d events of a log up to %d, %v", signed.Size, signed.Log.Commit, err)
	}
}

func TestNothingIsStoredForAnEmptyLog(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if _, err := f.tree.Sign(t.Context(), f.key, 0, nil); !errors.Is(err, notary.ErrEmpty) {
		t.Errorf("an empty log: %v", err)
	}
	var stored int
	if err := f.read.GetContext(t.Context(), &stored, `SELECT count(*) FROM merkle_checkpoints`); err != nil || stored != 0 {
		t.Errorf("%d checkpoints are stored, %v", stored, err)
	}
}
