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
	ID       int64  `json:"id"`
	ClientID int64  `json:"-"`
	Email    string `json:"email"`
	// Role is one of the roles of package person.
	Role string `json:"role"`
	// Status is person.StatusInvited or person.StatusActive.
	Status string `json:"status"`
	// SecondFactor is true when the person's logins need a code.
	SecondFactor bool      `json:"second_factor"`
	CreatedAt    time.Time `json:"created_at"`
}

func (p *Person) columns(f *readtable.Fields) {
	f.At("id", &p.ID).At("client_id", &p.ClientID).At("created_at", &p.CreatedAt)
	f.Later("email", &p.Email).Later("role", &p.Role).Later("status", &p.Status).Later("second_factor", &p.SecondFactor)
}

var personTable = readtable.TableOf("people", (*Person).columns)

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
	putPeople    = readtable.Insert("people", (*Person).columns).OnConflict("(id) DO UPDATE SET role = excluded.role")
	setPeople    = readtable.Update("people", (*personChange).columns, "id")
	deletePeople = readtable.Delete("people", (*personChange).columns, "id")
)

// personChange holds a batch's changes to one person.
type personChange struct {
	Person
	readtable.Changed
	// put is the row as the batch adds it, before its changes.
	put     *Person
	removed bool
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
	var put []*Person
	for _, c := range f.List {
		if c.put != nil {
			put = append(put, c.put)
		}
	}
	return readtable.Run(ctx, tx, putPeople.Rows(put...), setPeople.Rows(f.List...),
		deletePeople.RowsIf(f.List, func(c *personChange) bool { return c.removed }))
}

type personFold struct {
	readtable.Changes[int64, personChange]
}

func (f *personFold) fold(event domain.Event) {
	switch e := event.(type) {
	case account.Registered:
		f.change(e.ClientID).put = &Person{
			ID: e.ClientID, ClientID: e.ClientID, Email: e.Email, Role: person.RoleOwner, Status: person.StatusActive, CreatedAt: e.At,
		}
	case account.ProfileUpdated:
		f.setEmail(e.ClientID, e.Email)
	case account.ChangeUndone:
		f.setEmail(e.ClientID, e.Email)
	case person.Invited:
		c := f.change(e.PersonID)
		if c.put == nil {
			c.put = &Person{
				ID: e.PersonID, ClientID: e.ClientID, Email: e.Email, Role: e.Role, Status: person.StatusInvited, CreatedAt: e.At,
			}
		}
		c.Role = e.Role
	case person.Joined:
		f.change(e.PersonID).Status = person.StatusActive
	case person.RoleChanged:
		f.change(e.PersonID).Role = e.Role
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
		c := f.change(n)
		readtable.Assign(&c.Changed, &c.SecondFactor, active)
	}
}

func (f *personFold) setEmail(id int64, email string) {
	c := f.change(id)
	readtable.Assign(&c.Changed, &c.Email, email)
}

func (f *personFold) change(id int64) *personChange {
	c := f.ForKey(id)
	c.ID = id
	return c
}
