package approvalservice

import (
	"context"

	"gateway/domain/admin"
	"gateway/eventstore"
)

// InForce reports whether acts need a second administrator. If dual control is on, that is the case from the
// second enabled admin on, permanently.
func (a *Approvals) InForce(ctx context.Context) (bool, error) {
	if a.from == nil {
		return false, nil
	}
	staff, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	return staff.TwoAdmins, err
}

// addresses returns the address of the requester, and those of the enabled administrators who may decide on
// the request.
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

// deciders returns the enabled administrators with the role admin, in the form that events use, according to
// the current log.
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
