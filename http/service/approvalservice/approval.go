// Package approvalservice implements the use cases of dual control. An administrator's act that needs a
// second administrator becomes an approval, which another administrator grants or refuses. A granted act is
// executed at once, or by Resume after a crash. Package actservice defines the acts; package domain/approval
// has the rules of approvals.
package approvalservice

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/approvalrows"

	"github.com/shopspring/decimal"
)

// Approvals implements the use cases for the approvals of an installation. Make it with New. It is safe for
// concurrent use once all acts are registered.
type Approvals struct {
	*service.Core
	// from is the amount in rupiah from which an act needs a second administrator. Nil means that no act ever
	// does.
	from *decimal.Decimal
	acts map[string]runner
	// running has the ids of the approvals whose acts this process is executing.
	running sync.Map
}

// runner executes an act of one kind from its command as JSON.
type runner struct {
	run func(ctx context.Context, command json.RawMessage) (result json.RawMessage, err error)
	// ends are the types of the events that record that the act was done.
	ends []string
}

// New makes the use cases. from is DUAL_CONTROL_FROM in rupiah, or nil when dual control is off.
func New(core *service.Core, from *decimal.Decimal) *Approvals {
	return &Approvals{Core: core, from: from, acts: make(map[string]runner)}
}

// Kinds returns the names of the registered acts, sorted.
func (a *Approvals) Kinds() []string { return slices.Sorted(maps.Keys(a.acts)) }

// Asked is an approval that was requested instead of executing an act. It is the answer of the operation,
// with status 202.
type Asked struct{ approvalrows.Approval }

// Accepted implements service.Accepted.
func (Asked) Accepted() {}

// WithSecret returns the answer with a result that only this answer shows.
func (a Asked) WithSecret(result any) (Asked, error) {
	text, err := json.Marshal(result)
	raw := json.RawMessage(text)
	a.Result = &raw
	return a, err
}

// execute executes a command on an approval.
func (a *Approvals) execute(
	ctx context.Context, id int64, decide func(approval.State) ([]domain.Event, error),
) (eventstore.Outcome[approval.State], error) {
	return service.Execute(ctx, a.Core, approval.Aggregate, approval.Stream(id), decide)
}
