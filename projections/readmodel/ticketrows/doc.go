// Package ticketrows holds the read model of tickets and their replies: its rows, projector and queries.
// Other packages query it through package readmodel.
package ticketrows
