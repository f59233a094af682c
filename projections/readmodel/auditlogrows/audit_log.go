package auditlogrows

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gateway/projections/readmodel/readtable"
)

// Queries queries the audit log.
type Queries struct{ readtable.DB }

// AuditEntry is an event that an administrator caused, according to the event's metadata (API reference:
// Admin audit).
type AuditEntry struct {
	Position int64     `db:"position" json:"position"`
	At       time.Time `db:"booked_at" json:"at"`
	// Actor is `admin:<id>`, `machine:<name>` for a command run on the machine, or `system:start` for the
	// first admin.
	Actor string `db:"actor" json:"actor"`
	// ApprovedBy is the second administrator. It is empty when no approval was needed.
	ApprovedBy string `db:"approved_by" json:"approved_by"`
	// Kind is the event's name without its version.
	Kind string `db:"kind" json:"kind"`
	// Subject is the object that the event changed, as an API path such as `withdrawals/17`.
	Subject  string `db:"subject" json:"subject"`
	ClientID int64  `db:"client_id" json:"client_id"`
	// ClientName is the client's name. It is filled for answers, is empty when there is no client, and
	// queries leave it empty.
	ClientName string `db:"-" json:"client_name"`
	Reason     string `db:"reason" json:"reason"`
	// Detail has a few plain fields of the event, such as an amount or a role.
	Detail    json.RawMessage `db:"detail" json:"detail"`
	RequestID string          `db:"request_id" json:"request_id"`
}

// Place returns the place of the entry in the list.
func (e AuditEntry) Place() readtable.Place { return readtable.Place{At: e.At, Position: e.Position} }

const auditOrder = " ORDER BY audit_log.booked_at DESC, audit_log.position DESC"

var auditTable = readtable.Of[AuditEntry]("audit_log")

// AuditFilter selects entries; an empty field selects all. Subject `clients/<id>` selects everything about
// the client. From and To are booking times, both included.
type AuditFilter struct {
	Actor, Subject string
	From, To       time.Time
}

// AuditLog returns a page of the entries that the filter selects, newest first, and their total number.
func (q Queries) AuditLog(ctx context.Context, f AuditFilter, p readtable.Page) ([]AuditEntry, int64, error) {
	where, args := f.where()
	if p.After != nil {
		n := len(args)
		where += fmt.Sprintf(" AND (booked_at, position) < ($%d, $%d)%s LIMIT $%d", n+1, n+2, auditOrder, n+3)
		rows, err := auditTable.List(ctx, q.DB, where, append(args, p.After.At, p.After.Position, p.PerPage)...)
		return rows, p.After.Total, err
	}
	var total int64
	if err := q.SQL.GetContext(ctx, &total, "SELECT count(*) FROM audit_log "+where, args...); err != nil {
		return nil, 0, readtable.Failed("audit_log", err)
	}
	skip := int64(p.Number-1) * int64(p.PerPage)
	if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
		return []AuditEntry{}, total, nil
	}
	n := len(args)
	where += auditOrder + " OFFSET $" + strconv.Itoa(n+1) + " LIMIT $" + strconv.Itoa(n+2)
	rows, err := auditTable.List(ctx, q.DB, where, append(args, skip, p.PerPage)...)
	return rows, total, err
}

func (f AuditFilter) where() (string, []any) {
	args := []any{readtable.NullIfZero(f.From), readtable.NullIfZero(f.To)}
	where := "WHERE booked_at >= COALESCE($1, '-infinity'::timestamptz) AND booked_at <= COALESCE($2, 'infinity'::timestamptz)"
	and := func(column string, value any) {
		args = append(args, value)
		where += " AND " + column + " = $" + strconv.Itoa(len(args))
	}
	if f.Actor != "" {
		and("actor", f.Actor)
	}
	if name, ok := strings.CutPrefix(f.Subject, "clients/"); ok {
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil || id <= 0 {
			id = -1 // matches no client
		}
		and("client_id", id)
	} else if f.Subject != "" {
		and("subject", f.Subject)
	}
	return where, args
}
