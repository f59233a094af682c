// Package memoryrows holds read models in memory, for the feed, samples and simulations. They fold events
// with the same code as the tables.
package memoryrows
