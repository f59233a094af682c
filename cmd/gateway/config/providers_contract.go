package config

import (
	"cmp"
	"net/url"
	"strings"

	"go.yaml.in/yaml/v3"
)

// contract is what only one connection can have: each of two would claim the money, the bookings and the
// notifications of the other. origin is that of the provider, or empty for what must differ at any two addresses.
type contract struct{ origin, value string }

// once refuses a contract that an earlier connection has. name is that of the present one.
func (r *providersReader) once(n *yaml.Node, at, member string, of contract, name string) {
	if of.value == "" {
		return
	}
	name = cmp.Or(name, at)
	other, taken := r.contracts[of]
	if taken && other != name {
		r.refuse(n, joined(at, member), "is also that of %s: one contract can't be two connections", other)
		return
	}
	r.contracts[of] = name
}

// origin returns one text for all ways to write the address of a provider.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	port := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(strings.ToLower(u.Host), port)
}
