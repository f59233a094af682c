// Package eventstore is the log and the one way to change it.
//
// Store is the port that a log must fulfil (contract: package storetest; embedded
// default: package postgres). Codec turns domain events into named, versioned JSON
// and back. Execute is the only place in the program that loads, folds, decides,
// appends and retries; nothing else appends.
//
// The package knows no aggregate by name: what it is told of one is its
// domain.Aggregate and the events registered with the Codec.
package eventstore
