// Package proposalrows holds the read model of proposals: its rows, projector and queries. Other packages
// query it through package readmodel.
package proposalrows
