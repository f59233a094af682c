// Package wiring puts the parts of the gateway together, and starts and stops them. It also opens an installation for
// the other commands (Tools, Move). It holds no business rule.
package wiring
