package readmodel

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
)

// payouts projects withdrawals and settlements.
type payouts struct{}

func (payouts) Name() string     { return "payouts" }
func (payouts) Tables() []string { return []string{"payouts", "payout_counts", "client_payout_counts"} }

// requestedColumns never change; progressColumns are set by later events.
var (
	requestedColumns = []string{
		"kind text", "id bigint", "position bigint", "client_id bigint", "external_id text",
		"jumlah numeric", "biaya_penarikan numeric", "total numeric", "by text", "url text", "tujuan text",
		"bank text", "norek text", "account_holder text", "created_at timestamptz",
	}
	progressColumns = []string{
		"status text", "manual boolean", "submitted_at timestamptz", "provider_id text", "unknown boolean",
		"unknown_reason text", "di_transfer_oleh text", "transfer_at timestamptz", "reason text", "updated_at timestamptz",
		"reference text", "provider_api text", "attempts bigint", "reported boolean", "contradiction text",
		"found_id text", "found_reference text",
	}
	insertPayouts = insertStatement("payouts", slices.Concat(requestedColumns, progressColumns)...)
	updatePayouts = updateStatement("payouts", []string{"kind text", "id bigint"}, progressColumns...)
	countPayouts  = addToCounters("payout_counts", "kind text")
	// countClientPayouts counts those of each client.
	countClientPayouts = addToCounters("client_payout_counts", "client_id bigint", "kind text")
)

type payoutKey struct {
	kind string
	id   int64
}

// payoutChange is a batch's change to one payout. A zero value is no change.
type payoutChange struct {
	key payoutKey
	// requested are the values of requestedColumns; nil when the batch does not
	// request the payout.
	requested []any

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

// progress returns the values of progressColumns.
func (c *payoutChange) progress() []any {
	return []any{
		nullIfZero(c.status), c.manual, nullIfZero(c.submittedAt), c.providerID, c.unknown,
		nullIfZero(c.unknownReason), nullIfZero(c.transferredBy), nullIfZero(c.transferAt), nullIfZero(c.reason), c.updatedAt,
		nullIfZero(c.reference), nullIfZero(c.providerAPI), nullIfZero(c.attempts), c.reported, c.contradiction,
		c.foundID, c.foundRef,
	}
}

// payoutFold is the folded batch.
type payoutFold struct {
	changes changes[payoutKey, payoutChange]
	// counts are those of a kind, and of a kind of a client.
	counts, clientCounts counterChanges
}

// Applies implements engine.Selective.
func (payouts) Applies() []domain.Event {
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
func (payouts) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := payoutFold{counts: counterChanges{}, clientCounts: counterChanges{}}
	for _, e := range events {
		f.foldOpen(e)
		f.foldEnd(e)
	}
	var inserts, updates batch
	for _, c := range f.changes.list {
		if c.requested != nil {
			inserts.add(append(c.requested, c.progress()...)...)
		} else {
			updates.add(append([]any{c.key.kind, c.key.id}, c.progress()...)...)
		}
	}
	return execAll(ctx, tx, write{&inserts, insertPayouts}, write{&updates, updatePayouts},
		write{f.counts.batch(), countPayouts}, write{f.clientCounts.batch(), countClientPayouts})
}

func (f *payoutFold) foldOpen(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.WithdrawalRequested:
		f.requested(env.Position.Commit, e.Order, e.URL, nil)
	case balance.SettlementRequested:
		f.requested(env.Position.Commit, e.Order, nullIfZero(e.URL), e.Purpose)
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

// adopt makes an order that the provider has the payout's own, which ends its contradiction.
func (f *payoutFold) adopt(e balance.PayoutAdopted) {
	c := f.change(e.Order, e.At)
	c.reference, c.providerAPI, c.providerID = e.Reference, e.ProviderAPI, &e.ProviderID
	c.submittedAt, c.attempts, c.unknown = e.At, e.Attempt, new(false)
	c.manual = new(false)
	c.contradiction, c.foundID, c.foundRef = new(""), new(""), new("")
}

func (f *payoutFold) foldEnd(env eventstore.Envelope) {
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

// end ends the wait for a confirmation. providerID is empty where a person ended the
// payout, which then keeps the id that it had.
func (c *payoutChange) end(providerID string) {
	c.reported = new(false)
	if providerID != "" {
		c.providerID = &providerID
	}
}

func (f *payoutFold) requested(position int64, o balance.Order, url, purpose any) {
	c := f.changeStatus(o, "", balance.StatusPending, o.RequestedAt)
	c.requested = []any{
		o.Kind, o.ID, position, o.ClientID, o.ExternalID, o.Amount, o.Fee, o.Total, o.By, url, purpose,
		o.Bank, o.AccountNumber, o.AccountHolder, o.RequestedAt,
	}
}

func (f *payoutFold) changeStatus(o balance.Order, from, to string, at time.Time) *payoutChange {
	c := f.change(o, at)
	c.status = to
	f.counts.move(o.Kind, from, to)
	f.clientCounts.move(clientScope{o.ClientID, o.Kind}, from, to)
	return c
}

func (f *payoutFold) change(o balance.Order, at time.Time) *payoutChange {
	key := payoutKey{o.Kind, o.ID}
	c := f.changes.forKey(key)
	c.key, c.updatedAt = key, at
	return c
}
