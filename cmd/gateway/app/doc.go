// Package app reads the configuration, opens the databases, wires the parts of the gateway
// and starts and stops them. It also opens an installation for the other commands (Tools,
// Move). It holds no business rule.
package app
