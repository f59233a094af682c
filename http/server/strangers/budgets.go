package strangers

import (
	"fmt"
	"net/netip"
	"strings"
	"sync/atomic"
)

// MaxStranger is how many bytes of a body are read before its caller is known. Once the caller is known, the
// limit is envelope.Limit.
const MaxStranger = 16 << 10

// Limits, in bytes, for bodies above MaxStranger of known callers. They have limits because anyone may register.
const (
	knownBytes           = 128 << 20
	knownBytesPerAddress = 16 << 20
)

// Limits configures Budgets. 0 means no limit.
type Limits struct {
	// Connections is how many connections may be open at once, not counting websockets. ConnectionsPerAddress
	// is how many of them one address may have, including websockets without a token; for an address behind a
	// trusted proxy, it limits requests.
	Connections, ConnectionsPerAddress int
	// Bytes is how many bytes of strangers' bodies are held at once, BytesPerAddress how many for one address.
	Bytes, BytesPerAddress int
	// TrustedProxies are addresses and networks whose connections have no limit of their own, because they
	// carry the requests of many callers. Their requests count for the address that the proxy saw.
	TrustedProxies []string
}

// Budgets counts what strangers hold. Make it with New. It is safe for concurrent use.
type Budgets struct {
	connections, bytes, known *budget
	// requests counts the requests that trusted proxies forward.
	requests *budget
	// slow counts the bodies that did not arrive in time.
	slow    atomic.Int64
	trusted []netip.Prefix
}

// New makes Budgets. Error: a trusted proxy is neither an address nor a network.
func New(l Limits) (*Budgets, error) {
	s := &Budgets{
		connections: newBudget(l.Connections, l.ConnectionsPerAddress),
		bytes:       newBudget(l.Bytes, l.BytesPerAddress),
		requests:    newBudget(0, l.ConnectionsPerAddress),
		known:       newBudget(knownBytes, knownBytesPerAddress),
	}
	for _, proxy := range l.TrustedProxies {
		network, err := parseNetwork(strings.TrimSpace(proxy))
		if err != nil {
			return nil, fmt.Errorf("TRUSTED_PROXIES: %w", err)
		}
		s.trusted = append(s.trusted, network)
	}
	return s, nil
}

func parseNetwork(text string) (netip.Prefix, error) {
	if strings.Contains(text, "/") {
		return netip.ParsePrefix(text)
	}
	address, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, err
	}
	address = address.Unmap()
	return netip.PrefixFrom(address, address.BitLen()), nil
}

// isTrusted reports whether an address belongs to a trusted proxy.
func (s *Budgets) isTrusted(address netip.Addr) bool {
	for _, network := range s.trusted {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
