package config

import (
	"gateway/http/server/strangers"
)

// StrangersLimits returns the limits on what unauthenticated callers may make this instance hold.
func (c Config) StrangersLimits() strangers.Limits {
	return strangers.Limits{
		Connections: c.Connections, ConnectionsPerAddress: c.ConnectionsPerAddress,
		Bytes: c.StrangerBytes, BytesPerAddress: c.StrangerBytesPerAddress, TrustedProxies: c.TrustedProxies,
	}
}
