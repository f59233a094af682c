package config

import (
	"gateway/http/server/strangers"
)

// StrangersLimits are the limits of what callers may have this instance hold before it knows them.
func (c Config) StrangersLimits() strangers.Limits {
	return strangers.Limits{
		Connections: c.Connections, ConnectionsPerAddress: c.ConnectionsPerAddress,
		Bytes: c.StrangerBytes, BytesPerAddress: c.StrangerBytesPerAddress, TrustedProxies: c.TrustedProxies,
	}
}
