package notary

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gateway/domain"
	"gateway/eventstore"

	"github.com/sirupsen/logrus"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	// updateInterval is the time between two updates of the tree. It is short, so that a busy store still has
	// the new events in memory.
	updateInterval = 2 * time.Second
	// SignEvery is the minimum time between two stored checkpoints.
	SignEvery = time.Minute
	// pausePerWork is the pause after a batch, as a multiple of the time that the batch took, so that
	// catching up with a long log does not use up the processors.
	pausePerWork = 4
	// maxBatchesPerRequest limits the batches that one request adds to the tree.
	maxBatchesPerRequest = 16
)

// Signer updates and signs the tree as the log grows. Its methods are safe for
// concurrent use. Only one instance of the service calls Run.
type Signer struct {
	tree   *Tree
	key    Key
	logger *logrus.Entry
	last   atomic.Pointer[signedHead]
}

// NewSigner makes a Signer. It does nothing until Run is called.
func NewSigner(tree *Tree, key Key, logger *logrus.Entry) *Signer {
	return &Signer{tree: tree, key: key, logger: logger}
}

// Key returns the key that signs checkpoints.
func (s *Signer) Key() Key { return s.key }

// Run updates the tree until ctx ends. It logs an error and tries again at the next
// interval.
func (s *Signer) Run(ctx context.Context) {
	tick := time.NewTicker(updateInterval)
	defer tick.Stop()
	var done signerState
	for last := ""; ; {
		if err := s.update(ctx, &done); err != nil && ctx.Err() == nil && err.Error() != last {
			last = err.Error()
			s.logger.WithError(err).Warn("can't update the Merkle tree; it will be tried again")
		} else if err == nil {
			last = ""
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// signerState is the result of the last update. If the log has not grown since and its head is signed, an
// update only reads the head of the log.
type signerState struct {
	head   eventstore.Position
	signed bool
}

// update adds the new events of the log to the tree, and signs and stores a checkpoint
// when the last one is older than SignEvery.
func (s *Signer) update(ctx context.Context, done *signerState) error {
	head, err := s.tree.log.Store().Head(ctx)
	if err != nil || head == done.head && done.signed {
		return err
	}
	began := time.Now()
	h, err := s.tree.Extend(ctx, func(Head) {
		select {
		case <-time.After(pausePerWork * time.Since(began)):
		case <-ctx.Done():
		}
		began = time.Now()
	})
	if err != nil || h.Size == 0 {
		return err
	}
	newest, age, err := s.tree.newestCheckpoint(ctx)
	if err == nil && newest.Size < h.Size && (newest.Size == 0 || age >= SignEvery) {
		_, err = s.tree.signAndStore(ctx, s.key, h)
		newest.Size = h.Size
	}
	*done = signerState{head: head, signed: err == nil && newest.Size == h.Size}
	return err
}

// ErrCatchingUp says that the tree is far behind the log and is catching up.
var ErrCatchingUp = domain.Refuse(domain.Busy, "proofs_not_ready", "the proofs are still being prepared, try again")

// Covering returns a checkpoint of a tree that contains the event at the position, and the head to prove the
// event against. It adds events to the tree if needed. Error: ErrCatchingUp.
func (s *Signer) Covering(ctx context.Context, p eventstore.Position) (checkpoint string, h Head, err error) {
	if h, err = s.tree.Head(ctx); err != nil {
		return "", h, err
	}
	for grown, n := true, 0; grown && h.Position.Before(p); n++ {
		if n == maxBatchesPerRequest {
			return "", h, ErrCatchingUp
		}
		if h, grown, err = s.tree.extendOnce(ctx); err != nil {
			return "", h, err
		}
	}
	if h.Size == 0 || h.Position.Before(p) {
		return "", h, ErrCatchingUp
	}
	checkpoint, err = s.sign(h)
	return checkpoint, h, err
}

// sign signs a head. For the head that it signed last it returns the same checkpoint, so that each head has
// one checkpoint.
func (s *Signer) sign(h Head) (string, error) {
	if last := s.last.Load(); last != nil && last.head == h {
		return last.checkpoint, nil
	}
	checkpoint, err := s.key.Checkpoint(h)
	if err == nil {
		s.last.Store(&signedHead{h, checkpoint})
	}
	return checkpoint, err
}

type signedHead struct {
	head       Head
	checkpoint string
}

// Prove returns a prover for the head; see Tree.Prove.
func (s *Signer) Prove(ctx context.Context, h Head) *Prover { return s.tree.Prove(ctx, h) }

// Latest returns the newest stored checkpoint. It returns ErrCatchingUp when there is none.
func (s *Signer) Latest(ctx context.Context) (StoredCheckpoint, error) {
	kept, _, err := s.tree.newestCheckpoint(ctx)
	if err == nil && kept.Size == 0 {
		err = ErrCatchingUp
	}
	return kept, err
}

// StoredCheckpoint is a signed and stored checkpoint.
type StoredCheckpoint struct {
	Size int64
	Note string
	At   time.Time
}

// Consistency proves that the tree of a checkpoint starts with the tree of the first size events. size is
// from 1 to the checkpoint's own size.
func (s *Signer) Consistency(ctx context.Context, kept StoredCheckpoint, size int64) (tlog.TreeProof, error) {
	return s.Prove(ctx, Head{Size: kept.Size}).Consistency(tlog.Tree{N: size})
}

// newestCheckpoint returns the newest stored checkpoint and its age by the database's clock. When there is
// none, its size is 0.
func (t *Tree) newestCheckpoint(ctx context.Context) (k StoredCheckpoint, age time.Duration, err error) {
	var seconds float64
	err = t.db.QueryRowxContext(ctx, `SELECT size, note, created_at, extract(epoch FROM now() - created_at)
		FROM merkle_checkpoints ORDER BY size DESC LIMIT 1`).Scan(&k.Size, &k.Note, &k.At, &seconds)
	if errors.Is(err, sql.ErrNoRows) {
		return k, 0, nil
	}
	if err != nil {
		return k, 0, fmt.Errorf("read the last checkpoint: %w", err)
	}
	return k, time.Duration(seconds * float64(time.Second)), nil
}
