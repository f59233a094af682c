// Package storetest is the contract of eventstore.Store as tests. Every store runs
// it over real storage; what is only true of one store does not belong here. ShortReads
// is the other side of it: a store that makes use of what the contract allows, for
// the tests of those who read.
package storetest
