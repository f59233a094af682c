package credential

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/secondfactor"
	"gateway/http/service/state"
	"gateway/projections/readmodel"
)

// ErrWrongCredentials refuses a login. It does not say whether the e-mail address or
// the password is wrong.
var ErrWrongCredentials = domain.Refuse(domain.Unauthorized, "wrong_credentials", "the e-mail address or the password is wrong")

// Refusals of a login whose password was right.
var (
	ErrCodeRequired   = domain.Refuse(domain.Unauthorized, "code_required", "this login needs a code of the second factor, or a recovery code, in `code`")
	ErrWrongLoginCode = domain.Refuse(domain.Unauthorized, "wrong_code", "the code is wrong, or was used before")
)

// Sessions are the login sessions of clients, or those of administrators. It is safe
// for concurrent use, and may be copied.
type Sessions struct {
	State *state.DB
	// Kind is state.ClientSession or state.AdminSession. A token of one kind is not
	// valid for the other.
	Kind string
	// TTL is how long a session lives.
	TTL time.Duration
	Now func() time.Time
	// Limits limit failed logins.
	Limits *LoginLimits
	// SecondFactor checks the code of a login: secondfactor.Factors.Check. Nil checks none.
	SecondFactor func(ctx context.Context, owner, code string) error
}

// Owner names a person as events do, and as the owner of a second factor: `admin:3`.
func (s Sessions) Owner(id int64) string { return s.Kind + ":" + strconv.FormatInt(id, 10) }

// Person is whose password is checked.
type Person struct {
	ID           int64
	PasswordHash string
}

// Attempt is one attempt to log in.
type Attempt struct {
	Email    string
	Password string
	// Code is that of the second factor, or a recovery code.
	Code string
	// Address is the IP address of the caller.
	Address string
}

// Token is a session that was opened. Text is shown once; only its hash is stored.
type Token struct {
	Text      string
	ExpiresAt time.Time
}

// Login checks the password, then the code, and opens a session. find gives the person of an e-mail
// address (in lower case), or readmodel.ErrNotFound; a login with an unknown address
// takes as long as one with a wrong password. A wrong code counts as a failed login, a
// missing one does not. Errors: ErrWrongCredentials, ErrCodeRequired, ErrWrongLoginCode,
// *TooManyError.
func (s Sessions) Login(
	ctx context.Context, a Attempt, find func(ctx context.Context, email string) (Person, error),
) (Token, error) {
	// Whether the address can be one at all does not matter here.
	email := strings.ToLower(strings.TrimSpace(a.Email))
	allowed, err := s.Limits.Begin(ctx, email, a.Address)
	if err != nil {
		return Token{}, err
	}
	ctx = allowed.Context(ctx)
	person, err := find(ctx, email)
	if err != nil && !errors.Is(err, readmodel.ErrNotFound) {
		return Token{}, err
	}
	fits, err := CheckPassword(ctx, a.Password, person.PasswordHash)
	if err != nil {
		return Token{}, err
	}
	if !fits {
		return Token{}, ErrWrongCredentials
	}
	err = s.checkCode(ctx, person, a.Code)
	if err == nil {
		err = allowed.Succeed(ctx)
	} else if !errors.Is(err, ErrWrongLoginCode) {
		allowed.Uncount()
	}
	if err != nil {
		return Token{}, err
	}
	now := s.Now()
	expires := now.Add(s.TTL).Truncate(time.Second)
	text, err := s.State.OpenSession(ctx, s.Kind, person.ID, person.PasswordHash, now, expires)
	return Token{Text: text, ExpiresAt: expires}, err
}

func (s Sessions) checkCode(ctx context.Context, p Person, code string) error {
	if s.SecondFactor == nil {
		return nil
	}
	err := s.SecondFactor(ctx, s.Owner(p.ID), strings.TrimSpace(code))
	if errors.Is(err, secondfactor.ErrWrongCode) {
		return ErrWrongLoginCode
	}
	return err
}

// Session gives the open session of the token. Error: state.ErrNoSession.
func (s Sessions) Session(ctx context.Context, token string) (state.Session, error) {
	if token == "" {
		return state.Session{}, state.ErrNoSession
	}
	return s.State.FindSession(ctx, s.Kind, token, s.Now())
}

// Logout ends the session of the token at once, on every instance.
func (s Sessions) Logout(ctx context.Context, token string) error {
	return s.State.EndSession(ctx, token, s.Now())
}
