package auditlogrows

import (
	"context"
	"strconv"
	"strings"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/notification"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// Trail is the place in the log of an event about a subject without its own stream.
type Trail struct {
	// Subject is a payout such as `withdrawals/17`, the subject of an approval, `references/<text>` or
	// `provider/<id>`.
	Subject  string `db:"subject"`
	Position int64  `db:"position"`
	Stream   string `db:"stream"`
	Revision int64  `db:"revision"`
}

// IsPayout reports whether the event belongs to a payout.
func (t Trail) IsPayout() bool { return strings.HasPrefix(t.Stream, balance.Aggregate.Category+"-") }

// IsApproval reports whether the event requests an approval.
func (t Trail) IsApproval() bool { return strings.HasPrefix(t.Stream, approval.Aggregate.Category+"-") }

// TrailOfReference returns the subject of notifications that name our reference.
func TrailOfReference(reference string) string { return "references/" + reference }

// TrailOfProviderID returns the subject of notifications that name the provider's id.
func TrailOfProviderID(id string) string { return "provider/" + id }

var trailTable = readtable.Of[Trail]("trails")

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

var insertTrails = readtable.InsertStatement("trails", "subject text", "position bigint", "stream text", "revision bigint")

// Applies implements engine.Selective.
func (Trails) Applies() []domain.Event {
	return append([]domain.Event{approval.Requested{}, notification.Refused{}}, payoutEventTypes()...)
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
	var b readtable.Batch
	for _, env := range events {
		for _, subject := range trailSubjects(env.Event) {
			b.Add(subject, env.Position.Commit, env.Stream, env.Revision)
		}
	}
	return b.Exec(ctx, tx, insertTrails)
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
	case ofPayout:
		kind, id := e.PayoutID()
		return []string{kind + "s/" + strconv.FormatInt(id, 10)}
	}
	return subjects
}
