// Package storetest is the contract of eventstore.Store as tests. Every store runs
// it over real storage; what is only true of one store does not belong here.
package storetest
