package strangers

import (
	"fmt"
	"net/netip"
	"strings"
	"sync/atomic"
)

// MaxStranger is how many bytes of a body are read before its caller is known. After that it is envelope.MaxBody.
const MaxStranger = 16 << 10

// What callers who are known may have the gateway hold of bodies above MaxStranger, in bytes: anyone may register.
const (
	knownBytes           = 128 << 20
	knownBytesPerAddress = 16 << 20
)

// Limits of Budgets. 0 is no limit.
type Limits struct {
	// Connections is how many connections are open at once, websockets apart. ConnectionsPerAddress is how many of one
	// address, websockets without a token among them; of an address that a trusted proxy saw, how many requests.
	Connections, ConnectionsPerAddress int
	// Bytes is how many bytes of strangers' bodies are held at once, BytesPerAddress how many of one address.
	Bytes, BytesPerAddress int
	// TrustedProxies are addresses and networks whose connections have no limit of their own, because they carry the
	// requests of many. What these carry counts for the address that the proxy saw.
	TrustedProxies []string
}

// Budgets holds the budgets. Make it with New. It is safe for concurrent use.
type Budgets struct {
	connections, bytes, known *budget
	// requests are those that trusted proxies bring.
	requests *budget
	// slow counts the bodies that did not come in time.
	slow    atomic.Int64
	trusted []netip.Prefix
}

// New makes Budgets. Error: a trusted proxy is no address and no network.
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

// isTrusted reports whether an address is a trusted proxy's.
func (s *Budgets) isTrusted(address netip.Addr) bool {
	for _, network := range s.trusted {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
