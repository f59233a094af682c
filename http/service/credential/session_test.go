package credential_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/domain"
	"gateway/http/service/credential"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
	"gateway/projections/readmodel"
)

func codeOf(err error) string {
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Code
}

const password = "correct horse"

// logins are the sessions of clients, with one client: ani@example.com. At most two
// logins of an account may fail from an IP address, and three of all accounts.
type logins struct {
	credential.Sessions
	t    *testing.T
	now  time.Time
	hash string
	// delays are those that logins waited for. They take no time.
	delays []time.Duration
}

func newLogins(t *testing.T) *logins {
	l := &logins{t: t, now: time.Date(2026, 1, 2, 12, 0, 0, 500, time.UTC)}
	var err error
	if l.hash, err = credential.HashPassword(t.Context(), password); err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return l.now }
	db := servicetest.New(t).State
	l.Sessions = credential.Sessions{
		State: db, Kind: state.ClientSession, TTL: time.Hour, Now: clock,
		Limits: credential.NewLoginLimits(db, credential.LoginLimitOptions{
			Kind: state.ClientSession, PerAccount: 2, PerAddress: 3, Window: time.Hour, Now: clock,
			After: func(d time.Duration) <-chan time.Time {
				l.delays = append(l.delays, d)
				passed := make(chan time.Time, 1)
				passed <- l.now
				return passed
			},
		}),
	}
	return l
}

func (l *logins) login(email, password, address string) (credential.Token, error) {
	return l.Login(l.t.Context(), credential.Attempt{Email: email, Password: password, Address: address},
		func(_ context.Context, email string) (credential.Person, error) {
			if email != "ani@example.com" {
				return credential.Person{}, readmodel.ErrNotFound
			}
			return credential.Person{ID: 7, PasswordHash: l.hash}, nil
		})
}

// token logs in.
func (l *logins) token() credential.Token {
	l.t.Helper()
	token, err := l.login(" Ani@Example.com", password, "192.0.2.9")
	if err != nil {
		l.t.Fatal(err)
	}
	return token
}

func TestALoginOpensASessionUntilItExpires(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	token := l.token()
	if want := time.Date(2026, 1, 2, 13, 0, 0, 0, time.UTC); !token.ExpiresAt.Equal(want) {
		t.Errorf("it expires at %s, want %s", token.ExpiresAt, want)
	}
	session, err := l.Session(t.Context(), token.Text)
	if err != nil || session.Subject != 7 || !session.OpenedWith(l.hash) || session.OpenedWith("another hash") {
		t.Errorf("the session is %+v, %v", session, err)
	}
	l.now = token.ExpiresAt
	if _, err := l.Session(t.Context(), token.Text); !errors.Is(err, state.ErrNoSession) {
		t.Errorf("when it has expired: %v", err)
	}
}

func TestATokenIsOfOneKindAndEndsWithTheLogout(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	token, other := l.token().Text, l.token().Text
	admins := l.Sessions
	admins.Kind = state.AdminSession
	for name, got := range map[string]func() (state.Session, error){
		"no token":                func() (state.Session, error) { return l.Session(t.Context(), "") },
		"an unknown token":        func() (state.Session, error) { return l.Session(t.Context(), "x") },
		"a client's token, admin": func() (state.Session, error) { return admins.Session(t.Context(), token) },
	} {
		if _, err := got(); !errors.Is(err, state.ErrNoSession) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := l.Logout(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Session(t.Context(), token); !errors.Is(err, state.ErrNoSession) {
		t.Errorf("after the logout: %v", err)
	}
	if _, err := l.Session(t.Context(), other); err != nil {
		t.Errorf("another session of the client: %v", err)
	}
}

func TestALoginDoesNotTellAWrongPasswordFromAnUnknownAddress(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	_, wrong := l.login("ani@example.com", "wrong", "192.0.2.1")
	_, unknown := l.login("budi@example.com", password, "192.0.2.2")
	if !errors.Is(wrong, credential.ErrWrongCredentials) || !errors.Is(unknown, credential.ErrWrongCredentials) {
		t.Errorf("%v, %v", wrong, unknown)
	}
	down := errors.New("the database is down")
	_, err := l.Login(t.Context(), credential.Attempt{Email: "ani@example.com", Password: password, Address: "192.0.2.3"},
		func(context.Context, string) (credential.Person, error) { return credential.Person{}, down })
	if !errors.Is(err, down) {
		t.Errorf("a failed lookup is %v", err)
	}
}
