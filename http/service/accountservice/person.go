package accountservice

import (
	"context"
	"errors"
	"math"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/personrows"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Invite invites a person by mail. It does not reveal whether the address belongs to another client's person.
// Refusals: invalid_field email, *credential.TooManyError, and those of person.Invite.
func (a Accounts) Invite(ctx context.Context, clientID int64, email, role string) (personrows.Person, error) {
	email, err := account.NormalizeEmail(email)
	if err != nil {
		return personrows.Person{}, err
	}
	if _, err := a.Invitations.Take(service.Caller(ctx)); err != nil {
		return personrows.Person{}, err
	}
	// The person's id comes from the sequence of clients, so that it equals no client's id: a client has the
	// id of the person who registered it.
	id, err := a.IDs.Next(ctx, sequence.Client)
	if err != nil {
		return personrows.Person{}, err
	}
	_, err = a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		events, err := person.Invite(s.People, person.InviteCmd{
			PersonID: id, Email: email, Role: role, ClientName: s.Name, By: service.Actor(ctx), At: a.Now(),
		})
		if err == nil {
			id = events[0].(person.Invited).PersonID // the id of the renewed invitation
		}
		return events, err
	})
	if err != nil {
		return personrows.Person{}, err
	}
	return a.Queries.Person(ctx, clientID, id)
}

// ChangedPerson is a person whose role changed, and the keys of the person that were affected.
type ChangedPerson struct {
	personrows.Person
	KeysOfPerson
}

// ChangeRole gives a person another role and ends the person's sessions. If the person may issue fewer keys
// than before, it also ends the restricted keys that the person issued. Its refusals are those of
// account.ChangeRole.
func (a Accounts) ChangeRole(ctx context.Context, clientID, id int64, role string) (ChangedPerson, error) {
	keys := noKeys()
	s, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		at := a.Now()
		events, err := account.ChangeRole(s, person.ChangeRoleCmd{PersonID: id, Role: role, By: service.Actor(ctx), At: at})
		keys = noKeys()
		if before, _ := s.People.Find(id); len(events) > 0 && account.Demotes(before.Role, role) {
			keys = keysOf(s, id, at, true)
		}
		return events, err
	})
	if err != nil {
		return ChangedPerson{}, err
	}
	a.Keys.Clear()
	p, _ := s.People.Find(id)
	if err := a.Sessions.EndAll(ctx, id, p.Generation, ""); err != nil {
		return ChangedPerson{}, err
	}
	row, err := a.Queries.Person(ctx, clientID, id)
	return ChangedPerson{row, keys}, err
}

// RemovePerson removes a person, or withdraws an invitation. It ends the person's sessions and frees the
// address. If endKeys is true, it also ends the restricted keys that the person issued. Its refusals are
// those of account.RemovePerson.
func (a Accounts) RemovePerson(ctx context.Context, clientID, id int64, endKeys bool) (KeysOfPerson, error) {
	var removed person.Person
	keys := noKeys()
	_, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		at := a.Now()
		removed, _ = s.People.Find(id)
		keys = keysOf(s, id, at, endKeys)
		return account.RemovePerson(s, account.RemovePersonCmd{
			RemoveCmd: person.RemoveCmd{PersonID: id, By: service.Actor(ctx), At: at}, EndKeys: endKeys,
		})
	})
	if err != nil {
		return noKeys(), err
	}
	a.Keys.Clear()
	ctx = context.WithoutCancel(ctx)
	if removed.Status == person.StatusActive {
		holder := account.EmailHolder{ClientID: clientID, PersonID: id}
		err = a.releaseEmail(ctx, removed.Email, holder) // a claim left by a crash lapses
	}
	return keys, errors.Join(err, a.Sessions.EndAll(ctx, id, math.MaxInt32, ""))
}

// rememberedPeople is the number of people, the most recently active ones, whose client is cached.
const rememberedPeople = 10_000

// PersonClients caches the client of each person, which never changes. Only the log says whether the person
// still belongs to it. It is safe for concurrent use.
type PersonClients struct{ clients *lru.Cache[int64, int64] }

// NewPersonClients makes an empty cache.
func NewPersonClients() *PersonClients {
	clients, err := lru.New[int64, int64](rememberedPeople)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return &PersonClients{clients}
}

// of returns the client of a person. Error: readtable.ErrNotFound.
func (c *PersonClients) of(ctx context.Context, q *readmodel.Queries, person int64) (int64, error) {
	if c == nil {
		row, err := q.PersonByID(ctx, person)
		return row.ClientID, err
	}
	if client, ok := c.clients.Get(person); ok {
		return client, nil
	}
	row, err := q.PersonByID(ctx, person)
	if err == nil {
		c.clients.Add(person, row.ClientID)
	}
	return row.ClientID, err
}

// KeysOfPerson lists the API keys of a person who was removed, or who may now issue fewer keys.
type KeysOfPerson struct {
	// EndedKeys are the restricted keys that ended, too.
	EndedKeys []KeyName `json:"ended_keys"`
	// KeptKeys are the restricted keys that keep working.
	KeptKeys []KeyName `json:"kept_keys"`
	// FullKeys are the full key, and former ones that still work, if the person issued them. They work until
	// they are replaced or revoked, because ending them would stop everything that uses them.
	FullKeys []KeyName `json:"full_keys"`
}

// KeyName identifies an API key.
type KeyName struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	MaskedKey string `json:"masked_key"`
}

// noKeys has empty lists, so that the JSON shows [] instead of null.
func noKeys() KeysOfPerson {
	return KeysOfPerson{EndedKeys: []KeyName{}, KeptKeys: []KeyName{}, FullKeys: []KeyName{}}
}

func keysOf(s account.State, personID int64, at time.Time, end bool) KeysOfPerson {
	all := noKeys()
	for _, k := range s.KeysOf(personID, at) {
		list := &all.KeptKeys
		switch {
		case !k.Restricted:
			list = &all.FullKeys
		case end:
			list = &all.EndedKeys
		}
		*list = append(*list, KeyName{ID: k.ID, Name: k.Name, MaskedKey: k.Masked})
	}
	return all
}
