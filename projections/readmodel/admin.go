package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// Admin is an administrator (API reference: Admin settings).
type Admin struct {
	ID           int64     `db:"id" json:"id"`
	Email        string    `db:"email" json:"email"`
	Role         string    `db:"role" json:"role"`
	PasswordHash string    `db:"password_hash" json:"-"`
	CreatedAt    time.Time `db:"created_at" json:"created_at"`
}

var adminTable = tableOf[Admin]("admins")

// Admins lists the administrators, oldest first.
func (q *Queries) Admins(ctx context.Context) ([]Admin, error) {
	return adminTable.list(ctx, q, "ORDER BY id")
}

// Admin returns an administrator.
func (q *Queries) Admin(ctx context.Context, id int64) (Admin, error) {
	return adminTable.get(ctx, q, "WHERE id = $1", id)
}

// AdminByEmail returns the administrator with this e-mail address, compared without case.
func (q *Queries) AdminByEmail(ctx context.Context, email string) (Admin, error) {
	return adminTable.get(ctx, q, "WHERE lower(email) = lower($1)", email)
}

// admins projects the administrators.
type admins struct{}

func (admins) Name() string     { return "admins" }
func (admins) Tables() []string { return []string{"admins"} }

var (
	insertAdmins = insertStatement("admins", "id bigint", "email text", "role text", "password_hash text", "created_at timestamptz")
	setPasswords = updateStatement("admins", []string{"id bigint"}, "password_hash text")
)

// Applies implements engine.Selective.
func (admins) Applies() []domain.Event {
	return []domain.Event{admin.Created{}, admin.PasswordChanged{}}
}

// Apply implements engine.Model.
func (admins) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var created, changed batch
	passwords := changes[int64, admin.PasswordChanged]{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case admin.Created:
			created.add(e.AdminID, e.Email, e.Role, e.PasswordHash, e.At)
		case admin.PasswordChanged:
			*passwords.forKey(e.AdminID) = e
		}
	}
	for _, e := range passwords.list {
		changed.add(e.AdminID, e.PasswordHash)
	}
	return execAll(ctx, tx, write{&created, insertAdmins}, write{&changed, setPasswords})
}
