// Package approvalservice has the use cases of dual control: an act of an administrator that needs
// a second one becomes an approval, which another administrator grants or refuses. A granted
// act is done at once, and by Resume after a crash. What the acts are is package actservice's; the
// rules of approvals are package domain/approval's.
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

// Approvals are the approvals of an installation. Make one with New; it is safe for
// concurrent use once all acts are registered.
type Approvals struct {
	*service.Core
	// from is the amount in rupiah from which on an act needs a second administrator; nil: no
	// act ever does.
	from *decimal.Decimal
	acts map[string]runner
	// running are the ids of the acts that this process is doing.
	running sync.Map
}

// runner does an act of one kind from its command as JSON.
type runner struct {
	run func(ctx context.Context, command json.RawMessage) (result json.RawMessage, err error)
	// ends are the types of the events that say that the act was done.
	ends []string
}

// New makes the use cases. from is DUAL_CONTROL_FROM in rupiah, nil where dual control is
// off.
func New(core *service.Core, from *decimal.Decimal) *Approvals {
	return &Approvals{Core: core, from: from, acts: make(map[string]runner)}
}

// Kinds are the names of the acts that are registered, in their order.
func (a *Approvals) Kinds() []string { return slices.Sorted(maps.Keys(a.acts)) }

// Asked is an approval that was asked for in place of an act. It is the answer of the
// operation, with the status 202.
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
