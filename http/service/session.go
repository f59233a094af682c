package service

import (
	"context"
	"errors"

	"gateway/domain"
)

// Session is the session of a person's request, or the API key of a program's request.
type Session struct {
	ClientID int64
	// PersonID is the id of the person, or 0 for an API key.
	PersonID int64
	// Generation is the generation of the person's sessions when the request was authenticated.
	Generation int
	// KeyHash is the hash of the API key. It is empty for a person.
	KeyHash string
	// Still refuses the request if the session or the key has ended since.
	Still func(ctx context.Context) error
}

type sessionKey struct{}

// WithSession returns a context with the session of its request. An append to the person's account is refused
// if the session has ended meanwhile.
func WithSession(ctx context.Context, s Session) context.Context {
	return context.WithValue(ctx, sessionKey{}, s)
}

// WithoutSession returns a context for work that continues after the session of its request has ended.
func WithoutSession(ctx context.Context) context.Context { return WithSession(ctx, Session{}) }

// SessionOf returns the session of the context. ok is false when the request has none, such as an
// administrator's.
func SessionOf(ctx context.Context) (s Session, ok bool) {
	s, _ = ctx.Value(sessionKey{}).(Session)
	return s, s.Still != nil
}

// UnlessEnded refuses a request whose session or key has ended since it was authenticated. takeBack undoes
// what the request appended to a stream other than the account, because an end of access may have checked that
// stream earlier. Both continue when the caller disconnects: a caller who disconnects has not ended.
func UnlessEnded(ctx context.Context, takeBack func(ctx context.Context) error) error {
	s, ok := SessionOf(ctx)
	if !ok {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	ended := s.Still(ctx)
	if _, refused := errors.AsType[*domain.Refusal](ended); !refused {
		return ended
	}
	return errors.Join(ended, takeBack(ctx))
}
