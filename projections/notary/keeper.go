package notary

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/eventstore"

	"github.com/sirupsen/logrus"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	// keepEvery is how often the tree is brought up to the log: so often that what is
	// new is still in the memory of a busy store.
	keepEvery = 2 * time.Second
	// SignEvery is how often a checkpoint is signed and kept at most.
	SignEvery = time.Minute
	// rest is how long work pauses for each time that it took: a long log to catch
	// up with leaves the cores to others.
	rest = 4
	// onDemand is how many batches a request adds to the tree at most.
	onDemand = 16
)

// Keeper keeps the tree up with the log, and signs it. All of its methods may be
// called concurrently; Run is for one instance of a service.
type Keeper struct {
	tree   *Tree
	key    Key
	logger *logrus.Entry
}

// NewKeeper makes a keeper. It starts nothing.
func NewKeeper(tree *Tree, key Key, logger *logrus.Entry) *Keeper {
	return &Keeper{tree: tree, key: key, logger: logger}
}

// Key is what checkpoints are signed with.
func (k *Keeper) Key() Key { return k.key }

// Run works until ctx ends. What fails is tried again at the next turn.
func (k *Keeper) Run(ctx context.Context) {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	var done kept
	for last := ""; ; {
		if err := k.keep(ctx, &done); err != nil && ctx.Err() == nil && err.Error() != last {
			last = err.Error()
			k.logger.WithError(err).Warn("the tree over the log can't be kept")
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

// kept is how far the keeper has come. At rest it asks for the head of the log alone.
type kept struct {
	head   eventstore.Position
	signed bool
}

// keep adds what is new in the log and keeps a checkpoint if it is time for one.
func (k *Keeper) keep(ctx context.Context, done *kept) error {
	head, err := k.tree.log.Store().Head(ctx)
	if err != nil || head == done.head && done.signed {
		return err
	}
	began := time.Now()
	h, err := k.tree.Extend(ctx, func(Head) {
		select {
		case <-time.After(rest * time.Since(began)):
		case <-ctx.Done():
		}
		began = time.Now()
	})
	if err != nil || h.Size == 0 {
		return err
	}
	newest, age, err := k.tree.lastKept(ctx)
	if err == nil && newest.Size < h.Size && (newest.Size == 0 || age >= SignEvery) {
		_, err = k.tree.sign(ctx, k.key, h)
		newest.Size = h.Size
	}
	*done = kept{head: head, signed: err == nil && newest.Size == h.Size}
	return err
}

// ErrCatchingUp says that the tree is far behind the log, which passes.
var ErrCatchingUp = domain.Refuse(domain.Busy, "proofs_not_ready", "the proofs are still being prepared, try again")

// Covering gives a checkpoint of a tree that holds the event at the position, and the
// head to prove it against. Error: ErrCatchingUp.
func (k *Keeper) Covering(ctx context.Context, p eventstore.Position) (checkpoint string, h Head, err error) {
	if h, err = k.tree.Head(ctx); err != nil {
		return "", h, err
	}
	for grown, n := true, 0; grown && h.Position.Before(p); n++ {
		if n == onDemand {
			return "", h, ErrCatchingUp
		}
		if h, grown, err = k.tree.extendOnce(ctx); err != nil {
			return "", h, err
		}
	}
	if h.Size == 0 || h.Position.Before(p) {
		return "", h, ErrCatchingUp
	}
	checkpoint, err = k.key.Checkpoint(h)
	return checkpoint, h, err
}

// Prove makes a prover, as Tree.Prove.
func (k *Keeper) Prove(ctx context.Context, h Head) *Prover { return k.tree.Prove(ctx, h) }

// Latest is the newest checkpoint that was kept. Error: ErrCatchingUp, before the
// first one.
func (k *Keeper) Latest(ctx context.Context) (Kept, error) {
	kept, _, err := k.tree.lastKept(ctx)
	if err == nil && kept.Size == 0 {
		err = ErrCatchingUp
	}
	return kept, err
}

// Kept is a checkpoint that was kept.
type Kept struct {
	Size int64
	Note string
	At   time.Time
}

// Consistency proves that the tree of the checkpoint begins with the tree of the
// first so many events, from 1 to its own size.
func (k *Keeper) Consistency(ctx context.Context, kept Kept, size int64) (tlog.TreeProof, error) {
	return k.Prove(ctx, Head{Size: kept.Size}).Consistency(tlog.Tree{N: size})
}

// lastKept gives the newest checkpoint and its age by the database's clock; none has
// size 0.
func (t *Tree) lastKept(ctx context.Context) (k Kept, age time.Duration, err error) {
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
