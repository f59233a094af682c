package balanceservice

import (
	"context"
	"io"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/projections/audit/books"
	"gateway/projections/notary"

	"golang.org/x/mod/sumdb/tlog"
)

// Checkpoint is the newest signed checkpoint of the log.
type Checkpoint struct {
	notary.StoredCheckpoint
	// Key is the public key to check it with.
	Key string
	// Consistency proves that this log starts with an earlier one. It is nil when no proof was requested.
	Consistency tlog.TreeProof
}

// Checkpoint returns the newest checkpoint. Unless since is 0, it has the proof that it continues a
// checkpoint of since events. Refusals: invalid_field since, and those of notary.Signer.Latest.
func (b *Balances) Checkpoint(ctx context.Context, since int64) (Checkpoint, error) {
	kept, err := b.notary.Latest(ctx)
	if err != nil {
		return Checkpoint{}, err
	}
	if since > kept.Size {
		return Checkpoint{}, errSince(kept.Size)
	}
	latest := Checkpoint{StoredCheckpoint: kept}
	if latest.Key, err = b.notary.Key().VerifierOf(kept.Note); err != nil {
		return Checkpoint{}, err
	}
	if since > 0 {
		latest.Consistency, err = b.notary.Consistency(ctx, kept, since)
	}
	return latest, err
}

func errSince(size int64) error {
	return domain.InvalidField("since", "is more than the %d events that are signed", size)
}

// LogAt is the log as it was at a moment: the number of its events and the root of their Merkle tree, which any later
// checkpoint continues. It is the same on every store.
type LogAt struct {
	Events int64
	Root   tlog.Hash
}

// MonthEnd returns the log as it was at the end of a month that is over; the zero value if it had no event then. Error:
// notary.ErrCatchingUp.
func (b *Balances) MonthEnd(ctx context.Context, m books.Month) (LogAt, error) {
	last, err := b.books().HeadAt(ctx, m.To)
	if err != nil || last == (eventstore.Position{}) {
		return LogAt{}, err
	}
	head, err := b.notary.HeadAt(ctx, last)
	return LogAt{Events: head.Size, Root: head.Root}, err
}

// Holder returns the tax data of the client of a statement, as they were given when its month was closed, or now where it is
// not closed.
func (b *Balances) Holder(ctx context.Context, m books.Month) (tax.Data, error) {
	client, _, err := eventstore.Load(ctx, b.Log, tax.Clients, tax.ClientStream(m.ClientID))
	if m.Span.Closed != nil {
		return client.KnownAt(m.Span.Closed.At), err
	}
	return client.Data(), err
}

// Statement is a client's balance at a moment, with the proof of every movement. It becomes the file that
// `gateway audit check` accepts.
type Statement struct {
	balances *Balances
	clientID int64
	// At is the moment of the balance.
	At time.Time
	// through is the position of the last event booked by At.
	through eventstore.Position
	heading notary.Heading
	prover  *notary.Prover
}

// Statement starts a statement of the balance at a moment, or now if at is zero. Unless since is 0, it proves
// that the log continues a checkpoint of since events. Refusals: invalid_field since, log_altered.
func (b *Balances) Statement(ctx context.Context, clientID int64, at time.Time, since int64) (Statement, error) {
	s := Statement{balances: b, clientID: clientID, At: b.orNow(at)}
	through, err := b.books().HeadAt(ctx, at)
	if err != nil {
		return s, err
	}
	s.through = through
	newest, err := b.Log.Store().ReadStream(ctx, balance.Stream(clientID), eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return s, err
	}
	last := eventstore.Position{}
	for _, r := range newest {
		last = r.Position
	}
	checkpoint, head, err := b.notary.Covering(ctx, last)
	if err != nil {
		return s, b.refuseAltered(err)
	}
	if since > head.Size {
		return s, errSince(head.Size)
	}
	s.heading, s.prover = notary.NewHeading(checkpoint, b.notary.Key()), b.notary.Prove(ctx, head)
	if since > 0 {
		var proof tlog.TreeProof
		proof, err = s.prover.Consistency(tlog.Tree{N: since})
		s.heading.Continue(since, proof)
	}
	return s, b.refuseAltered(err)
}

// Write writes the statement while it reads the log. Refusal: log_altered.
func (s Statement) Write(ctx context.Context, out io.Writer) error {
	return s.balances.refuseAltered(s.prover.Statement(ctx, out, s.heading, s.clientID, s.At, s.through))
}
