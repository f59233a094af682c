package adminservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/http/server/origin"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// recordLogin records that an administrator opened a session, and from which address. It does not wait for
// read models, so that a login works while they lag.
func (a Admins) recordLogin(ctx context.Context, m admin.Member, secondFactor bool) error {
	event := admin.LoggedIn{AdminID: m.ID, SecondFactor: secondFactor, By: m.Name(), At: a.Now()}
	_, err := eventstore.Execute(origin.Recorded(service.WithActor(ctx, m.Name())), a.Log, admin.Logins, admin.LoginStream(m.ID, event.At),
		func(struct{}) ([]domain.Event, error) { return []domain.Event{event}, nil })
	return err
}

// countFailure counts a refused login. A login that only lacks its code is not finished and does not count.
func (a Admins) countFailure(err error) {
	refusal, refused := errors.AsType[*domain.Refusal](err)
	if refused && a.OnFailedLogin != nil && !errors.Is(err, credential.ErrCodeRequired) {
		a.OnFailedLogin(refusal.Code)
	}
}
