// Package storetest is the contract of eventstore.Store in the form of tests, and helpers for tests of other
// packages that need a store.
//
//   - Run tests whether a store fulfils the contract: append.go, retry.go, limit.go, read.go,
//     subscribe.go, concurrent.go, lifetime.go, copy_mark.go, fault.go.
//   - Memory is a log in memory.
//   - ShortReads wraps a store so that its reads are as short as the contract allows.
//
// What must not live here: a rule that holds for only one store. Only tests may import the package.
package storetest
