// Package balanceservice implements the use cases of balances: an administrator adjusts one; clients and
// auditors read past balances and the movements that led to them, with proofs that the log was not changed.
// Package domain/balance has the rules for moving money.
package balanceservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/brand"
	"gateway/domain/journal"
	"gateway/domain/tax"
	"gateway/domain/whatif"
	"gateway/http/service"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/readmodel/balancerows"
)

// Balances implements the use cases for the balances of all clients. Make it with New. It is safe for
// concurrent use.
type Balances struct {
	*service.Core
	// WriteOffAfter is how long a client must have owed what is written off.
	WriteOffAfter time.Duration
	// JournalAccounts are the numbers of the ledger's accounts in the accounting program.
	JournalAccounts journal.Accounts
	// Issuer is who issues statements. Its name is empty where the configuration has none.
	Issuer tax.Seller
	// Brand is the operator's, on statements that are printed.
	Brand brand.Brand

	notary *notary.Signer
	// trialBalance limits trial balances to one at a time.
	trialBalance chan struct{}
	// period holds the last report of a period. It is taken out while a report is being made.
	period chan periodMade
	// whatIf limits WhatIf to one at a time.
	whatIf chan struct{}
}

// New makes the use cases. signer signs the log and makes proofs.
func New(core *service.Core, signer *notary.Signer) *Balances {
	b := &Balances{
		Core: core, notary: signer, trialBalance: make(chan struct{}, 1), period: make(chan periodMade, 1), whatIf: make(chan struct{}, 1),
	}
	b.period <- periodMade{}
	return b
}

var errLogAltered = domain.Refuse(domain.Conflict, "log_altered", "an event is not the one that was signed")

// row returns the balance in the form of the read models.
func row(clientID int64, s balance.State) balancerows.Balance {
	t := s.Totals
	return balancerows.Balance{ClientID: clientID, Total: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled}
}

// books returns a reader of movements in the log. The read model only tells where to look.
func (b *Balances) books() books.Reader {
	return books.NewReader(b.Log, b.Queries)
}

// refuseAltered turns a proof error about an altered event into a refusal, and tells the operator.
func (b *Balances) refuseAltered(err error) error {
	if !errors.Is(err, notary.ErrNotIncluded) {
		return err
	}
	b.Logger.WithError(err).Error("the log was changed after it was signed")
	return errLogAltered
}

// Month starts a client's statement for a month in the form 2026-01, or for the current month if it is empty.
// It has the balance before the month; ReadMonth adds the month's sums. Refusals: not_found for a client that
// never registered; invalid_field month for one that is malformed or has not started.
func (b *Balances) Month(ctx context.Context, clientID int64, month string) (books.Month, error) {
	now := b.Now()
	if month == "" {
		month = b.Calendar.MonthOf(now)
	}
	owner, err := b.Queries.Client(ctx, clientID)
	if err != nil {
		return books.Month{}, err
	}
	span, err := b.SpanOf(ctx, "month", month)
	if err != nil {
		return books.Month{}, err
	}
	m, err := b.books().OpenMonth(ctx, clientID, span, now)
	m.Name = owner.Name
	if err == nil && span.Closed != nil {
		m.Name, err = b.books().NameAt(ctx, clientID, span.Closed.At)
	}
	return m, err
}

// SigningKey returns the key that signs checkpoints and files.
func (b *Balances) SigningKey() notary.Key { return b.notary.Key() }

// ReadMonth sums the movements of a statement's month. It calls visit, unless nil, with each movement that
// changed the balance, oldest first. Errors: those of visit, and an error for a log that contradicts itself.
func (b *Balances) ReadMonth(ctx context.Context, m *books.Month, visit func(books.Change) error) error {
	return b.books().ReadMonth(ctx, m, visit)
}

// OrderOf finds the order that a change of the balance belongs to.
func (b *Balances) OrderOf(ctx context.Context, c books.Change) (books.Order, error) {
	return b.books().OrderOf(ctx, c)
}

// WhatIf computes what a client's payments in a range would have brought under another rule, by now if the
// range is open. Only one runs at a time, because it reads every payment. Refusals: those of
// whatif.Rule.Check and books.Reader.CheckClient; invalid_field from for more than books.MaxWhatIf payments.
func (b *Balances) WhatIf(ctx context.Context, clientID int64, in books.Range, rule whatif.Rule) (whatif.Comparison, error) {
	if err := rule.Check(); err != nil {
		return whatif.Comparison{}, err
	}
	if err := b.books().CheckClient(ctx, clientID); err != nil {
		return whatif.Comparison{}, err
	}
	select {
	case b.whatIf <- struct{}{}:
		defer func() { <-b.whatIf }()
	case <-ctx.Done():
		return whatif.Comparison{}, ctx.Err()
	}
	return b.books().WhatIf(ctx, clientID, in, rule, b.Now())
}
