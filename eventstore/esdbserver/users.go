package esdbserver

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// The roles with a special meaning in access lists.
const (
	// RoleAdmins is the group whose users may do everything.
	RoleAdmins = "$admins"
	// RoleAll stands for every user.
	RoleAll = "$all"
)

// User is a user of a server with Options.Users.
type User struct {
	Name, Password string
	Groups         []string
}

// has reports whether the user has a role from an access list.
func (u *User) has(role string) bool {
	return role == RoleAll || role == u.Name || slices.Contains(u.Groups, role)
}

// Users holds the users that a server knows. It is safe for concurrent use.
type Users struct {
	mu  sync.RWMutex
	all []User
}

// NewUsers makes Users from the given users.
func NewUsers(users ...User) *Users { return &Users{all: users} }

// Set replaces the users.
func (u *Users) Set(users ...User) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.all = users
}

// find returns the user with this name and password, nil if there is none.
func (u *Users) find(name, password string) *User {
	u.mu.RLock()
	defer u.mu.RUnlock()
	for _, user := range u.all {
		if user.Name == name && user.Password == password {
			return &user
		}
	}
	return nil
}

type userKey struct{}

// authenticate returns the context of a call with its user. A call without credentials is anonymous. A call
// with wrong credentials is refused, even if anonymous callers may make it.
func (s *Server) authenticate(ctx context.Context) (context.Context, error) {
	values := metadata.ValueFromIncomingContext(ctx, "authorization")
	if s.options.Users == nil || len(values) == 0 {
		return ctx, nil
	}
	scheme, encoded, _ := strings.Cut(values[0], " ")
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	name, password, found := strings.Cut(string(decoded), ":")
	if err == nil && found && strings.EqualFold(scheme, "basic") {
		if user := s.options.Users.find(name, password); user != nil {
			return context.WithValue(ctx, userKey{}, user), nil
		}
	}
	return nil, status.Error(codes.Unauthenticated, "Unauthenticated")
}

func (s *Server) authenticateUnary(
	ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler,
) (any, error) {
	ctx, err := s.authenticate(ctx)
	if err != nil {
		return nil, err
	}
	return next(ctx, req)
}

func (s *Server) authenticateStream(srv any, call grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	ctx, err := s.authenticate(call.Context())
	if err != nil {
		return err
	}
	return next(srv, &authenticatedCall{ServerStream: call, ctx: ctx})
}

// authenticatedCall is a call whose context has its user.
type authenticatedCall struct {
	grpc.ServerStream
	ctx context.Context
}

// Context implements grpc.ServerStream.
func (c *authenticatedCall) Context() context.Context { return c.ctx }
