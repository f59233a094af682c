// Package documentrows holds the read model of the documents of clients: its rows, projector and queries, and what a client has done to
// take its first payment. Other packages query it through package readmodel.
package documentrows
