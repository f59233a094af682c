package approvalservice

import (
	"context"

	"gateway/domain/admin"
	"gateway/eventstore"
)

// InForce reports whether acts need a second administrator: where dual control is on, from the
// second enabled admin on, and then for good.
func (a *Approvals) InForce(ctx context.Context) (bool, error) {
	if a.from == nil {
		return false, nil
	}
	staff, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	return staff.TwoAdmins, err
}

// addresses are those of the requester and of the enabled administrators who may decide on what the
// requester asks for.
func (a *Approvals) addresses(ctx context.Context, by string) (own string, others []string, err error) {
	staff, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	for _, m := range staff.Admins {
		switch {
		case m.Name() == by:
			own = m.Email
		case m.Decides():
			others = append(others, m.Email)
		}
	}
	return own, others, err
}

// deciders are the enabled administrators with the role admin, as events name them, by the
// log as it is now.
func (a *Approvals) deciders(ctx context.Context) (map[string]bool, error) {
	staff, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	names := make(map[string]bool)
	for _, m := range staff.Admins {
		if m.Decides() {
			names[m.Name()] = true
		}
	}
	return names, err
}
