package readmodel

import (
	"context"
	"time"
)

// Admin is an admin user.
type Admin struct {
	ID           int64     `db:"id" json:"id"`
	Email        string    `db:"email" json:"email"`
	Role         string    `db:"role" json:"role"`
	PasswordHash string    `db:"password_hash" json:"-"`
	CreatedAt    time.Time `db:"created_at" json:"created_at"`
}

var adminTable = tableOf[Admin]("admins")

// Admins lists the admin users, oldest first.
func (q *Queries) Admins(ctx context.Context) ([]Admin, error) {
	return adminTable.all(ctx, q, "ORDER BY id")
}

// Admin finds an admin user.
func (q *Queries) Admin(ctx context.Context, id int64) (Admin, error) {
	return adminTable.one(ctx, q, "WHERE id = $1", id)
}

// AdminByEmail finds an admin user by e-mail address, whatever its case.
func (q *Queries) AdminByEmail(ctx context.Context, email string) (Admin, error) {
	return adminTable.one(ctx, q, "WHERE lower(email) = lower($1)", email)
}
