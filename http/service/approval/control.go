package approval

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
