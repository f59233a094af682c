package books

import (
	"context"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/balancerows"

	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"
)

// Totals reads the balances of accounts at a position. *readmodel.Queries implements it.
type Totals interface {
	// TotalsThrough returns the position up to which the totals count the log.
	TotalsThrough(ctx context.Context) (eventstore.Position, error)
	// AccountBlockAt returns the start position of the block that holds a position.
	AccountBlockAt(ctx context.Context, position int64) (eventstore.Position, error)
	// AccountTotalsBefore returns the accounts' totals before a block, with clients' accounts summed by kind.
	AccountTotalsBefore(ctx context.Context, block int64) ([]balancerows.AccountTotal, error)
	// LastMovementBlocks returns each client's last block at or before a position.
	LastMovementBlocks(ctx context.Context, through, after int64, limit int) ([]balancerows.ClientBlock, error)
}

const (
	clientsAtOnce = 1_000
	readersOfAll  = 32 // the store answers this many reads with one query
)

// totalsAt returns the balances of all accounts at a position that is at most through, and that position.
// Without read models the position is the start of the log.
func (r Reader) totalsAt(ctx context.Context, through eventstore.Position) (map[string]decimal.Decimal, eventstore.Position, error) {
	sums := make(map[string]decimal.Decimal)
	var at eventstore.Position
	if r.Totals == nil {
		return sums, at, nil
	}
	at, err := r.Totals.TotalsThrough(ctx)
	if err != nil {
		return nil, at, err
	}
	if through.Before(at) {
		at = through
	}
	if err := r.addOthers(ctx, sums, at, ofNoClient); err != nil {
		return nil, at, err
	}
	return sums, at, r.addClients(ctx, sums, at.Commit)
}

// isClients reports whether an account belongs to a client.
func isClients(account string) bool { return strings.HasPrefix(account, "client:") }

// OthersAt returns the balances of the accounts that belong to no client, at a position that the read models
// have reached. It reads a few rows and at most one block of the log.
func (r Reader) OthersAt(ctx context.Context, at eventstore.Position) (map[string]decimal.Decimal, error) {
	sums := make(map[string]decimal.Decimal)
	return sums, r.addOthers(ctx, sums, at, ofNoClient)
}

// nameOf returns the name under which an account is summed, or "" to leave the account out.
type nameOf func(account string) string

// ofNoClient leaves out clients' accounts.
func ofNoClient(account string) string {
	if isClients(account) {
		return ""
	}
	return account
}

// addOthers adds the accounts of the totals that have a name: their totals before the block that holds the
// position, and the postings from the block's start up to the position.
func (r Reader) addOthers(ctx context.Context, sums map[string]decimal.Decimal, at eventstore.Position, name nameOf) error {
	block, err := r.Totals.AccountBlockAt(ctx, at.Commit)
	if err != nil {
		return err
	}
	before, err := r.Totals.AccountTotalsBefore(ctx, block.Commit)
	if err != nil {
		return err
	}
	for _, a := range before {
		if account := name(a.Account); account != "" {
			sums[account] = a.Balance
		}
	}
	from := block
	if block != (eventstore.Position{}) {
		from = block.JustBefore()
	}
	return r.addPostings(ctx, sums, from, at, name)
}

// addPostings adds the postings in a part of the log.
func (r Reader) addPostings(
	ctx context.Context, sums map[string]decimal.Decimal, after, through eventstore.Position, name nameOf,
) error {
	var d decoder
	return engine.ReadPages(ctx, r.Log.Store(), after, through, func(page []eventstore.Recorded) error {
		for _, e := range page {
			if err := d.addPostings(sums, e, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// addClients adds clients' accounts: the totals after the last movement of each client.
func (r Reader) addClients(ctx context.Context, sums map[string]decimal.Decimal, at int64) error {
	for after, more := int64(0), true; more; {
		blocks, err := r.Totals.LastMovementBlocks(ctx, at, after, clientsAtOnce)
		if err != nil {
			return err
		}
		totals := make([]ledger.Totals, len(blocks))
		g, ctx := errgroup.WithContext(ctx)
		g.SetLimit(readersOfAll)
		for i, b := range blocks {
			g.Go(func() (err error) {
				totals[i], err = r.totalsIn(ctx, b, at)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return err
		}
		for i, b := range blocks {
			sums[ledger.Available(b.ClientID)] = totals[i].Available
			sums[ledger.Unsettled(b.ClientID)] = totals[i].Unsettled
			sums[ledger.Held(b.ClientID)] = totals[i].Held
			sums[ledger.Receivable(b.ClientID)] = totals[i].Receivable
		}
		if more = len(blocks) == clientsAtOnce; more {
			after = blocks[len(blocks)-1].ClientID
		}
	}
	return nil
}

// totalsIn returns a client's totals after its last movement at or before the position,
// which is in the block.
func (r Reader) totalsIn(ctx context.Context, b balancerows.ClientBlock, at int64) (ledger.Totals, error) {
	stream, revision := balance.Stream(b.ClientID), b.LastRevision
	if b.Last > at {
		search := positionSearch{
			store: r.Log.Store(), stream: stream, at: at,
			low:  place{revision: b.Block * balancerows.MovementBlockSize, position: b.First},
			high: place{revision: b.LastRevision, position: b.Last},
		}
		var err error
		if revision, err = search.last(ctx); err != nil {
			return ledger.Totals{}, err
		}
	}
	var d decoder
	for from := revision; from >= 0; {
		page, err := r.Log.Store().ReadStream(ctx, stream, from, eventstore.Backwards, 4)
		if err != nil || len(page) == 0 {
			return ledger.Totals{}, err
		}
		for _, event := range page {
			e, err := d.event(event)
			if err != nil || e.moves() {
				return e.After, err
			}
			from = event.Revision - 1
		}
	}
	return ledger.Totals{}, nil
}
