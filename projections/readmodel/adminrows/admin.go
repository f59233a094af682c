package adminrows

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/domain/secondfactor"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Queries queries administrators.
type Queries struct{ readtable.DB }

// Admin is an administrator (API reference: Admin settings).
type Admin struct {
	ID       int64  `json:"id"`
	Email    string `json:"email"`
	Role     string `json:"role"`
	Disabled bool   `json:"disabled"`
	// SecondFactor tells whether logins need a code.
	SecondFactor bool      `json:"second_factor"`
	CreatedAt    time.Time `json:"created_at"`
}

func (a *Admin) columns(f *readtable.Fields) {
	f.At("id", &a.ID).At("email", &a.Email).At("created_at", &a.CreatedAt)
	f.Later("role", &a.Role).Later("disabled", &a.Disabled).Later("second_factor", &a.SecondFactor)
}

var adminTable = readtable.TableOf("admins", (*Admin).columns)

// Admins lists the administrators, oldest first.
func (q Queries) Admins(ctx context.Context) ([]Admin, error) {
	return adminTable.List(ctx, q.DB, "ORDER BY id")
}

// Admin returns an administrator.
func (q Queries) Admin(ctx context.Context, id int64) (Admin, error) {
	return adminTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// Admins projects the administrators.
type Admins struct{}

// Name implements engine.Model.
func (Admins) Name() string { return "admins" }

// Tables implements engine.Model.
func (Admins) Tables() []string { return []string{"admins"} }

var (
	// An administrator created by an older version of the program is created a second time, in the staff
	// stream.
	insertAdmins = readtable.Insert("admins", (*Admin).columns).OnConflict("(id) DO NOTHING")
	setAdmins    = readtable.Update("admins", (*adminChange).columns, "id")
)

// adminChange holds a batch's changes to one administrator.
type adminChange struct {
	Admin
	readtable.Changed
}

// Applies implements engine.Selective.
func (Admins) Applies() []domain.Event {
	return []domain.Event{
		admin.Created{}, admin.RoleChanged{}, admin.Disabled{}, admin.Enabled{}, secondfactor.SetUp{}, secondfactor.Removed{},
	}
}

// Apply implements engine.Model.
func (Admins) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var created []*Admin
	var changed readtable.Changes[int64, adminChange]
	of := func(id int64) *adminChange {
		c := changed.ForKey(id)
		c.ID = id
		return c
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case admin.Created:
			created = append(created, &Admin{ID: e.AdminID, Email: e.Email, Role: e.Role, CreatedAt: e.At})
		case admin.RoleChanged:
			of(e.AdminID).Role = e.Role
		case admin.Disabled:
			c := of(e.AdminID)
			readtable.Assign(&c.Changed, &c.Disabled, true)
		case admin.Enabled:
			c := of(e.AdminID)
			readtable.Assign(&c.Changed, &c.Disabled, false)
		case secondfactor.SetUp:
			setSecondFactor(of, e.Owner, true)
		case secondfactor.Removed:
			setSecondFactor(of, e.Owner, false)
		}
	}
	return readtable.Run(ctx, tx, insertAdmins.Rows(created...), setAdmins.Rows(changed.List...))
}

// setSecondFactor changes the owner's row if the owner is an administrator.
func setSecondFactor(of func(id int64) *adminChange, owner string, is bool) {
	name, isAdmin := strings.CutPrefix(owner, "admin:")
	if id, err := strconv.ParseInt(name, 10, 64); isAdmin && err == nil {
		c := of(id)
		readtable.Assign(&c.Changed, &c.SecondFactor, is)
	}
}
