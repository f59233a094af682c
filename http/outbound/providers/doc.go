// Package providers holds the connections to payment providers. It makes the adapter of each connection from its
// configuration (package provider for Xendit, package snapadapter for the others), finds the adapter by the name of
// the connection as the interface that a caller needs, and says what each connection can do. Which connection is
// asked for a payment is decided elsewhere.
package providers
