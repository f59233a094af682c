package accountservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/endpoint"
	"gateway/domain/recovery"
	"gateway/domain/secondfactor"
	"gateway/eventstore"
	"gateway/http/service"
)

// Gains are what an account gained since a moment, and what its last recovery undid.
type Gains struct {
	Since  time.Time    `json:"since"`
	Gained []GainedItem `json:"gained"`
	// Last is nil when nothing was undone.
	Last *LastRecovery `json:"last"`
}

// GainedItem is one thing that the account gained.
type GainedItem struct {
	ID string `json:"id"`
	recovery.Item
}

// LastRecovery is what the last end of access, or the last undo, undid.
type LastRecovery struct {
	At    time.Time       `json:"at"`
	Since time.Time       `json:"since"`
	Items []RecoveredItem `json:"items"`
}

// RecoveredItem is one thing that was undone.
type RecoveredItem struct {
	GainedItem
	Restorable bool `json:"restorable"`
	Restored   bool `json:"restored"`
}

// Gains returns what the client's account has gained since a moment, according to the current log. The zero
// time stands for account.State.RecoverySince. Refusal: client_not_found.
func (a Accounts) Gains(ctx context.Context, clientID int64, since time.Time) (Gains, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return Gains{}, err
	}
	if !s.Exists {
		return Gains{}, domain.Refuse(domain.NotFound, "client_not_found", "there is no such client")
	}
	now := a.Now()
	if since.IsZero() {
		since = s.RecoverySince(now)
	}
	elsewhere, err := a.gainedElsewhere(ctx, s, since, 0)
	if err != nil {
		return Gains{}, err
	}
	gains := Gains{Since: since.UTC(), Gained: []GainedItem{}, Last: lastRecovery(s)}
	for _, i := range append(s.GainedSince(since, now), elsewhere...) {
		gains.Gained = append(gains.Gained, gainedItem(i))
	}
	return gains, nil
}

func gainedItem(i recovery.Item) GainedItem {
	i.At = i.At.UTC()
	return GainedItem{ID: i.ID(), Item: i}
}

func lastRecovery(s account.State) *LastRecovery {
	if s.Recovery == nil || s.Recovery.Since.IsZero() { // an older recovery undid only what it ended itself
		return nil
	}
	last := &LastRecovery{At: s.Recovery.At.UTC(), Since: s.Recovery.Since.UTC(), Items: []RecoveredItem{}}
	for _, i := range s.Recovery.Items {
		last.Items = append(last.Items, RecoveredItem{
			GainedItem: gainedItem(i), Restorable: i.Restorable(), Restored: s.Recovery.HasRestored(i.ID()),
		})
	}
	return last
}

// gainedElsewhere returns what was gained in streams other than the account's: endpoints, second factors,
// payouts. It leaves out the second factor of the person keep.
func (a Accounts) gainedElsewhere(ctx context.Context, s account.State, since time.Time, keep int64) (items recovery.Items, err error) {
	endpoints, _, err := eventstore.Load(ctx, a.Log, endpoint.Aggregate, endpoint.Stream(s.ClientID))
	if err != nil {
		return nil, err
	}
	items = append(items, endpoints.Gained(since)...)
	for _, p := range s.People.People {
		factor, _, err := eventstore.Load(ctx, a.Log, secondfactor.Aggregate, secondfactor.Stream(a.Sessions.Owner(p.ID)))
		if err != nil {
			return nil, err
		}
		if p.ID != keep {
			items = append(items, factor.Gained(since)...)
		}
	}
	payouts, _, err := eventstore.Load(ctx, a.Log, balance.Aggregate, balance.Stream(s.ClientID))
	if err != nil {
		return nil, err
	}
	refunds, err := a.gainedRefunds(ctx, payouts, since)
	return append(append(items, payouts.Gained(since)...), refunds...), err
}

// appendsUnderWay is longer than any append takes, so that a recovery also takes back appends that were under
// way. The session that started them has ended.
const appendsUnderWay = time.Minute

// FinishRecovery does the part of the client's last recovery that belongs to other streams: it switches
// endpoints off and gives them new secrets, removes second factors, and cancels payouts and refunds by transfer that were not sent.
// It does nothing when all is done. It may be repeated, and may run on several instances at once.
func (a Accounts) FinishRecovery(ctx context.Context, clientID int64) error {
	ctx = service.WithoutSession(ctx) // the recovery has ended the session
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil || s.Recovery == nil || s.Recovery.Finished {
		return err
	}
	r := *s.Recovery
	// An event decided before the recovery was appended, but appended after the recovery's time, belongs to
	// the recovery, too.
	until := r.At.Add(appendsUnderWay)
	err = errors.Join(a.endEndpoints(ctx, clientID, r, until), a.removeFactors(ctx, s, r, until), a.cancelPayouts(ctx, clientID, r, until),
		a.cancelRefunds(ctx, clientID, r, until))
	if err != nil {
		return err
	}
	_, err = a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) { return account.FinishRecovery(s, r.At, a.Now()) })
	return err
}

func (a Accounts) endEndpoints(ctx context.Context, clientID int64, r account.Recovery, until time.Time) error {
	_, err := service.Execute(ctx, a.Core, endpoint.Aggregate, endpoint.Stream(clientID), func(s endpoint.Set) ([]domain.Event, error) {
		return endpoint.Recover(s, endpoint.RecoverCmd{
			ClientID: clientID, Since: r.Since, Until: until, Of: r.At, MasterID: a.Masters.Current().ID, By: r.By, At: a.Now(),
		})
	})
	return err
}

func (a Accounts) removeFactors(ctx context.Context, s account.State, r account.Recovery, until time.Time) (err error) {
	for _, p := range s.People.People {
		if p.ID == r.Keep {
			continue
		}
		removed := a.Factors.RemoveGained(ctx, a.Sessions.Owner(p.ID), r.Since, until, r.By, "the account was recovered")
		err = errors.Join(err, removed)
	}
	return err
}

func (a Accounts) cancelPayouts(ctx context.Context, clientID int64, r account.Recovery, until time.Time) error {
	_, err := service.Execute(ctx, a.Core, balance.Aggregate, balance.Stream(clientID), func(s balance.State) ([]domain.Event, error) {
		return balance.CancelUnsent(s, r.Since, until, a.Now())
	})
	return err
}

// Restore gives the owner back one thing that the last recovery undid. Its refusals are those of
// account.Restore, and of endpoint.Change when the endpoint no longer exists.
func (a Accounts) Restore(ctx context.Context, clientID int64, item string) (Gains, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return Gains{}, err
	}
	found, err := s.RecoveryItem(item)
	if err == nil && found.Kind == recovery.Endpoint && !s.Recovery.HasRestored(item) {
		err = a.restoreEndpoint(ctx, clientID, found.Of)
	}
	if err != nil {
		return Gains{}, err
	}
	_, err = a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.Restore(s, account.RestoreCmd{Item: item, By: service.Actor(ctx), At: a.Now()})
	})
	a.Keys.Clear()
	if err != nil {
		return Gains{}, err
	}
	return a.Gains(ctx, clientID, time.Time{})
}

func (a Accounts) restoreEndpoint(ctx context.Context, clientID, id int64) error {
	_, err := service.Execute(ctx, a.Core, endpoint.Aggregate, endpoint.Stream(clientID), func(s endpoint.Set) ([]domain.Event, error) {
		return endpoint.Change(s, endpoint.Changed{
			EndpointID: id, ClientID: clientID, URL: s[id].URL, Events: s[id].Events, Active: true, By: service.Actor(ctx), At: a.Now(),
		})
	})
	return err
}
