package auditlogrows

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/notification"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// Queries queries the audit log.
type Queries struct{ readtable.DB }

// AuditEntry is an event that an administrator caused, according to the event's metadata (API reference:
// Admin audit).
type AuditEntry struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	// Actor is `admin:<id>`, `machine:<name>` for a command run on the machine, or `system:start` for the
	// first admin.
	Actor string `json:"actor"`
	// ApprovedBy is the second administrator. It is empty when no approval was needed.
	ApprovedBy string `json:"approved_by"`
	// Kind is the event's name without its version.
	Kind string `json:"kind"`
	// Subject is the object that the event changed, as an API path such as `withdrawals/17`.
	Subject  string `json:"subject"`
	ClientID int64  `json:"client_id"`
	// ClientName is the client's name. It is filled for answers, is empty when there is no client, and
	// queries leave it empty.
	ClientName string `json:"client_name"`
	Reason     string `json:"reason"`
	// Detail has a few plain fields of the event, such as an amount or a role.
	Detail    json.RawMessage `json:"detail"`
	RequestID string          `json:"request_id"`
}

// Place returns the place of the entry in the list.
func (e AuditEntry) Place() readtable.Place { return readtable.Place{At: e.At, Position: e.Position} }

func (e *AuditEntry) columns(f *readtable.Fields) {
	f.At("position", &e.Position).At("booked_at", &e.At).At("actor", &e.Actor).At("approved_by", &e.ApprovedBy).At("kind", &e.Kind)
	f.At("subject", &e.Subject).At("client_id", &e.ClientID).At("reason", &e.Reason).At("detail", &e.Detail)
	f.At("request_id", &e.RequestID)
}

var auditTable = readtable.TableOf("audit_log", (*AuditEntry).columns)

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

// Trail is the place in the log of an event about a subject without its own stream.
type Trail struct {
	// Subject is a payout such as `withdrawals/17`, the subject of an approval, `references/<text>`, `provider/<id>`, or what
	// TrailOfSlip, TrailOfWithholding and TrailOfWriteOff return.
	Subject  string
	Position int64
	Stream   string
	Revision int64
}

// IsPayout reports whether the event belongs to a payout.
func (t Trail) IsPayout() bool { return strings.HasPrefix(t.Stream, balance.Aggregate.Category+"-") }

// IsApproval reports whether the event requests an approval.
func (t Trail) IsApproval() bool { return strings.HasPrefix(t.Stream, approval.Aggregate.Category+"-") }

// TrailOfReference returns the subject of notifications that name our reference.
func TrailOfReference(reference string) string { return "references/" + reference }

// TrailOfProviderID returns the subject of notifications that name the provider's id.
func TrailOfProviderID(id string) string { return "provider/" + id }

// TrailOfSlip returns the subject of the events of a submission of a withholding slip.
func TrailOfSlip(id int64) string { return "slip/" + strconv.FormatInt(id, 10) }

// TrailOfWithholding returns the subject of the corrections of the slips of a client and a month such as 2026-01.
func TrailOfWithholding(clientID int64, period string) string {
	return "withholding/" + strconv.FormatInt(clientID, 10) + "/" + period
}

// TrailOfWriteOff returns the subject of the event of a write-off.
func TrailOfWriteOff(id string) string { return "write-offs/" + id }

func (t *Trail) columns(f *readtable.Fields) {
	f.At("subject", &t.Subject).At("position", &t.Position).At("stream", &t.Stream).At("revision", &t.Revision)
}

var trailTable = readtable.TableOf("trails", (*Trail).columns)

// Trails returns the places of at most limit events about these subjects, in log order.
func (q Queries) Trails(ctx context.Context, subjects []string, limit int) ([]Trail, error) {
	return trailTable.List(ctx, q.DB, "WHERE subject = ANY($1) ORDER BY trails.position, subject LIMIT $2", pq.Array(subjects), limit)
}

// Trails projects the places of events.
type Trails struct{}

// Name implements engine.Model.
func (Trails) Name() string { return "trails" }

// Tables implements engine.Model.
func (Trails) Tables() []string { return []string{"trails"} }

var insertTrails = readtable.Insert("trails", (*Trail).columns)

// Applies implements engine.Selective.
func (Trails) Applies() []domain.Event {
	return append([]domain.Event{
		approval.Requested{},
		notification.Refused{},
		balance.WithholdingSubmitted{},
		balance.WithholdingApproved{},
		balance.WithholdingRejected{},
		balance.WithholdingCorrected{},
		balance.WrittenOff{},
	}, payoutEventTypes()...)
}

// payoutEventTypes are the events of balance streams that embed an order.
func payoutEventTypes() (all []domain.Event) {
	for _, e := range balance.Events() {
		if _, ok := e.(ofPayout); ok {
			all = append(all, e)
		}
	}
	return all
}

type ofPayout interface {
	PayoutID() (kind string, id int64)
}

// Apply implements engine.Model.
func (Trails) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var trails []*Trail
	for _, env := range events {
		for _, subject := range trailSubjects(env.Event) {
			trails = append(trails, &Trail{Subject: subject, Position: env.Position.Commit, Stream: env.Stream, Revision: env.Revision})
		}
	}
	return readtable.Run(ctx, tx, insertTrails.Rows(trails...))
}

func trailSubjects(event domain.Event) (subjects []string) {
	switch e := event.(type) {
	case approval.Requested:
		return []string{e.Subject}
	case notification.Refused:
		if e.Reference != "" {
			subjects = append(subjects, TrailOfReference(e.Reference))
		}
		if e.ProviderID != "" {
			subjects = append(subjects, TrailOfProviderID(e.ProviderID))
		}
	case interface{ OfSlip() int64 }:
		return []string{TrailOfSlip(e.OfSlip())}
	case balance.WithholdingCorrected:
		return []string{TrailOfWithholding(e.ClientID, e.Period)}
	case balance.WrittenOff:
		return []string{TrailOfWriteOff(e.Reference)}
	case ofPayout:
		kind, id := e.PayoutID()
		return []string{kind + "s/" + strconv.FormatInt(id, 10)}
	}
	return subjects
}
