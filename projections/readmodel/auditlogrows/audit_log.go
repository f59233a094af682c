package auditlogrows

import (
	"context"
	"encoding/json"
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

var auditTable = readtable.Of[AuditEntry]("audit_log")

// AuditFilter selects entries; an empty field selects all. Subject `clients/<id>` selects everything about
// the client. From and To are booking times, both included.
type AuditFilter struct {
	Actor, Subject string
	From, To       time.Time
}

// AuditLog returns a page of the entries that the filter selects, newest first, and their total number.
func (q Queries) AuditLog(ctx context.Context, f AuditFilter, p readtable.Page) ([]AuditEntry, int64, error) {
	s := new(readtable.Search).Equals("actor", f.Actor)
	s.Between("booked_at", f.From, f.To)
	if name, ok := strings.CutPrefix(f.Subject, "clients/"); ok {
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil || id <= 0 {
			id = -1 // matches no client
		}
		s.Equals("client_id", id)
	} else {
		s.Equals("subject", f.Subject)
	}
	return auditTable.ListCounted(ctx, q.DB, s, "booked_at", p)
}
