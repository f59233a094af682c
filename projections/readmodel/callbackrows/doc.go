// Package callbackrows holds the read model of callbacks and their delivery attempts: its rows, projector and
// queries. Other packages query it through package readmodel.
package callbackrows
