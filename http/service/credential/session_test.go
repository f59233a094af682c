package credential_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/secondfactor"
	"gateway/http/service/credential"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

func codeOf(err error) string {
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Code
}

const password = "correct horse"

// logins are the sessions of clients, with one client: ani@example.com. From one IP address, at most two
// logins of one account may fail, and three of all accounts.
type logins struct {
	credential.Sessions
	t          *testing.T
	now        time.Time
	hash       string
	generation int
	// delays are the delays that logins had to wait. They take no time in the test.
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
		State: db, Kind: state.PersonSession, TTL: time.Hour, Now: clock,
		Limits: credential.NewLoginLimits(db, credential.LoginLimitOptions{
			Kind: state.PersonSession, PerAccount: 2, PerAddress: 3, Window: time.Hour, Now: clock,
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
	return l.Login(l.t.Context(), credential.Attempt{Email: email, Password: password, Address: address}, l.find)
}

func (l *logins) find(_ context.Context, email string) (credential.Person, error) {
	if email != "ani@example.com" {
		return credential.Person{}, readtable.ErrNotFound
	}
	return credential.Person{ID: 7, PasswordHash: l.hash, Generation: l.generation}, nil
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
	if err != nil || session.Subject != 7 || session.Generation != 0 || session.Address != "192.0.2.9" {
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

func TestTheSessionsOfAPersonEndTogetherButForOne(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	first, kept := l.token().Text, l.token().Text
	l.generation = 1
	if err := l.EndAll(t.Context(), 7, 1, kept); err != nil {
		t.Fatal(err)
	}
	last := l.token().Text
	open, err := l.Of(t.Context(), 7, 1)
	if err != nil || len(open) != 2 {
		t.Fatalf("the open sessions are %+v, %v", open, err)
	}
	if _, err := l.Session(t.Context(), first); !errors.Is(err, state.ErrNoSession) {
		t.Errorf("the other session: %v", err)
	}
	if err := l.End(t.Context(), 8, open[0].ID); !errors.Is(err, state.ErrSessionNotFound) {
		t.Errorf("another person ended it: %v", err)
	}
	if err := l.End(t.Context(), 7, open[0].ID); err != nil {
		t.Error(err)
	}
	if _, err := l.Session(t.Context(), last); !errors.Is(err, state.ErrNoSession) {
		t.Errorf("the newest session: %v", err)
	}
	if session, err := l.Session(t.Context(), kept); err != nil || session.Generation != 1 {
		t.Errorf("the kept session: %+v, %v", session, err)
	}
}

func TestAWrongCodeIsAFailedLoginAndAMissingOneIsNot(t *testing.T) {
	t.Parallel()
	l := newLogins(t)
	l.SecondFactor = func(_ context.Context, owner, code string) error {
		switch {
		case owner != "person:7":
			t.Errorf("a code of %s", owner)
		case code == "":
			return secondfactor.ErrNoCode
		case code != "123456":
			return secondfactor.ErrWrongCode
		}
		return nil
	}
	for _, c := range []struct{ code, refused string }{
		{"", "code_required"},
		{"", "code_required"},
		{"", "code_required"}, // does not count
		{"000000", "wrong_code"},
		{" 123456 ", ""}, // does not count
		{"000000", "wrong_code"},
		{"123456", "too_many_requests"},
	} {
		_, err := l.Login(t.Context(), credential.Attempt{Email: "ani@example.com", Password: password, Code: c.code, Address: "192.0.2.1"}, l.find)
		if codeOf(err) != c.refused {
			t.Errorf("the code %q: %v, want %q", c.code, err, c.refused)
		}
	}
}
