// Package wiring assembles the parts of the gateway, and starts and stops them. It also opens an installation
// for the other commands (Tools, Move). It contains no business rules.
package wiring
