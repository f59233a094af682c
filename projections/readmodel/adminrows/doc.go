// Package adminrows holds the read model of administrators: its rows, projector and queries. Other packages
// query it through package readmodel.
package adminrows
