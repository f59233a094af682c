package risk

import "net/netip"

// The lengths of the prefixes that count as one network: what one site or one customer of an internet provider has.
const (
	ipv4Network = 24
	ipv6Network = 48
)

// NetworkOf returns the network of an IP address in CIDR notation, a /24 of IPv4 or a /48 of IPv6. It returns "" for a text
// that is no address.
func NetworkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	ip = ip.Unmap().WithZone("")
	bits := ipv6Network
	if ip.Is4() {
		bits = ipv4Network
	}
	return netip.PrefixFrom(ip, bits).Masked().String()
}
