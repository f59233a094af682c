package payoutrows

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Payouts projects withdrawals and settlements.
type Payouts struct{}

// Name implements engine.Model.
func (Payouts) Name() string { return "payouts" }

// Tables implements engine.Model.
func (Payouts) Tables() []string { return []string{"payouts", "payout_counts", "client_payout_counts"} }

// requestedColumns never change; progressColumns are set by later events.
var (
	RequestedColumns = []string{
		"kind text", "id bigint", "position bigint", "client_id bigint", "external_id text",
		"jumlah numeric", "biaya_penarikan numeric", "total numeric", "by text", "url text", "tujuan text",
		"bank text", "norek text", "account_holder text", "created_at timestamptz",
	}
	ProgressColumns = []string{
		"status text", "manual boolean", "submitted_at timestamptz", "provider_id text", "unknown boolean",
		"unknown_reason text", "di_transfer_oleh text", "transfer_at timestamptz", "reason text", "updated_at timestamptz",
		"reference text", "provider_api text", "attempts bigint", "reported boolean", "contradiction text",
		"found_id text", "found_reference text",
	}
	insertPayouts = readtable.InsertStatement("payouts", slices.Concat(RequestedColumns, ProgressColumns)...)
	updatePayouts = readtable.UpdateStatement("payouts", []string{"kind text", "id bigint"}, ProgressColumns...)
	countPayouts  = readtable.AddToCounters("payout_counts", "kind text")
	// countClientPayouts counts the payouts of each client.
	countClientPayouts = readtable.AddToCounters("client_payout_counts", "client_id bigint", "kind text")
)

// Key identifies a payout. Withdrawals and settlements have separate id sequences.
type Key struct {
	Kind string
	ID   int64
}

// payoutChange holds a batch's changes to one payout. A zero field is unchanged.
type payoutChange struct {
	Key Key
	// Requested has the values of requestedColumns. It is nil when the batch does not request the payout.
	Requested []any

	status        string
	manual        *bool
	submittedAt   time.Time
	providerID    *string
	unknown       *bool
	unknownReason string
	transferredBy string
	transferAt    time.Time
	reason        string
	updatedAt     time.Time
	reference     string
	providerAPI   string
	attempts      int
	reported      *bool
	contradiction *string
	foundID       *string
	foundRef      *string
}

// Progress returns the values of progressColumns.
func (c *payoutChange) Progress() []any {
	return []any{
		readtable.NullIfZero(c.status), c.manual, readtable.NullIfZero(c.submittedAt), c.providerID, c.unknown,
		readtable.NullIfZero(c.unknownReason), readtable.NullIfZero(c.transferredBy), readtable.NullIfZero(c.transferAt),
		readtable.NullIfZero(c.reason), c.updatedAt,
		readtable.NullIfZero(c.reference), readtable.NullIfZero(c.providerAPI), readtable.NullIfZero(c.attempts), c.reported, c.contradiction,
		c.foundID, c.foundRef,
	}
}

// Fold is the folded batch.
type Fold struct {
	Changes readtable.Changes[Key, payoutChange]
	// Counts has the changes per kind, and ClientCounts the changes per client and kind.
	Counts, ClientCounts readtable.CounterChanges
}

// Applies implements engine.Selective.
func (Payouts) Applies() []domain.Event {
	return []domain.Event{
		balance.WithdrawalRequested{},
		balance.SettlementRequested{},
		balance.PayoutApproved{},
		balance.PayoutSubmitted{},
		balance.PayoutAccepted{},
		balance.PayoutUnknown{},
		balance.PayoutAdopted{},
		balance.PayoutAttemptFailed{},
		balance.PayoutReported{},
		balance.PayoutContradicted{},
		balance.PayoutRejected{},
		balance.PayoutCancelled{},
		balance.PayoutCompleted{},
		balance.PayoutFailed{},
		balance.PayoutReversed{},
	}
}

// Apply implements engine.Model.
func (Payouts) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := Fold{Counts: readtable.CounterChanges{}, ClientCounts: readtable.CounterChanges{}}
	for _, e := range events {
		f.FoldOpen(e)
		f.FoldEnd(e)
	}
	var inserts, updates readtable.Batch
	for _, c := range f.Changes.List {
		if c.Requested != nil {
			inserts.Add(append(c.Requested, c.Progress()...)...)
		} else {
			updates.Add(append([]any{c.Key.Kind, c.Key.ID}, c.Progress()...)...)
		}
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&inserts, insertPayouts), readtable.WriteBy(&updates, updatePayouts),
		readtable.WriteBy(f.Counts.Batch(), countPayouts), readtable.WriteBy(f.ClientCounts.Batch(), countClientPayouts))
}

// FoldOpen adds an event that opens a payout or advances it. It ignores other events.
func (f *Fold) FoldOpen(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.WithdrawalRequested:
		f.requested(env.Position.Commit, e.Order, e.URL, nil)
	case balance.SettlementRequested:
		f.requested(env.Position.Commit, e.Order, readtable.NullIfZero(e.URL), e.Purpose)
	case balance.PayoutApproved:
		c := f.changeStatus(e.Order, balance.StatusPending, balance.StatusProcessing, e.At)
		if e.Manual {
			c.manual = &e.Manual
		}
	case balance.PayoutSubmitted:
		c := f.change(e.Order, e.At)
		c.submittedAt = e.At
		c.reference, c.providerAPI = cmp.Or(e.Reference, e.Name()), cmp.Or(e.ProviderAPI, report.PayoutsV1)
		c.attempts = cmp.Or(e.Attempt, 1)
	case balance.PayoutAttemptFailed:
		c := f.change(e.Order, e.At)
		c.unknown, c.unknownReason, c.providerID, c.reported = new(true), e.Reason, new(""), new(false)
	case balance.PayoutAccepted:
		c := f.change(e.Order, e.At)
		c.unknown, c.providerID = new(false), &e.ProviderID
	case balance.PayoutAdopted:
		f.adopt(e)
	case balance.PayoutUnknown:
		c := f.change(e.Order, e.At)
		c.unknown, c.unknownReason = new(true), e.Reason
	case balance.PayoutReported:
		f.change(e.Order, e.At).reported = new(true)
	case balance.PayoutContradicted:
		c := f.change(e.Order, e.At)
		c.contradiction = &e.Contradiction
		if e.Contradiction == balance.NotSubmitted {
			c.foundID, c.foundRef = &e.Reported.ProviderID, &e.Reported.Reference
		}
		if e.EndsReport() {
			c.reported = new(false)
		}
	}
}

// adopt makes an order found at the provider the payout's own, which ends its contradiction.
func (f *Fold) adopt(e balance.PayoutAdopted) {
	c := f.change(e.Order, e.At)
	c.reference, c.providerAPI, c.providerID = e.Reference, e.ProviderAPI, &e.ProviderID
	c.submittedAt, c.attempts, c.unknown = e.At, e.Attempt, new(false)
	c.manual = new(false)
	c.contradiction, c.foundID, c.foundRef = new(""), new(""), new("")
}

// FoldEnd adds an event that ends a payout. It ignores other events.
func (f *Fold) FoldEnd(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.PayoutRejected:
		f.changeStatus(e.Order, balance.StatusPending, balance.StatusRejected, e.Movement.At).reason = e.Reason
	case balance.PayoutCancelled:
		f.changeStatus(e.Order, balance.StatusPending, balance.StatusCancelled, e.Movement.At)
	case balance.PayoutCompleted:
		c := f.changeStatus(e.Order, balance.StatusProcessing, balance.StatusCompleted, e.Movement.At)
		c.unknown, c.transferredBy, c.transferAt = new(bool), e.TransferredBy, e.TransferAt
		c.end(e.ProviderID)
	case balance.PayoutFailed:
		c := f.changeStatus(e.Order, balance.StatusProcessing, balance.StatusFailed, e.Movement.At)
		c.unknown, c.reason = new(bool), e.Reason
		c.end(e.ProviderID)
	case balance.PayoutReversed:
		c := f.changeStatus(e.Order, balance.StatusCompleted, balance.StatusReversed, e.Movement.At)
		c.reason = e.Reason
		c.end(e.ProviderID)
	}
}

// end ends the wait for a confirmation. providerID is empty when a person ended the payout, which then keeps
// its id.
func (c *payoutChange) end(providerID string) {
	c.reported = new(false)
	if providerID != "" {
		c.providerID = &providerID
	}
}

func (f *Fold) requested(position int64, o balance.Order, url, purpose any) {
	c := f.changeStatus(o, "", balance.StatusPending, o.RequestedAt)
	c.Requested = []any{
		o.Kind, o.ID, position, o.ClientID, o.ExternalID, o.Amount, o.Fee, o.Total, o.By, url, purpose,
		o.Bank, o.AccountNumber, o.AccountHolder, o.RequestedAt,
	}
}

func (f *Fold) changeStatus(o balance.Order, from, to string, at time.Time) *payoutChange {
	c := f.change(o, at)
	c.status = to
	f.Counts.Move(o.Kind, from, to)
	f.ClientCounts.Move(readtable.ClientScope{ClientID: o.ClientID, Word: o.Kind}, from, to)
	return c
}

func (f *Fold) change(o balance.Order, at time.Time) *payoutChange {
	key := Key{o.Kind, o.ID}
	c := f.Changes.ForKey(key)
	c.Key, c.updatedAt = key, at
	return c
}
