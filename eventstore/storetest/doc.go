// Package storetest is the contract of eventstore.Store as tests, and what tests of other
// packages need of stores.
//
//   - Run holds a store to the contract: append.go, retry.go, limit.go, read.go,
//     subscribe.go, concurrent.go, lifetime.go, copy_mark.go, fault.go.
//   - Memory is a log in memory.
//   - ShortReads wraps a store so that its reads are as short as the contract allows.
//
// What must not live here: a rule that holds for one store only. Only tests may import
// the package.
package storetest
