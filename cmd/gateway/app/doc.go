// Package app puts the gateway together: configuration, databases, wiring, and the
// order in which things start and stop. No rule of the business belongs here.
package app
