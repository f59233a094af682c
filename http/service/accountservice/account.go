// Package accountservice implements the use cases of client accounts: registration, people and their logins,
// profile, API keys, apps and the callback secret, and the review by administrators.
package accountservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/server/origin"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/secondfactorservice"
)

// Accounts implements the use cases for the accounts of all clients.
type Accounts struct {
	*service.Core
	// Keys is cleared when keys or their permissions change.
	Keys *credential.KeyCache
	// Clients caches the client of each person who logs in. Nil disables the cache.
	Clients *PersonClients
	// Sessions are the sessions of clients' people.
	Sessions credential.Sessions
	// Factors are the second factors of clients' people.
	Factors secondfactorservice.Factors
	// Wrong limits wrong passwords, per person, of people who change their own login.
	Wrong *credential.Limiter
	// Taken limits how often registrations from one network, and changes by one client, may name an address
	// that is already taken, because the answer reveals that it is. Nil means no limit.
	Taken *credential.Limiter
	// Invitations limits invitations per client.
	Invitations *credential.Limiter
	// Links make the links in mails.
	Links credential.Links
	// Mails is true when the gateway can send mails.
	Mails bool
	// Masters derive the callback secrets and the links that undo a change.
	Masters secret.Ring
	// CoolOff is how long a change of bank account, e-mail address or password pauses auto-approval. 0 means
	// no pause.
	CoolOff time.Duration
}

// MayAct refuses a client that is not approved or is suspended, according to the current log. Its refusals
// are those of account.State.MayAct.
func (a Accounts) MayAct(ctx context.Context, clientID int64) error {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return err
	}
	return owner.MayAct()
}

// execute executes a command on the client's account. The events record where the request came from. A new
// password of an owner pauses auto-approval.
func (a Accounts) execute(
	ctx context.Context, clientID int64, decide func(account.State) ([]domain.Event, error),
) (account.State, error) {
	ctx = origin.Recorded(ctx)
	out, err := service.Execute(ctx, a.Core, account.Aggregate, account.Stream(clientID), func(s account.State) ([]domain.Event, error) {
		if err := sessionEnded(ctx, s, a.Now()); err != nil {
			return nil, err
		}
		events, err := decide(s)
		return account.WithPause(s, events, a.CoolOff), err
	})
	return out.State, err
}

// sessionEnded refuses a request whose session or key was ended, by an event of its own account, after the
// request was authenticated.
func sessionEnded(ctx context.Context, s account.State, now time.Time) error {
	session, ok := service.SessionOf(ctx)
	if !ok || session.ClientID != s.ClientID {
		return nil
	}
	if session.KeyHash != "" {
		if _, works := s.WorkingKey(session.KeyHash, now); !works {
			return credential.ErrInvalidKey
		}
		return nil
	}
	if p, found := s.People.Find(session.PersonID); !found || p.Generation != session.Generation {
		return credential.ErrNoSession
	}
	return nil
}

// WithKey returns a context with the API key of its request, so that the key is checked against the account
// like a session.
func (a Accounts) WithKey(ctx context.Context, clientID int64, key string) context.Context {
	hash, _ := credential.HashAPIKey(key) // the key was found by this hash
	return service.WithSession(ctx, service.Session{ClientID: clientID, KeyHash: hash, Still: func(ctx context.Context) error {
		s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
		if err != nil {
			return err
		}
		return sessionEnded(ctx, s, a.Now())
	}})
}
