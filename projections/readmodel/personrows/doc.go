// Package personrows holds the read model of the people who log in for a client: its rows, projector and
// queries. Other packages query it through package readmodel.
package personrows
