// Package mailrows holds the read model of mails to be sent: its rows, projector and queries. Other packages
// query it through package readmodel.
package mailrows
