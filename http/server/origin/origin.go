// Package origin knows the address that a request comes from. It carries the address in the context, and says
// which addresses count as one.
package origin

import (
	"context"
	"net/netip"

	"gateway/eventstore"
)

type (
	key    struct{}
	viaKey struct{}
)

// WithVia returns a context that carries the credential of the request: `api_key:<id>` or `session`.
func WithVia(ctx context.Context, via string) context.Context {
	return context.WithValue(ctx, viaKey{}, via)
}

// Recorded returns a context in which appended events record the request's address and credential, as far as
// these are known.
func Recorded(ctx context.Context) context.Context {
	m := eventstore.MetadataFrom(ctx)
	m.Address = Address(ctx)
	m.Via, _ = ctx.Value(viaKey{}).(string)
	return eventstore.WithMetadata(ctx, m)
}

// With returns a context that carries the caller's IP address.
func With(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, key{}, address)
}

// Address returns the caller's IP address, empty if no request caused the call.
func Address(ctx context.Context) string {
	address, _ := ctx.Value(key{}).(string)
	return address
}

// subnet is the length of the smallest prefix that an IPv6 customer gets.
const subnet = 64

// Network returns what counts as one address: an IPv4 address, or the /64 of an IPv6 address, because a caller
// controls a whole /64. It returns a text that is not an address unchanged.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, subnet).Masked().String()
}
