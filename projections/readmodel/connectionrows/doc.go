// Package connectionrows holds the read model of what happened at each connection to a provider: its rows, projector
// and queries. Other packages query it through package readmodel.
package connectionrows
