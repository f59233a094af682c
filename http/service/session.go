package service

import "context"

// Session is the login session that a person's request came in, or the API key of a program's.
type Session struct {
	ClientID int64
	// PersonID is the person's; zero for an API key.
	PersonID int64
	// Generation is that of the person's sessions when the request was let in.
	Generation int
	// KeyHash is that of the API key; empty for a person.
	KeyHash string
	// Still refuses the request where the session, or the key, has ended since.
	Still func(ctx context.Context) error
}

type sessionKey struct{}

// WithSession returns a context with the session of its request. What is decided on the person's account is refused where the
// session ended meanwhile, in the same append.
func WithSession(ctx context.Context, s Session) context.Context {
	return context.WithValue(ctx, sessionKey{}, s)
}

// WithoutSession returns a context for what goes on though the session of its request has ended.
func WithoutSession(ctx context.Context) context.Context { return WithSession(ctx, Session{}) }

// SessionOf is the session of the context; ok is false where the request has none, as that of an administrator.
func SessionOf(ctx context.Context) (s Session, ok bool) {
	s, _ = ctx.Value(sessionKey{}).(Session)
	return s, s.Still != nil
}

// Still refuses a request whose session, or key, has ended since it was let in. What a request appended elsewhere than to the account
// is taken back then: an end of access may have looked at that stream before.
func Still(ctx context.Context) error {
	if s, ok := SessionOf(ctx); ok {
		return s.Still(ctx)
	}
	return nil
}
