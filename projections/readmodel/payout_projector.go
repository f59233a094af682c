package readmodel

import (
	"context"
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// payouts projects withdrawals and settlements.
type payouts struct{}

func (payouts) Name() string     { return "payouts" }
func (payouts) Tables() []string { return []string{"payouts", "payout_counts"} }

// requestedColumns never change; progressColumns are filled in over time.
var (
	requestedColumns = []string{
		"kind text", "id bigint", "position bigint", "client_id bigint", "external_id text",
		"jumlah numeric", "biaya_penarikan numeric", "total numeric", "by text", "url text", "tujuan text",
		"bank text", "norek text", "account_holder text", "created_at timestamptz",
	}
	progressColumns = []string{
		"status text", "manual boolean", "submitted_at timestamptz", "provider_id text", "unknown boolean",
		"unknown_reason text", "di_transfer_oleh text", "transfer_at timestamptz", "reason text", "updated_at timestamptz",
	}
	insertPayouts = insertion("payouts", slices.Concat(requestedColumns, progressColumns)...)
	updatePayouts = patching("payouts", []string{"kind text", "id bigint"}, progressColumns...)
	countPayouts  = counting("payout_counts", "kind text")
)

type payoutKey struct {
	kind string
	id   int64
}

// payoutChange is what a batch says of one payout. Zero values say nothing.
type payoutChange struct {
	key payoutKey
	// requested holds the values of requestedColumns when the batch creates it.
	requested []any

	status         string
	manual         bool
	submittedAt    time.Time
	providerID     string
	unknown        *bool
	unknownReason  string
	diTransferOleh string
	transferAt     time.Time
	reason         string
	updatedAt      time.Time
}

// progress gives the values of progressColumns.
func (c *payoutChange) progress() []any {
	return []any{
		orNull(c.status), orNull(c.manual), orNull(c.submittedAt), orNull(c.providerID), c.unknown,
		orNull(c.unknownReason), orNull(c.diTransferOleh), orNull(c.transferAt), orNull(c.reason), c.updatedAt,
	}
}

// payoutFold is a batch, folded: what becomes of each payout in it.
type payoutFold struct {
	changes changes[payoutKey, payoutChange]
	counts  tally
}

// Apply implements projections.Model.
func (payouts) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := payoutFold{counts: tally{}}
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
	return inOrder(ctx, tx, step{&inserts, insertPayouts}, step{&updates, updatePayouts}, step{f.counts.batch(), countPayouts})
}

func (f *payoutFold) foldOpen(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.WithdrawalRequested:
		f.requested(env.Position.Commit, e.Order, e.URL, nil)
	case balance.SettlementRequested:
		f.requested(env.Position.Commit, e.Order, nil, e.Purpose)
	case balance.PayoutApproved:
		c := f.move(e.Order, balance.StatusPending, balance.StatusProcessing, e.At)
		c.manual = e.Manual
	case balance.PayoutSubmitted:
		f.change(e.Order, e.At).submittedAt = e.At
	case balance.PayoutAccepted:
		c := f.change(e.Order, e.At)
		c.unknown = new(bool)
		say(&c.providerID, e.ProviderID)
	case balance.PayoutUnknown:
		c := f.change(e.Order, e.At)
		unknown := true
		c.unknown, c.unknownReason = &unknown, e.Reason
	}
}

func (f *payoutFold) foldEnd(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.PayoutRejected:
		f.move(e.Order, balance.StatusPending, balance.StatusRejected, e.Movement.At).reason = e.Reason
	case balance.PayoutCancelled:
		f.move(e.Order, balance.StatusPending, balance.StatusCancelled, e.Movement.At)
	case balance.PayoutCompleted:
		c := f.move(e.Order, balance.StatusProcessing, balance.StatusCompleted, e.Movement.At)
		c.unknown, c.diTransferOleh, c.transferAt = new(bool), e.TransferredBy, e.TransferAt
		say(&c.providerID, e.ProviderID)
	case balance.PayoutFailed:
		c := f.move(e.Order, balance.StatusProcessing, balance.StatusFailed, e.Movement.At)
		c.unknown, c.reason = new(bool), e.Reason
		say(&c.providerID, e.ProviderID)
	case balance.PayoutReversed:
		f.move(e.Order, balance.StatusCompleted, balance.StatusReversed, e.Movement.At).reason = e.Reason
	}
}

func (f *payoutFold) requested(position int64, o balance.Order, url, tujuan any) {
	c := f.move(o, "", balance.StatusPending, o.RequestedAt)
	c.requested = []any{
		o.Kind, o.ID, position, o.ClientID, o.ExternalID, o.Amount, o.Fee, o.Total, o.By, url, tujuan,
		o.Bank, o.AccountNumber, o.AccountHolder, o.RequestedAt,
	}
}

func (f *payoutFold) move(o balance.Order, from, to string, at time.Time) *payoutChange {
	c := f.change(o, at)
	c.status = to
	f.counts.move(o.Kind, from, to)
	return c
}

func (f *payoutFold) change(o balance.Order, at time.Time) *payoutChange {
	key := payoutKey{o.Kind, o.ID}
	c := f.changes.of(key)
	c.key, c.updatedAt = key, at
	return c
}
