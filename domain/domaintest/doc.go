// Package domaintest runs given/when/then tables against an aggregate. It is for
// tests alone and holds no rules of its own.
package domaintest
