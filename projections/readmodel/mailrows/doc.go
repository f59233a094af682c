// Package mailrows has the read model of mails that are to be sent.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package mailrows
