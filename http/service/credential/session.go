package credential

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/secondfactor"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

// ErrWrongCredentials refuses a login. It does not say whether the e-mail address or
// the password is wrong.
var ErrWrongCredentials = domain.Refuse(domain.Unauthorized, "wrong_credentials", "the e-mail address or the password is wrong")

// ErrNoSession refuses a token that is unknown, has expired, or was logged out.
var ErrNoSession = state.ErrNoSession

// Refusals of a login whose password was right.
var (
	ErrCodeRequired = domain.Refuse(domain.Unauthorized, "code_required",
		"this login needs a code of the second factor, or a recovery code, in `code`")
	ErrWrongLoginCode = domain.Refuse(domain.Unauthorized, "wrong_code", "the code is wrong, or was used before")
)

// Sessions are the login sessions of one kind of people, such as administrators. A session
// ends at once on all instances: by a logout, or because the person's generation of
// sessions was raised by an event (a password changed, say). It is safe for concurrent
// use, and may be copied.
type Sessions struct {
	State *state.DB
	// Kind is that of the people, such as state.AdminSession. A token of one kind is not
	// valid for another.
	Kind string
	// TTL is how long a session lives.
	TTL time.Duration
	Now func() time.Time
	// Limits limit failed logins.
	Limits *LoginLimits
	// SecondFactor checks the code of a login: secondfactorservice.Factors.Check. Nil checks none.
	SecondFactor func(ctx context.Context, owner, code string) error
}

// Owner names a person as events do, and as the owner of a second factor: `admin:3`.
func (s Sessions) Owner(id int64) string { return s.Kind + ":" + strconv.FormatInt(id, 10) }

// Person is whose password is checked. Generation is the person's generation of sessions:
// it only grows, and an event that ends all sessions raises it.
type Person struct {
	ID           int64
	Email        string
	PasswordHash string
	Generation   int
}

// Attempt is one attempt to log in.
type Attempt struct {
	Email    string
	Password string
	// Code is that of the second factor, or a recovery code.
	Code string
	// Address is the IP address of the caller, and UserAgent the caller's program.
	Address, UserAgent string
}

// Token is a session that was opened. Text is shown once; only its hash is stored.
type Token struct {
	Text      string
	ExpiresAt time.Time
}

// Login checks the password, then the code, and opens a session. find gives the person of
// an e-mail address (a form of account.EmailForms), or readtable.ErrNotFound; a login with an unknown
// address takes as long as one with a wrong password. Failures count for the address, whichever form was
// sent. A wrong code counts as a failed login, a missing one does not. Errors: ErrWrongCredentials,
// ErrCodeRequired, ErrWrongLoginCode, *TooManyError.
func (s Sessions) Login(
	ctx context.Context, a Attempt, find func(ctx context.Context, email string) (Person, error),
) (Token, error) {
	person, err := s.check(ctx, a, find)
	if err != nil {
		return Token{}, err
	}
	now := s.Now()
	expires := now.Add(s.TTL).Truncate(time.Second)
	text, err := s.State.OpenSession(ctx, s.Kind, state.Session{
		Subject: person.ID, Generation: person.Generation, Address: a.Address, UserAgent: a.UserAgent, CreatedAt: now, ExpiresAt: expires,
	})
	return Token{Text: text, ExpiresAt: expires}, err
}

// Prove says that the person of the token's session has just proven again who it is.
func (s Sessions) Prove(ctx context.Context, token string) error {
	return s.State.ProveSession(ctx, token, s.Now())
}

// Confirm checks the password, then the code, of a person who is logged in by the session of the token, and
// proves the session. A failure counts as a failed login. Errors are those of Login.
func (s Sessions) Confirm(ctx context.Context, a Attempt, p Person, token string) error {
	a.Email = p.Email
	_, err := s.check(ctx, a, func(context.Context, string) (Person, error) { return p, nil })
	if err != nil {
		return err
	}
	return s.Prove(ctx, token)
}

// check gives the person whose password, and code, the attempt has.
func (s Sessions) check(
	ctx context.Context, a Attempt, find func(ctx context.Context, email string) (Person, error),
) (Person, error) {
	// Whether the address can be one at all does not matter here.
	forms := account.EmailForms(a.Email)
	allowed, err := s.Limits.Begin(ctx, forms[len(forms)-1], a.Address)
	if err != nil {
		return Person{}, err
	}
	ctx = allowed.Context(ctx)
	person, err := findAny(ctx, forms, find)
	if err != nil && !errors.Is(err, readtable.ErrNotFound) {
		return Person{}, err
	}
	fits, err := CheckPassword(ctx, a.Password, person.PasswordHash)
	if err != nil {
		return Person{}, err
	}
	if !fits {
		return Person{}, ErrWrongCredentials
	}
	err = s.checkCode(ctx, person, a.Code)
	if err == nil {
		err = allowed.Succeed(ctx)
	} else if !errors.Is(err, ErrWrongLoginCode) {
		allowed.Uncount()
	}
	return person, err
}

// findAny gives the person of the first form that has one.
func findAny(
	ctx context.Context, forms []string, find func(ctx context.Context, email string) (Person, error),
) (p Person, err error) {
	for _, email := range forms {
		if p, err = find(ctx, email); !errors.Is(err, readtable.ErrNotFound) {
			return p, err
		}
	}
	return p, err
}

func (s Sessions) checkCode(ctx context.Context, p Person, code string) error {
	if s.SecondFactor == nil {
		return nil
	}
	code = strings.TrimSpace(code)
	err := s.SecondFactor(ctx, s.Owner(p.ID), code)
	switch {
	case errors.Is(err, secondfactor.ErrNoCode) && code == "":
		return ErrCodeRequired
	case errors.Is(err, secondfactor.ErrWrongCode):
		return ErrWrongLoginCode
	}
	return err
}

// Session gives the open session of the token. It has ended nevertheless where the person's
// generation is another than the session's: the caller compares. Error: state.ErrNoSession.
func (s Sessions) Session(ctx context.Context, token string) (state.Session, error) {
	if token == "" {
		return state.Session{}, state.ErrNoSession
	}
	return s.State.FindSession(ctx, s.Kind, token, s.Now())
}

// Of gives the person's open sessions, newest first.
func (s Sessions) Of(ctx context.Context, person int64, generation int) ([]state.Session, error) {
	return s.State.SessionsOf(ctx, s.Kind, person, generation, s.Now())
}

// Logout ends the session of the token at once, on every instance.
func (s Sessions) Logout(ctx context.Context, token string) error {
	return s.State.EndSession(ctx, token, s.Now())
}

// End ends one of the person's sessions at once, on every instance. Refusal:
// state.ErrSessionNotFound.
func (s Sessions) End(ctx context.Context, person, session int64) error {
	return s.State.EndSessionOf(ctx, s.Kind, person, session)
}

// EndAll ends the person's sessions of before this generation at once, on every instance,
// but for the one of the token keep, which goes on. The event that raised the generation
// comes first, so that a crash in between ends them, too.
func (s Sessions) EndAll(ctx context.Context, person int64, generation int, keep string) error {
	return s.State.EndSessionsOf(ctx, s.Kind, person, generation, keep)
}
