// Package domaintest runs given/when/then tables against an aggregate. Only tests import
// it.
package domaintest
