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
	ID       int64  `db:"id" json:"id"`
	Email    string `db:"email" json:"email"`
	Role     string `db:"role" json:"role"`
	Disabled bool   `db:"disabled" json:"disabled"`
	// SecondFactor tells whether logins need a code.
	SecondFactor bool      `db:"second_factor" json:"second_factor"`
	CreatedAt    time.Time `db:"created_at" json:"created_at"`
}

var adminTable = readtable.Of[Admin]("admins")

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
	insertAdmins = readtable.InsertStatement("admins", "id bigint", "email text", "role text", "disabled boolean", "second_factor boolean",
		"created_at timestamptz") + " ON CONFLICT (id) DO NOTHING"
	setAdmins = readtable.UpdateStatement("admins", []string{"id bigint"}, "role text", "disabled boolean", "second_factor boolean")
)

// adminChange holds a batch's changes to one administrator. A nil field is unchanged.
type adminChange struct {
	id                     int64
	role                   *string
	disabled, secondFactor *bool
}

// Applies implements engine.Selective.
func (Admins) Applies() []domain.Event {
	return []domain.Event{
		admin.Created{}, admin.RoleChanged{}, admin.Disabled{}, admin.Enabled{}, secondfactor.SetUp{}, secondfactor.Removed{},
	}
}

// Apply implements engine.Model.
func (Admins) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var created, changed readtable.Batch
	rows := readtable.Changes[int64, adminChange]{}
	of := func(id int64) *adminChange {
		c := rows.ForKey(id)
		c.id = id
		return c
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case admin.Created:
			created.Add(e.AdminID, e.Email, e.Role, false, false, e.At)
		case admin.RoleChanged:
			of(e.AdminID).role = new(e.Role)
		case admin.Disabled:
			of(e.AdminID).disabled = new(true)
		case admin.Enabled:
			of(e.AdminID).disabled = new(false)
		case secondfactor.SetUp:
			setSecondFactor(of, e.Owner, true)
		case secondfactor.Removed:
			setSecondFactor(of, e.Owner, false)
		}
	}
	for _, c := range rows.List {
		changed.Add(c.id, c.role, c.disabled, c.secondFactor)
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&created, insertAdmins), readtable.WriteBy(&changed, setAdmins))
}

// setSecondFactor changes the owner's row if the owner is an administrator.
func setSecondFactor(of func(id int64) *adminChange, owner string, is bool) {
	name, isAdmin := strings.CutPrefix(owner, "admin:")
	if id, err := strconv.ParseInt(name, 10, 64); isAdmin && err == nil {
		of(id).secondFactor = new(is)
	}
}
