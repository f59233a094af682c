// Package ticketrows has the read model of tickets and their replies.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package ticketrows
