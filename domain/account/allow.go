package account

import (
	"net/netip"

	"gateway/domain"
)

// MaxNetworks is how many networks an API key may be bound to.
const MaxNetworks = 20

// NormalizeNetworks returns addresses and networks in CIDR notation, with the bits beyond the prefix cleared:
// `192.0.2.7` becomes `192.0.2.7/32`. An empty list stays empty. Refusal: invalid_field allow.
func NormalizeNetworks(texts []string) ([]string, error) {
	if len(texts) > MaxNetworks {
		return nil, domain.InvalidField("allow", "may have at most %d networks", MaxNetworks)
	}
	var networks []string
	for _, s := range texts {
		network, err := netip.ParsePrefix(s)
		if err != nil {
			var ip netip.Addr
			if ip, err = netip.ParseAddr(s); err == nil && ip.Zone() == "" {
				network = netip.PrefixFrom(ip, ip.BitLen())
			}
		}
		if err != nil || !network.IsValid() || network.Addr().Is4In6() {
			return nil, domain.InvalidField("allow", "must hold IP addresses, or networks such as 192.0.2.0/24")
		}
		networks = append(networks, network.Masked().String())
	}
	return networks, nil
}

// AllowedFrom reports whether one of the networks contains the address. An empty list allows every address.
// networks must come from NormalizeNetworks.
func AllowedFrom(networks []string, address string) bool {
	if len(networks) == 0 {
		return true
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	ip = ip.Unmap().WithZone("")
	for _, s := range networks {
		if network, err := netip.ParsePrefix(s); err == nil && network.Contains(ip) {
			return true
		}
	}
	return false
}
