package auth

import (
	"context"
	"errors"
	"strings"
	"time"

	"gateway/domain"
	"gateway/http/service/state"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ErrWrongCredentials says nothing of which of the two was wrong.
var ErrWrongCredentials = domain.Refuse(domain.Unauthorized, "wrong_credentials", "the e-mail address or the password is wrong")

// Sessions are the logins of one kind of people. It is safe for concurrent use, and
// may be copied.
type Sessions struct {
	State *state.DB
	// Kind is state.ClientSession or state.AdminSession. A token of one kind is
	// nothing to the other.
	Kind string
	TTL  time.Duration
	Now  func() time.Time
	// ByAccount and ByAddress limit failed logins, whatever made them fail.
	ByAccount *Limiter
	ByAddress *Limiter
}

// Person is who a name stands for.
type Person struct {
	ID           int64
	PasswordHash string
}

// Attempt is a try to log in as Name, from Address. Find gives who that is, or
// readmodel.ErrNotFound.
type Attempt struct {
	Name     string
	Address  string
	Password string
	Find     func(ctx context.Context) (Person, error)
}

// Token is a session that was opened. It is shown once and not kept.
type Token struct {
	Text      string
	ExpiresAt time.Time
}

// Login checks the password and opens a session. It takes as long for a name that
// nobody has. Errors: ErrWrongCredentials, *credentials.TooManyError.
func (s Sessions) Login(ctx context.Context, a Attempt) (Token, error) {
	forgive, err := s.count(a)
	if err != nil {
		return Token{}, err
	}
	person, err := a.Find(ctx)
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
	forgive()
	now := s.Now()
	expires := now.Add(s.TTL).Truncate(time.Second)
	text, err := s.State.Login(ctx, s.Kind, person.ID, person.PasswordHash, now, expires)
	return Token{Text: text, ExpiresAt: expires}, err
}

// count takes the attempt for a failed one until it is forgiven: many at once
// then can't all be under the limit.
func (s Sessions) count(a Attempt) (forgive func(), err error) {
	address, err := s.ByAddress.Take(a.Address)
	if err != nil {
		return nil, err
	}
	account, err := s.ByAccount.Take(a.Name)
	if err != nil {
		return nil, err
	}
	return func() { address(); account() }, nil
}

// Session gives the one whose token the request bears. Error: state.ErrNoSession.
func (s Sessions) Session(c *gin.Context) (state.Session, error) {
	token := bearer(c)
	if token == "" {
		return state.Session{}, state.ErrNoSession
	}
	return s.State.Session(c.Request.Context(), s.Kind, token, s.Now())
}

// Logout ends the session whose token the request bears.
func (s Sessions) Logout(c *gin.Context) error {
	return s.State.Logout(c.Request.Context(), bearer(c), s.Now())
}

func bearer(c *gin.Context) string {
	scheme, token, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// NewAttempt is the one of a request that says this e-mail address and password.
// The name is the address as one would compare it; whether it can be one at all is
// no concern of a login.
func NewAttempt(c *gin.Context, email, password string) Attempt {
	return Attempt{Name: strings.ToLower(strings.TrimSpace(email)), Password: password, Address: c.ClientIP()}
}
