package personrows

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/domain/secondfactor"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Queries queries people of clients.
type Queries struct{ readtable.DB }

// Person is one of a client's people (API reference: Portal).
type Person struct {
	ID       int64  `db:"id" json:"id"`
	ClientID int64  `db:"client_id" json:"-"`
	Email    string `db:"email" json:"email"`
	// Role is one of the roles of package person.
	Role string `db:"role" json:"role"`
	// Status is person.StatusInvited or person.StatusActive.
	Status string `db:"status" json:"status"`
	// SecondFactor is true when the person's logins need a code.
	SecondFactor bool      `db:"second_factor" json:"second_factor"`
	CreatedAt    time.Time `db:"created_at" json:"created_at"`
}

var personTable = readtable.Of[Person]("people")

// People lists the people of a client, oldest first.
func (q Queries) People(ctx context.Context, clientID int64) ([]Person, error) {
	return personTable.List(ctx, q.DB, "WHERE client_id = $1 ORDER BY id", clientID)
}

// Person returns one of a client's people. Error: ErrNotFound.
func (q Queries) Person(ctx context.Context, clientID, id int64) (Person, error) {
	return personTable.Get(ctx, q.DB, "WHERE id = $2 AND client_id = $1", clientID, id)
}

// PersonByID returns a person of any client. Error: ErrNotFound.
func (q Queries) PersonByID(ctx context.Context, id int64) (Person, error) {
	return personTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// PersonByEmail returns the person who logs in with this address, compared without case. If there are
// several, it returns the one with the highest id. Error: ErrNotFound.
func (q Queries) PersonByEmail(ctx context.Context, email string) (Person, error) {
	return personTable.Get(ctx, q.DB, "WHERE lower(email) = lower($1) AND status = '"+person.StatusActive+"' ORDER BY id DESC", email)
}

// People projects the people of clients.
type People struct{}

// Name implements engine.Model.
func (People) Name() string { return "people" }

// Tables implements engine.Model.
func (People) Tables() []string { return []string{"people"} }

var (
	putPeople = readtable.InsertStatement("people", "id bigint", "client_id bigint", "email text", "role text", "status text",
		"created_at timestamptz") + " ON CONFLICT (id) DO UPDATE SET role = excluded.role"
	setPeople = readtable.UpdateStatement("people", []string{"id bigint"}, "email text", "role text", "status text",
		"second_factor boolean")
	deletePeople = "DELETE FROM people AS t USING " + readtable.Unnested("id bigint") + " WHERE t.id = n.id"
)

// personChange holds a batch's changes to one person. A nil pointer leaves the column unchanged.
type personChange struct {
	id                  int64
	put                 []any
	email, role, status *string
	secondFactor        *bool
	removed             bool
}

// Applies implements engine.Selective.
func (People) Applies() []domain.Event {
	return []domain.Event{
		account.Registered{},
		account.ProfileUpdated{},
		account.ChangeUndone{},
		person.Invited{},
		person.Joined{},
		person.RoleChanged{},
		person.Removed{},
		secondfactor.SetUp{},
		secondfactor.Removed{},
	}
}

// Apply implements engine.Model.
func (People) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f personFold
	for _, e := range events {
		f.fold(e.Event)
	}
	var put, set, removed readtable.Batch
	for _, c := range f.List {
		put.AddUnlessNil(c.put)
		if c.email != nil || c.role != nil || c.status != nil || c.secondFactor != nil {
			set.Add(c.id, c.email, c.role, c.status, c.secondFactor)
		}
		if c.removed {
			removed.Add(c.id)
		}
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&put, putPeople), readtable.WriteBy(&set, setPeople),
		readtable.WriteBy(&removed, deletePeople))
}

type personFold struct {
	readtable.Changes[int64, personChange]
}

func (f *personFold) fold(event domain.Event) {
	switch e := event.(type) {
	case account.Registered:
		f.change(e.ClientID).put = []any{e.ClientID, e.ClientID, e.Email, person.RoleOwner, person.StatusActive, e.At}
	case account.ProfileUpdated:
		f.change(e.ClientID).email = &e.Email
	case account.ChangeUndone:
		f.change(e.ClientID).email = &e.Email
	case person.Invited:
		c := f.change(e.PersonID)
		if c.put == nil {
			c.put = []any{e.PersonID, e.ClientID, e.Email, e.Role, person.StatusInvited, e.At}
		}
		c.role = &e.Role
	case person.Joined:
		f.change(e.PersonID).status = new(person.StatusActive)
	case person.RoleChanged:
		f.change(e.PersonID).role = &e.Role
	case person.Removed:
		f.change(e.PersonID).removed = true
	case secondfactor.SetUp:
		f.setSecondFactor(e.Owner, true)
	case secondfactor.Removed:
		f.setSecondFactor(e.Owner, false)
	}
}

// setSecondFactor ignores an owner, such as `admin:3`, that is not a person of a client.
func (f *personFold) setSecondFactor(owner string, active bool) {
	kind, id, _ := strings.Cut(owner, ":")
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && kind == "person" {
		f.change(n).secondFactor = &active
	}
}

func (f *personFold) change(id int64) *personChange {
	c := f.ForKey(id)
	c.id = id
	return c
}
