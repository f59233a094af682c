package approval

import (
	"context"
	"strconv"

	"gateway/domain/admin"
)

// InForce reports whether acts need a second administrator: where dual control is on, from the
// second enabled admin on, and then for good.
func (a *Approvals) InForce(ctx context.Context) (bool, error) {
	if a.from == nil {
		return false, nil
	}
	deciders, err := a.deciders(ctx)
	return len(deciders) > 1, err
}

// deciders are the enabled administrators with the role admin, as events name them.
func (a *Approvals) deciders(ctx context.Context) (map[string]bool, error) {
	all, err := a.Queries.Admins(ctx)
	names := make(map[string]bool)
	for _, m := range all {
		if m.Role == admin.RoleAdmin {
			names["admin:"+strconv.FormatInt(m.ID, 10)] = true
		}
	}
	return names, err
}
