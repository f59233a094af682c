package balanceservice

import (
	"context"
	"time"

	"gateway/eventstore"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/readmodel/readtable"
)

// ProvenHistory is a page of movements with the checkpoint that their proofs refer to.
type ProvenHistory struct {
	// Checkpoint is a signed note. Key is the public key to check it with.
	Checkpoint string
	Key        string
	Movements  []ProvenMovement
}

// ProvenMovement is a movement with the proof that its event is in the signed log.
type ProvenMovement struct {
	books.Movement
	Line notary.Line
}

// ProvenHistory returns a page of the client's movements, oldest first, with proofs, and the number of
// movements on all pages. Error: log_altered.
func (b *Balances) ProvenHistory(
	ctx context.Context, clientID int64, in books.Range, page readtable.Page,
) (ProvenHistory, int64, error) {
	entries, total, err := b.page(ctx, clientID, in, page)
	if err != nil {
		return ProvenHistory{}, 0, b.refuseAltered(err)
	}
	history, err := b.prove(ctx, entries)
	return history, total, b.refuseAltered(err)
}

func (b *Balances) prove(ctx context.Context, entries []books.Entry) (ProvenHistory, error) {
	newest := eventstore.Position{}
	for _, e := range entries {
		newest = e.Recorded.Position // they are in log order
	}
	checkpoint, head, err := b.notary.Covering(ctx, newest)
	if err != nil {
		return ProvenHistory{}, err
	}
	history := ProvenHistory{
		Checkpoint: checkpoint, Key: b.notary.Key().Verifier, Movements: make([]ProvenMovement, len(entries)),
	}
	prover := b.notary.Prove(ctx, head)
	for i, e := range entries {
		line, err := prover.Line(ctx, *e.Recorded)
		if err != nil {
			return history, err
		}
		history.Movements[i] = ProvenMovement{e.Movement, line}
	}
	return history, nil
}

// History returns a page of a client's movements, oldest first, and the number of movements on all pages. Its
// refusals are those of books.Reader.CheckClient.
func (b *Balances) History(
	ctx context.Context, clientID int64, in books.Range, page readtable.Page,
) ([]books.Movement, int64, error) {
	if err := b.books().CheckClient(ctx, clientID); err != nil {
		return nil, 0, err
	}
	entries, total, err := b.page(ctx, clientID, in, page)
	movements := make([]books.Movement, len(entries))
	for i, e := range entries {
		movements[i] = e.Movement
	}
	return movements, total, err
}

// WholeHistory calls visit with each of a client's movements, oldest first. Errors:
// those of visit, and the refusals of books.Reader.CheckClient.
func (b *Balances) WholeHistory(
	ctx context.Context, clientID int64, in books.Range, visit func(books.Movement) error,
) error {
	if err := b.books().CheckClient(ctx, clientID); err != nil {
		return err
	}
	return b.books().History(ctx, clientID, in, visit)
}

func (b *Balances) page(
	ctx context.Context, clientID int64, in books.Range, page readtable.Page,
) ([]books.Entry, int64, error) {
	if page.After != nil {
		entries, err := b.books().PageAfter(ctx, clientID, in, page.After.Position, int64(page.PerPage))
		return entries, page.After.Total, err
	}
	offset := int64(page.Number-1) * int64(page.PerPage)
	return b.books().Page(ctx, clientID, in, offset, int64(page.PerPage))
}

// At returns a client's balance at a moment, or now if at is zero. Its refusals are those of
// books.Reader.CheckClient.
func (b *Balances) At(ctx context.Context, clientID int64, at time.Time) (books.Statement, error) {
	reader := b.books()
	if err := reader.CheckClient(ctx, clientID); err != nil {
		return books.Statement{}, err
	}
	totals, err := reader.BalanceAt(ctx, clientID, at)
	return books.NewStatement(clientID, b.orNow(at), totals), err
}

// TrialBalance returns the balance of every account at a moment, or now if at is zero. With summed it sums
// the accounts of all clients by kind. Otherwise it reads an event or two per client, so only one runs at a
// time. Error: the context's.
func (b *Balances) TrialBalance(ctx context.Context, at time.Time, summed bool) (books.TrialBalance, error) {
	if summed {
		return b.books().SummedTrialBalance(ctx, at)
	}
	select {
	case b.trialBalance <- struct{}{}:
		defer func() { <-b.trialBalance }()
	case <-ctx.Done():
		return books.TrialBalance{}, ctx.Err()
	}
	return b.books().TrialBalance(ctx, at, nil)
}

func (b *Balances) orNow(at time.Time) time.Time {
	if at.IsZero() {
		return b.Now()
	}
	return at
}
