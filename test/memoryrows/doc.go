// Package memoryrows holds read models in memory, for simulations. They fold events
// with the same code as the tables.
package memoryrows
