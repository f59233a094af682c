package auth

import "context"

type portalKey struct{}

// FromPortal marks the context of a request that the portal makes for a logged-in person. Operations for API
// keys then also admit that person's session, if the role may use the operation's group (x-person in the
// description). Only the gateway's own code can set the mark.
func FromPortal(ctx context.Context) context.Context {
	return context.WithValue(ctx, portalKey{}, true)
}

// IsFromPortal reports whether the context has the mark of FromPortal.
func IsFromPortal(ctx context.Context) bool { return ctx.Value(portalKey{}) != nil }
