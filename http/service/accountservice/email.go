package accountservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/eventstore"
)

// An e-mail address is claimed in its own stream before a person uses it, so that two people never have the
// same address.

// errEmailTaken matches the refusal of package domain/account, because refusals are compared by code.
var errEmailTaken = domain.Refuse(domain.Conflict, "email_taken", "")

// claimEmailForNewAccount claims the address for a new client id. If the address is already claimed, it
// returns the id of that claim: its registration may have broken off before the account was opened, and this
// one continues it. If the account exists, account.Register refuses.
func (a Accounts) claimEmailForNewAccount(ctx context.Context, email string) (clientID int64, err error) {
	id, err := a.IDs.Next(ctx, sequence.Client)
	if err != nil {
		return 0, err
	}
	holder, err := a.claimEmail(ctx, email, account.Owner(id))
	if errors.Is(err, errEmailTaken) {
		return holder.ClientID, nil
	}
	return id, err
}

// claimEmail claims the address for a person, and returns the claimant who then holds it. That is another one
// when the refusal is email_taken.
func (a Accounts) claimEmail(ctx context.Context, email string, claimant account.EmailHolder) (holder account.EmailHolder, err error) {
	if holder, err := a.holderOfOlder(ctx, email, claimant); err != nil {
		return holder, err
	}
	taken, err := a.executeOnEmail(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.ClaimEmail(s, claimant, a.Now())
	})
	if !errors.Is(err, errEmailTaken) {
		return claimant, err
	}
	owner, _, loadErr := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(taken.ClientID))
	if loadErr != nil {
		return account.EmailHolder{}, loadErr
	}
	if !taken.Lapsed(email, owner, a.Now()) {
		return taken.EmailHolder, err
	}
	now, err := a.executeOnEmail(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.TakeOverEmail(s, taken, claimant, a.Now())
	})
	return now.EmailHolder, err
}

// guardTaken runs claim, unless name was told too often that an address is taken. It keeps a caller from
// testing a list of addresses. Once over the limit, it refuses any address with *credential.TooManyError.
func (a Accounts) guardTaken(name string, claim func() error) error {
	if a.Taken == nil {
		return claim()
	}
	return a.Taken.Guard(name, errEmailTaken, claim)
}

// holderOfOlder refuses, with email_taken, an address that another person claimed in the older stored form.
// No claim is made in that form any more, so there is no race.
func (a Accounts) holderOfOlder(ctx context.Context, email string, claimant account.EmailHolder) (account.EmailHolder, error) {
	older := account.OlderEmail(email)
	if older == email {
		return account.EmailHolder{}, nil
	}
	claim, err := a.claimOf(ctx, older)
	if err != nil || claim.ClientID == 0 || claim.EmailHolder == claimant {
		return account.EmailHolder{}, err
	}
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(claim.ClientID))
	if err != nil || claim.Lapsed(older, owner, a.Now()) {
		return account.EmailHolder{}, err
	}
	_, err = account.ClaimEmail(claim, claimant, a.Now())
	return claim.EmailHolder, err
}

// claimOf returns the claim of an address in exactly this form.
func (a Accounts) claimOf(ctx context.Context, email string) (account.EmailState, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.EmailAggregate, account.EmailAggregate.Stream(account.EmailID(email)))
	return s, err
}

func (a Accounts) releaseEmail(ctx context.Context, email string, holder account.EmailHolder) error {
	_, err := a.executeOnEmail(ctx, email, func(s account.EmailState) ([]domain.Event, error) {
		return account.ReleaseEmail(s, holder, a.Now())
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
