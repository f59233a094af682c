// Package callbackrows has the read model of callbacks and of the attempts to deliver them.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package callbackrows
