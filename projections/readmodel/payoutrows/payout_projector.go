package payoutrows

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/domain/risk"
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

var (
	insertPayouts      = readtable.Insert("payouts", (*Row).Columns)
	updatePayouts      = readtable.Update("payouts", (*Row).Columns, "kind", "id")
	countPayouts       = readtable.CounterIn("payout_counts", "kind")
	countClientPayouts = readtable.CounterIn("client_payout_counts", "client_id", "kind")

	// ShownColumns are the columns that a client sees. The events of a payout that ended lack most of them.
	ShownColumns = []string{
		"id", "external_id", "jumlah", "biaya_penarikan", "total", "by", "url", "tujuan", "bank", "norek", "created_at",
		"status", "di_transfer_oleh", "transfer_at", "reason", "updated_at",
	}
)

// Key identifies a payout. Withdrawals and settlements have separate id sequences.
type Key struct {
	Kind string
	ID   int64
}

// Row is a payout, or a batch's changes to one, in which a column that is zero is unchanged.
type Row struct {
	Payout
	readtable.Changed
}

// Columns lists the columns of the row.
func (r *Row) Columns(f *readtable.Fields) { r.columns(f) }

// Fold folds events into rows.
type Fold struct {
	// Rows are whole rows, or a batch's changes to them.
	Rows readtable.Changes[Key, Row]
	// Whole is true when Rows has all rows that the events change, each with its ShownColumns. Nothing is counted
	// then.
	Whole                bool
	counts, clientCounts readtable.Counts
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
	f := Fold{counts: readtable.Counts{}, clientCounts: readtable.Counts{}}
	for _, e := range events {
		f.Fold(e)
	}
	return readtable.Run(ctx, tx, insertPayouts.RowsIf(f.Rows.List, (*Row).IsNew), updatePayouts.RowsIf(f.Rows.List, (*Row).IsKnown),
		countPayouts.Add(f.counts), countClientPayouts.Add(f.clientCounts))
}

// Fold adds an event to the rows.
func (f *Fold) Fold(env eventstore.Envelope) {
	f.foldOpen(env)
	f.foldEnd(env)
}

// foldOpen adds an event that opens a payout or advances it. It ignores other events.
func (f *Fold) foldOpen(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.WithdrawalRequested:
		readtable.PointUnlessZero(&f.requested(env, e.Order).URL, e.URL)
	case balance.SettlementRequested:
		r := f.requested(env, e.Order)
		readtable.PointUnlessZero(&r.URL, e.URL)
		r.Purpose = &e.Purpose
	case balance.PayoutApproved:
		r := f.changeStatus(e.Order, balance.StatusPending, balance.StatusProcessing, e.At)
		readtable.SetUnlessZero(&r.Manual, e.Manual)
		if e.By != balance.ByAuto {
			readtable.PointUnlessZero(&r.DecidedAt, e.At)
		}
	case balance.PayoutSubmitted:
		r := f.row(e.Order, e.At)
		readtable.PointUnlessZero(&r.SubmittedAt, e.At)
		r.Reference, r.ProviderAPI = cmp.Or(e.Reference, e.Name()), cmp.Or(e.ProviderAPI, report.PayoutsV1)
		r.Attempts = cmp.Or(e.Attempt, 1)
	case balance.PayoutAttemptFailed:
		r := f.row(e.Order, e.At)
		r.assignUnknown(true)
		readtable.SetUnlessZero(&r.UnknownReason, e.Reason)
		r.assignProviderID("")
		r.assignReported(false)
	case balance.PayoutAccepted:
		r := f.row(e.Order, e.At)
		r.assignUnknown(false)
		r.assignProviderID(e.ProviderID)
	case balance.PayoutAdopted:
		f.row(e.Order, e.At).adopt(e)
	case balance.PayoutUnknown:
		r := f.row(e.Order, e.At)
		r.assignUnknown(true)
		readtable.SetUnlessZero(&r.UnknownReason, e.Reason)
	case balance.PayoutReported:
		f.row(e.Order, e.At).assignReported(true)
	case balance.PayoutContradicted:
		f.row(e.Order, e.At).contradict(e)
	}
}

// foldEnd adds an event that ends a payout. It ignores other events.
func (f *Fold) foldEnd(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.PayoutRejected:
		r := f.changeStatus(e.Order, balance.StatusPending, balance.StatusRejected, e.Movement.At)
		readtable.PointUnlessZero(&r.DecidedAt, e.Movement.At)
		readtable.PointUnlessZero(&r.Reason, e.Reason)
	case balance.PayoutCancelled:
		f.changeStatus(e.Order, balance.StatusPending, balance.StatusCancelled, e.Movement.At)
	case balance.PayoutCompleted:
		r := f.changeStatus(e.Order, balance.StatusProcessing, balance.StatusCompleted, e.Movement.At)
		r.assignUnknown(false)
		readtable.PointUnlessZero(&r.TransferredBy, e.TransferredBy)
		readtable.PointUnlessZero(&r.TransferAt, e.TransferAt)
		r.end(e.ProviderID)
	case balance.PayoutFailed:
		r := f.changeStatus(e.Order, balance.StatusProcessing, balance.StatusFailed, e.Movement.At)
		r.assignUnknown(false)
		readtable.PointUnlessZero(&r.Reason, e.Reason)
		r.end(e.ProviderID)
	case balance.PayoutReversed:
		r := f.changeStatus(e.Order, balance.StatusCompleted, balance.StatusReversed, e.Movement.At)
		readtable.PointUnlessZero(&r.Reason, e.Reason)
		r.end(e.ProviderID)
	}
}

func (r *Row) assignUnknown(v bool)      { readtable.Assign(&r.Changed, &r.Unknown, v) }
func (r *Row) assignReported(v bool)     { readtable.Assign(&r.Changed, &r.Reported, v) }
func (r *Row) assignProviderID(v string) { readtable.Assign(&r.Changed, &r.ProviderID, v) }

// assignFound says how the last report contradicts the payout, and the order that it reported.
func (r *Row) assignFound(id, reference string) {
	readtable.Assign(&r.Changed, &r.FoundID, id)
	readtable.Assign(&r.Changed, &r.FoundReference, reference)
}

// adopt makes an order found at the provider the payout's own, which ends its contradiction.
func (r *Row) adopt(e balance.PayoutAdopted) {
	readtable.SetUnlessZero(&r.Reference, e.Reference)
	readtable.SetUnlessZero(&r.ProviderAPI, e.ProviderAPI)
	readtable.PointUnlessZero(&r.SubmittedAt, e.At)
	readtable.SetUnlessZero(&r.Attempts, e.Attempt)
	r.assignProviderID(e.ProviderID)
	r.assignUnknown(false)
	readtable.Assign(&r.Changed, &r.Manual, false)
	readtable.Assign(&r.Changed, &r.Contradiction, "")
	r.assignFound("", "")
}

func (r *Row) contradict(e balance.PayoutContradicted) {
	readtable.Assign(&r.Changed, &r.Contradiction, e.Contradiction)
	if e.Contradiction == balance.NotSubmitted {
		r.assignFound(e.Reported.ProviderID, e.Reported.Reference)
	}
	if e.EndsReport() {
		r.assignReported(false)
	}
}

// end ends the wait for a confirmation. providerID is empty when a person ended the payout, which then keeps
// its id.
func (r *Row) end(providerID string) {
	r.assignReported(false)
	readtable.SetUnlessZero(&r.ProviderID, providerID)
}

// asked returns who asked for a payout, the id of the API key that was used, and the network that the request came from.
func asked(env eventstore.Envelope) (by string, key int64, from string) {
	var m eventstore.Metadata
	_ = json.Unmarshal(env.Metadata, &m) // metadata of an older or foreign form has no caller
	if id, isKey := strings.CutPrefix(m.Via, "api_key:"); isKey {
		key, _ = strconv.ParseInt(id, 10, 64)
	}
	return m.Actor, key, risk.NetworkOf(m.Address)
}

func (f *Fold) requested(env eventstore.Envelope, o balance.Order) *Row {
	by, askedKey, from := asked(env)
	r := f.Rows.ForKey(Key{o.Kind, o.ID})
	*r = Row{Changed: readtable.Changed{New: true}, Payout: Payout{
		Kind: o.Kind, ID: o.ID, Position: env.Position.Commit, ClientID: o.ClientID, ExternalID: o.ExternalID,
		Amount: o.Amount, TransferFee: o.Fee, Total: o.Total, By: o.By,
		Bank: o.Bank, AccountNumber: o.AccountNumber, AccountHolder: o.AccountHolder, CreatedAt: o.RequestedAt,
		AskedBy: by, AskedKey: askedKey, AskedFrom: from,
	}}
	return f.changeStatus(o, "", balance.StatusPending, o.RequestedAt)
}

func (f *Fold) changeStatus(o balance.Order, from, to string, at time.Time) *Row {
	r := f.row(o, at)
	r.Status = to
	if !f.Whole {
		f.counts.Move(readtable.Scope{Kind: o.Kind}, from, to)
		f.clientCounts.Move(readtable.Scope{ClientID: o.ClientID, Kind: o.Kind}, from, to)
	}
	return r
}

// row returns the row that an event changes, with the event's time. Like an UPDATE, it ignores a row that does
// not exist.
func (f *Fold) row(o balance.Order, at time.Time) *Row {
	key := Key{o.Kind, o.ID}
	if f.Whole && f.Rows.Known(key) == nil {
		return &Row{}
	}
	r := f.Rows.ForKey(key)
	r.Kind, r.ID = o.Kind, o.ID
	readtable.SetUnlessZero(&r.Connection, o.Connection)
	readtable.Assign(&r.Changed, &r.UpdatedAt, at)
	return r
}
