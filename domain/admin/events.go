// Package admin is the aggregate of an administrator. There is one stream per e-mail
// address, so that two administrators cannot have the same one.
package admin

import (
	"time"

	"gateway/domain"
)

// Roles of administrators. An admin may do everything, support may read, answer tickets
// and resend callbacks, and an auditor may read.
const (
	RoleAdmin   = "admin"
	RoleSupport = "support"
	RoleAuditor = "auditor"
)

// Created adds an administrator.
type Created struct {
	AdminID      int64     `json:"admin_id"`
	Email        string    `json:"email"`
	PasswordHash string    `json:"password_hash"`
	Role         string    `json:"role"`
	By           string    `json:"by"`
	At           time.Time `json:"at"`
}

// PasswordChanged replaces the hash of the password. That of the first administrator
// follows the configuration ADMIN_PASSWORD.
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
