package accountservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/clientrows"
)

// EndAccess ends every API key, session and token of the client at an administrator's request, and undoes
// what the account gained since a moment (account.RecoverCmd). It takes effect at once on this instance and
// within a second on the others. It may be repeated. Its refusals are those of account.EndAccess.
func (a Accounts) EndAccess(ctx context.Context, clientID int64, reason string, since time.Time) (clientrows.Client, error) {
	cmd := account.EndAccessCmd{Reason: reason, ByAdmin: true, RecoverCmd: account.RecoverCmd{Since: since}}
	if err := a.endAccess(ctx, clientID, cmd); err != nil {
		return clientrows.Client{}, err
	}
	return a.Queries.Client(ctx, clientID)
}

// EndOwnAccess is EndAccess at the request of a person of the client, who need not give a reason. The
// person's own password and second factor stay, but the requesting session ends, too.
func (a Accounts) EndOwnAccess(ctx context.Context, who Caller, reason string, since time.Time) error {
	cmd := account.EndAccessCmd{Reason: reason, RecoverCmd: account.RecoverCmd{Since: since, Keep: who.ID}}
	return a.endAccess(ctx, who.ClientID, cmd)
}

func (a Accounts) endAccess(ctx context.Context, clientID int64, cmd account.EndAccessCmd) error {
	var err error
	if cmd.RecoverCmd, err = a.recoverCmd(ctx, clientID, cmd.RecoverCmd); err != nil {
		return err
	}
	_, err = a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) { return account.EndAccess(s, cmd) })
	a.Keys.Clear()
	if err != nil {
		return err
	}
	return a.FinishRecovery(context.WithoutCancel(ctx), clientID)
}

// recoverCmd adds to the command of a recovery what was gained in other streams.
func (a Accounts) recoverCmd(ctx context.Context, clientID int64, cmd account.RecoverCmd) (account.RecoverCmd, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return cmd, err
	}
	cmd.By, cmd.At, cmd.MasterID = service.Actor(ctx), a.Now(), a.Masters.Current().ID
	if cmd.Since.IsZero() {
		cmd.Since = s.RecoverySince(cmd.At)
	}
	cmd.Elsewhere, err = a.gainedElsewhere(ctx, s, cmd.Since, cmd.Keep)
	return cmd, err
}

// AccessEndedAt returns when all access of the client was last ended, or the zero time.
func (a Accounts) AccessEndedAt(ctx context.Context, clientID int64) (time.Time, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	return s.AccessEndedAt, err
}

// IsPerson refuses an id that does not belong to a person of the client, or no longer does, with
// person_not_found.
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
