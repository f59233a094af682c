package admin

import (
	"strconv"
	"time"

	"gateway/domain"
)

// Logins folds the streams of logins. No decision reads them; they are there for people who read the log.
var Logins = domain.Aggregate[struct{}]{Category: "admin_login", Evolve: func(none struct{}, _ domain.Event) struct{} { return none }}

// LoginStream names the stream of one login. Each login has its own, so that no login needs an earlier one,
// which may be in an archive that can't be read.
func LoginStream(adminID int64, at time.Time) string {
	return Logins.Stream(strconv.FormatInt(adminID, 10) + "-" + strconv.FormatInt(at.UnixNano(), 10))
}

// LoggedIn says that an administrator opened a session.
type LoggedIn struct {
	AdminID int64 `json:"admin_id"`
	// SecondFactor says that the login needed a code.
	SecondFactor bool      `json:"second_factor"`
	By           string    `json:"by"`
	At           time.Time `json:"at"`
}

// EventType is the wire name.
func (LoggedIn) EventType() string { return "admin.logged_in.v1" }
