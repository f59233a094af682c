package account

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/eventstore"
)

// An e-mail address is claimed in a stream of its own before an account uses it, so
// that at no time two accounts have the same address.

// errEmailTaken matches the refusal of package domain/account: refusals are compared by
// their code.
var errEmailTaken = domain.Refuse(domain.Conflict, "email_taken", "")

// claimEmailForNewAccount claims the address for a new client id. An address that is
// claimed already gives the id of that claim: its registration may have broken off
// before the account was opened, and this one goes on in its place. Where the account
// exists, account.Register refuses.
func (a Accounts) claimEmailForNewAccount(ctx context.Context, email string) (clientID int64, err error) {
	id, err := a.IDs.Next(ctx, sequence.Client)
	if err != nil {
		return 0, err
	}
	holder, err := a.claimEmail(ctx, email, id)
	if errors.Is(err, errEmailTaken) {
		return holder, nil
	}
	return id, err
}

// claimEmail claims the address for the client, and gives who holds it then: another
// client where the refusal is email_taken.
func (a Accounts) claimEmail(ctx context.Context, email string, clientID int64) (holder int64, err error) {
	taken, err := a.executeOnEmail(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.ClaimEmail(s, clientID, a.Now())
	})
	if !errors.Is(err, errEmailTaken) {
		return clientID, err
	}
	owner, _, loadErr := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(taken.ClientID))
	if loadErr != nil {
		return 0, loadErr
	}
	if !taken.Lapsed(email, owner, a.Now()) {
		return taken.ClientID, err
	}
	now, err := a.executeOnEmail(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.TakeOverEmail(s, taken, clientID, a.Now())
	})
	return now.ClientID, err
}

func (a Accounts) releaseEmail(ctx context.Context, email string, clientID int64) error {
	_, err := a.executeOnEmail(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.ReleaseEmail(s, clientID, a.Now())
	})
	return err
}

// executeOnEmail executes a command on the stream of an address. No read model shows
// claims, so there is nothing to wait for.
func (a Accounts) executeOnEmail(
	ctx context.Context, email string, decide func(account.EmailState) ([]domain.Event, error),
) (account.EmailState, error) {
	stream := account.EmailAggregate.Stream(account.EmailID(email))
	out, err := eventstore.Execute(ctx, a.Log, account.EmailAggregate, stream, decide)
	return out.State, err
}
