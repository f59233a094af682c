package account

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel"
)

// EndAccess ends the API key and every session and token of the client, at an administrator's request: on this
// instance at once, on the others within a second. It may be repeated. Refusals are those of
// account.EndAccess.
func (a Accounts) EndAccess(ctx context.Context, clientID int64, reason string) (readmodel.Client, error) {
	err := a.endAccess(ctx, clientID, account.EndAccessCmd{Reason: reason, ByAdmin: true})
	if err != nil {
		return readmodel.Client{}, err
	}
	return a.Queries.Client(ctx, clientID)
}

// EndOwnAccess is EndAccess at the client's own request, which needs no reason. The session that asks
// ends, too.
func (a Accounts) EndOwnAccess(ctx context.Context, clientID int64, reason string) error {
	return a.endAccess(ctx, clientID, account.EndAccessCmd{Reason: reason})
}

func (a Accounts) endAccess(ctx context.Context, clientID int64, cmd account.EndAccessCmd) error {
	cmd.By, cmd.At = service.Actor(ctx), a.Now()
	_, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) { return account.EndAccess(s, cmd) })
	a.Keys.Clear()
	return err
}

// AccessEndedAt gives when all access of the client was ended last, the zero time where it was not.
func (a Accounts) AccessEndedAt(ctx context.Context, clientID int64) (time.Time, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	return s.AccessEndedAt, err
}

// IsPerson refuses an id that is not of a person of the client any more, with person_not_found.
func (a Accounts) IsPerson(ctx context.Context, clientID, personID int64) error {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return err
	}
	if _, ok := s.People.Find(personID); !ok {
		return person.ErrNotFound
	}
	return nil
}
