// Package admin is the aggregate of all administrators. They share one stream, because some rules concern all
// of them: only one administrator may have an address, and the last enabled admin is never disabled, even if
// two are disabled at once. Their second factors are in package secondfactor.
package admin

import (
	"time"

	"gateway/domain"
)

// Roles of administrators. The table in http/api/auth says what each may do.
const (
	RoleAdmin   = "admin"
	RoleSupport = "support"
	RoleAuditor = "auditor"
)

// The statuses of an administrator, as administrators see them.
const (
	StatusActive   = "active"
	StatusDisabled = "disabled"
)

// Created adds an administrator.
type Created struct {
	AdminID      int64     `json:"admin_id"`
	Email        string    `json:"email"`
	PasswordHash string    `json:"password_hash"`
	Role         string    `json:"role"`
	Reason       string    `json:"reason"`
	By           string    `json:"by"`
	At           time.Time `json:"at"`
}

// PasswordChanged replaces the hash of the password. By says who did it: the administrator, or for a reset
// another administrator or the command line. All sessions end, except the one in which administrators change
// their own password.
type PasswordChanged struct {
	AdminID      int64     `json:"admin_id"`
	PasswordHash string    `json:"password_hash"`
	Reason       string    `json:"reason"`
	By           string    `json:"by"`
	At           time.Time `json:"at"`
}

// RoleChanged gives an administrator another role. All sessions end.
type RoleChanged struct {
	AdminID int64     `json:"admin_id"`
	Role    string    `json:"role"`
	Reason  string    `json:"reason"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// Disabled ends all sessions of an administrator, who can no longer log in.
type Disabled struct {
	AdminID int64     `json:"admin_id"`
	Reason  string    `json:"reason"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// Enabled lets a disabled administrator log in again.
type Enabled struct {
	AdminID int64     `json:"admin_id"`
	Reason  string    `json:"reason"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// SignedOut says that an administrator logged out of one session, or, if Everywhere is set, of all.
type SignedOut struct {
	AdminID    int64     `json:"admin_id"`
	Everywhere bool      `json:"everywhere"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Created) EventType() string         { return "admin.created.v1" }
func (PasswordChanged) EventType() string { return "admin.password_changed.v1" }
func (RoleChanged) EventType() string     { return "admin.role_changed.v1" }
func (Disabled) EventType() string        { return "admin.disabled.v1" }
func (Enabled) EventType() string         { return "admin.enabled.v1" }
func (SignedOut) EventType() string       { return "admin.signed_out.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Created{}, PasswordChanged{}, RoleChanged{}, Disabled{}, Enabled{}, SignedOut{}, LoggedIn{}}
}
