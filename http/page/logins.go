package page

import (
	"time"

	"gateway/http/api"
)

// Logins are the operations of the API on the logins of a site's people.
type Logins struct {
	// LogIn opens a session. It returns the session's token, and when it ends.
	LogIn  func(c api.Caller, body any) (token string, ends time.Time, err error)
	LogOut func(c api.Caller) error
	// Me asks for the person of the session.
	Me func(c api.Caller) (Who, error)
	// Confirm records a fresh proof of who the person is.
	Confirm        func(c api.Caller, body any) error
	ChangePassword func(c api.Caller, body any) error
	ListSessions   func(c api.Caller) ([]api.LoginSession, error)
	EndSession     func(c api.Caller, id string) error
	// BeginTOTP, ConfirmTOTP and RemoveTOTP change the second factor.
	BeginTOTP   func(c api.Caller, body any) (api.Enrolment, error)
	ConfirmTOTP func(c api.Caller, body any) (api.RecoveryCodes, error)
	RemoveTOTP  func(c api.Caller, body any) error
}
