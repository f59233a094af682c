package balancerows

import (
	"context"
	"maps"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/money"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// WriteOff is a debt of a client that was given up, and what came back of it (API reference: Admin audit).
type WriteOff struct {
	// ID is the reference of its movement.
	ID       string `json:"id"`
	Position int64  `json:"-"`
	ClientID int64  `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName string `json:"client_name,omitempty"`
	// Amount is what was written off, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	// OwedSince is when the oldest part of it began, and OwedDays how many days of the calendar that was before. Both are nil
	// for a write-off that does not say it; queries leave OwedDays nil.
	OwedSince *time.Time `json:"owed_since"`
	OwedDays  *int       `json:"owed_days"`
	Reason    string     `json:"reason"`
	// RequestedBy asked for it. ApprovedBy granted it, and is empty where one administrator was enough.
	RequestedBy  string    `json:"requested_by"`
	ApprovedBy   string    `json:"approved_by"`
	WrittenOffAt time.Time `json:"written_off_at"`
	// Recovered is what came back of it, in rupiah, and Remaining what did not.
	Recovered       decimal.Decimal `json:"recovered"`
	Remaining       decimal.Decimal `json:"remaining"`
	LastRecoveredAt *time.Time      `json:"last_recovered_at"`
	// Status is balance.WriteOffOpen or balance.WriteOffDone.
	Status string `json:"status"`
}

// Place implements listing.Placed.
func (w WriteOff) Place() readtable.Place {
	return readtable.Place{At: w.WrittenOffAt, Position: w.Position}
}

func (w *WriteOff) columns(f *readtable.Fields) {
	f.At("id", &w.ID).At("position", &w.Position).At("client_id", &w.ClientID).At("amount", &w.Amount).At("owed_since", &w.OwedSince)
	f.At("reason", &w.Reason).At("requested_by", &w.RequestedBy).At("approved_by", &w.ApprovedBy).At("written_off_at", &w.WrittenOffAt)
	f.Later("recovered", &w.Recovered).Later("last_recovered_at", &w.LastRecoveredAt).Later("status", &w.Status)
}

var writeOffTable = readtable.TableOf("write_offs", (*WriteOff).columns)

// WriteOffFilter selects write-offs. Fields that are zero select all. From and To are moments, both included.
type WriteOffFilter struct {
	ClientID int64
	Status   string
	From, To time.Time
}

// WriteOff returns one write-off. Error: ErrNotFound.
func (q *Queries) WriteOff(ctx context.Context, id string) (WriteOff, error) {
	w, err := writeOffTable.Get(ctx, q.DB, "WHERE id = $1", id)
	return w.withRemaining(), err
}

// WriteOffs returns a page of the write-offs that the filter selects, newest first, and their total number.
func (q *Queries) WriteOffs(ctx context.Context, f WriteOffFilter, p readtable.Page) ([]WriteOff, int64, error) {
	s := new(readtable.Search).Equals("client_id", f.ClientID).Equals("status", f.Status)
	if f.From.IsZero() && f.To.IsZero() {
		return withRemaining(writeOffTable.ListPage(ctx, q.DB, "write_off_counts", s, p))
	}
	s.Between("written_off_at", f.From, f.To)
	return withRemaining(writeOffTable.ListCounted(ctx, q.DB, s, "written_off_at", p))
}

func withRemaining(rows []WriteOff, total int64, err error) ([]WriteOff, int64, error) {
	for i, row := range rows {
		rows[i] = row.withRemaining()
	}
	return rows, total, err
}

func (w WriteOff) withRemaining() WriteOff {
	w.Remaining = w.Amount.Sub(w.Recovered)
	return w
}

// Recovery is a part of a write-off that came back.
type Recovery struct {
	// WriteOff is the id of the write-off; empty for a part that no write-off is known for.
	WriteOff string `json:"write_off"`
	ClientID int64  `json:"-"`
	// Position and Revision are those of the movement that reverses the write-off, in the log and in the client's stream.
	Position int64 `json:"-"`
	Revision int64 `json:"-"`
	// Reference is that of the money that came.
	Reference string `json:"reference"`
	// Amount is in rupiah.
	Amount      decimal.Decimal `json:"amount"`
	RecoveredAt time.Time       `json:"recovered_at"`
}

func (r *Recovery) columns(f *readtable.Fields) {
	f.At("write_off", &r.WriteOff).At("client_id", &r.ClientID).At("position", &r.Position).At("revision", &r.Revision)
	f.At("reference", &r.Reference).At("amount", &r.Amount).At("recovered_at", &r.RecoveredAt)
}

var recoveryTable = readtable.TableOf("write_off_recoveries", (*Recovery).columns)

// maxRecoveries limits the recoveries of a write-off that a query returns.
const maxRecoveries = 1_000

// Recoveries returns what came back of a write-off, oldest first, at most a thousand parts.
func (q *Queries) Recoveries(ctx context.Context, id string) ([]Recovery, error) {
	return recoveryTable.List(ctx, q.DB,
		"WHERE write_off = $1 ORDER BY write_off_recoveries.position, write_off_recoveries.revision LIMIT $2", id, maxRecoveries)
}

// RecoveredBy returns the parts of write-offs that a movement of a client reversed, by its revision in the stream of the client.
func (q *Queries) RecoveredBy(ctx context.Context, clientID, revision int64) ([]Recovery, error) {
	return recoveryTable.List(ctx, q.DB, "WHERE client_id = $1 AND revision = $2 ORDER BY write_off_recoveries.write_off", clientID, revision)
}

// WriteOffs projects the write-offs and what came back of them.
type WriteOffs struct{}

// Name implements engine.Model.
func (WriteOffs) Name() string { return "write_offs" }

// Tables implements engine.Model.
func (WriteOffs) Tables() []string {
	return []string{"write_offs", "write_off_recoveries", "write_off_sums", "write_off_counts"}
}

// Applies implements engine.Selective.
func (WriteOffs) Applies() []domain.Event {
	return []domain.Event{balance.WrittenOff{}, balance.WriteOffRecovered{}}
}

var (
	insertWriteOffs  = readtable.Insert("write_offs", (*writeOffChange).columns)
	updateWriteOffs  = readtable.Update("write_offs", (*writeOffChange).columns, "id")
	insertRecoveries = readtable.Insert("write_off_recoveries", (*Recovery).columns)
	countWriteOffs   = readtable.CounterIn("write_off_counts", "client_id")
	addToWriteOffs   = readtable.Custom(`INSERT INTO write_off_sums AS t (status, n, amount, recovered)
		SELECT n.status, n.n, n.amount, n.recovered FROM {rows}
		ON CONFLICT (status) DO UPDATE SET n = t.n + excluded.n, amount = t.amount + excluded.amount,
			recovered = t.recovered + excluded.recovered`, (*writeOffSum).columns, "status", "n", "amount", "recovered")
)

// writeOffChange is a write-off, or what a batch changed of one.
type writeOffChange struct {
	WriteOff
	readtable.Changed
	// changed is false for a write-off that was only read.
	changed bool
}

func (c *writeOffChange) columns(f *readtable.Fields) { c.WriteOff.columns(f) }

// isNew reports whether the batch adds it, and isKnown whether the batch changes one from before.
func (c *writeOffChange) isNew() bool   { return c.New }
func (c *writeOffChange) isKnown() bool { return !c.New && c.changed }

// writeOffSum is the change of the sums of a status.
type writeOffSum struct {
	status            string
	n                 int64
	amount, recovered decimal.Decimal
}

func (s *writeOffSum) columns(f *readtable.Fields) {
	f.At("status", &s.status).At("n", &s.n).At("amount", &s.amount).At("recovered", &s.recovered)
}

// writeOffFold folds a batch. open lists the write-offs of each client that are open, oldest first.
type writeOffFold struct {
	open       map[int64][]*writeOffChange
	rows       []*writeOffChange
	recoveries []*Recovery
	sums       readtable.Changes[string, writeOffSum]
	counts     readtable.Counts
}

// Apply implements engine.Model.
func (WriteOffs) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := writeOffFold{open: map[int64][]*writeOffChange{}, counts: readtable.Counts{}}
	if err := f.read(ctx, tx, events); err != nil {
		return err
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case balance.WrittenOff:
			f.writtenOff(env, e)
		case balance.WriteOffRecovered:
			f.recovered(env, e)
		}
	}
	return readtable.Run(ctx, tx, insertWriteOffs.RowsIf(f.rows, (*writeOffChange).isNew),
		updateWriteOffs.RowsIf(f.rows, (*writeOffChange).isKnown), insertRecoveries.Rows(f.recoveries...), addToWriteOffs.Rows(f.sums.List...),
		countWriteOffs.Add(f.counts))
}

// read reads the open write-offs of the clients to whom money came.
func (f *writeOffFold) read(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	clients := map[int64]bool{}
	for _, env := range events {
		if e, ok := env.Event.(balance.WriteOffRecovered); ok {
			clients[e.ClientID] = true
		}
	}
	if len(clients) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `SELECT id, client_id, amount, recovered FROM write_offs WHERE client_id = ANY($1) AND status = $2
		ORDER BY written_off_at, position`, pq.Array(slices.Sorted(maps.Keys(clients))), balance.WriteOffOpen)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		w := new(writeOffChange)
		if err := rows.Scan(&w.ID, &w.ClientID, &w.Amount, &w.Recovered); err != nil {
			return err
		}
		f.add(w)
	}
	return rows.Err()
}

func (f *writeOffFold) add(w *writeOffChange) {
	f.rows, f.open[w.ClientID] = append(f.rows, w), append(f.open[w.ClientID], w)
}

func (f *writeOffFold) writtenOff(env eventstore.Envelope, e balance.WrittenOff) {
	w := &writeOffChange{Changed: readtable.Changed{New: true}, WriteOff: WriteOff{
		ID: e.Reference, Position: env.Position.Commit, ClientID: e.ClientID, Amount: e.Amount, Reason: e.Reason, RequestedBy: e.By,
		ApprovedBy: eventstore.ParseMetadata(env.Metadata).ApprovedBy, WrittenOffAt: env.BookedAt, Status: balance.WriteOffOpen,
	}}
	readtable.Assign(&w.Changed, &w.Recovered, money.Zero)
	if !e.OwedSince.IsZero() {
		w.OwedSince = &e.OwedSince
	}
	f.add(w)
	s := f.sumOf(w.Status)
	s.n, s.amount = s.n+1, s.amount.Add(w.Amount)
	f.counts.Move(readtable.Scope{ClientID: w.ClientID}, "", w.Status)
}

// recovered gives what came back to the oldest write-offs of the client.
func (f *writeOffFold) recovered(env eventstore.Envelope, e balance.WriteOffRecovered) {
	left := e.Amount
	for open := f.open[e.ClientID]; len(open) > 0 && left.IsPositive(); open = f.open[e.ClientID] {
		part := decimal.Min(left, open[0].Amount.Sub(open[0].Recovered))
		left = left.Sub(part)
		f.cameBack(env, e, open[0], part)
	}
	if left.IsPositive() {
		f.recoveries = append(f.recoveries, recoveryOf(env, e, "", left))
	}
}

// cameBack adds a part to what came back of a write-off.
func (f *writeOffFold) cameBack(env eventstore.Envelope, e balance.WriteOffRecovered, w *writeOffChange, part decimal.Decimal) {
	w.changed, w.LastRecoveredAt = true, &env.BookedAt
	readtable.Assign(&w.Changed, &w.Recovered, w.Recovered.Add(part))
	f.recoveries = append(f.recoveries, recoveryOf(env, e, w.ID, part))
	s := f.sumOf(balance.WriteOffOpen)
	s.recovered = s.recovered.Add(part)
	if w.Recovered.LessThan(w.Amount) {
		return
	}
	f.counts.Move(readtable.Scope{ClientID: w.ClientID}, balance.WriteOffOpen, balance.WriteOffDone)
	w.Status, f.open[w.ClientID] = balance.WriteOffDone, f.open[w.ClientID][1:]
	s.n, s.amount, s.recovered = s.n-1, s.amount.Sub(w.Amount), s.recovered.Sub(w.Amount)
	s = f.sumOf(balance.WriteOffDone)
	s.n, s.amount, s.recovered = s.n+1, s.amount.Add(w.Amount), s.recovered.Add(w.Amount)
}

func (f *writeOffFold) sumOf(status string) *writeOffSum {
	s := f.sums.ForKey(status)
	s.status = status
	return s
}

func recoveryOf(env eventstore.Envelope, e balance.WriteOffRecovered, writeOff string, amount decimal.Decimal) *Recovery {
	return &Recovery{
		WriteOff: writeOff, ClientID: e.ClientID, Position: env.Position.Commit, Revision: int64(env.Revision), Reference: e.Reference,
		Amount: amount, RecoveredAt: env.BookedAt,
	}
}
