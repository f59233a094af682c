package notary_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"testing"

	"gateway/eventstore"
	"gateway/projections/notary"
	"gateway/test/poll"

	"github.com/sirupsen/logrus"
)

func (f fixture) signer() *notary.Signer {
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	return notary.NewSigner(f.tree, f.key, logrus.NewEntry(quiet))
}

func TestTheSignerSignsNewEventsByItself(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 30, 1)
	k := f.signer()
	if _, err := k.Latest(t.Context()); !errors.Is(err, notary.ErrCatchingUp) {
		t.Errorf("before the first checkpoint: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx) })
	defer running.Wait()
	defer stop()
	poll.Until(t, "the signer has caught up", func() bool {
		kept, err := k.Latest(t.Context())
		if errors.Is(err, notary.ErrCatchingUp) {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		tree, err := notary.OpenCheckpoint(kept.Note, k.Key().Verifier)
		if err != nil || tree.N != 30 || kept.Size != 30 {
			t.Errorf("the checkpoint is of %d events, %v", tree.N, err)
		}
		return true
	})
}

func TestACheckpointOnDemandCoversTheNewestEvent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 10, 1)
	earlier, _ := f.sign(t)
	f.adjust(t, 7, 1, 2)
	last, err := f.log.Store().Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	k := f.signer()
	text, head, err := k.Covering(t.Context(), last)
	if err != nil || head.Size != 17 {
		t.Fatalf("a head of %d events, %v", head.Size, err)
	}
	// It is not stored, because Run stores at most one checkpoint a minute.
	kept, err := k.Latest(t.Context())
	if err != nil || kept.Size != 10 || kept.Note != earlier {
		t.Errorf("kept is the checkpoint of %d events, %v", kept.Size, err)
	}
	before, err := notary.OpenCheckpoint(earlier, f.key.Verifier)
	if err != nil {
		t.Fatal(err)
	}
	now, err := notary.OpenCheckpoint(text, f.key.Verifier)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := k.Prove(t.Context(), head).Consistency(before)
	if err == nil {
		err = notary.CheckConsistency(proof, now, before)
	}
	if err != nil {
		t.Error(err)
	}
}

func TestAStatementEndsWithTheLastMovementUpToAPosition(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 20, 1)
	text, head := f.sign(t)
	for _, lines := range []int64{0, 1, 8, 20, 100} {
		through := eventstore.Position{Commit: lines, Prepare: lines}
		lines = min(lines, 20)
		var file bytes.Buffer
		err := f.tree.Prove(t.Context(), head).Statement(t.Context(), &file, notary.NewHeading(text, f.key), 1, noon, through)
		if err != nil {
			t.Fatal(err)
		}
		c, err := notary.Check(&file, f.key.Verifier, "", nil)
		if err != nil || c.Lines != lines || c.Heading.Balance.IntPart() != lines*1_000 {
			t.Errorf("through %d: %d lines, saldo %s, %v", through.Commit, c.Lines, c.Heading.Balance, err)
		}
	}
}
