// Package admin is the aggregate of an admin user: one stream per e-mail address,
// so that an address can be taken once.
package admin

import (
	"time"

	"gateway/domain"
)

// Roles of admin users. Admin may do everything; Support works on tickets and
// callbacks and reads; Auditor reads.
const (
	RoleAdmin   = "admin"
	RoleSupport = "support"
	RoleAuditor = "auditor"
)

// Created adds an admin user.
type Created struct {
	AdminID      int64     `json:"admin_id"`
	Email        string    `json:"email"`
	PasswordHash string    `json:"password_hash"`
	Role         string    `json:"role"`
	By           string    `json:"by"`
	At           time.Time `json:"at"`
}

// PasswordChanged replaces the hash; the first admin's follows ADMIN_PASSWORD.
type PasswordChanged struct {
	AdminID      int64     `json:"admin_id"`
	PasswordHash string    `json:"password_hash"`
	By           string    `json:"by"`
	At           time.Time `json:"at"`
}

// EventType is the wire name.
func (Created) EventType() string         { return "admin.created.v1" }
func (PasswordChanged) EventType() string { return "admin.password_changed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Created{}, PasswordChanged{}} }
