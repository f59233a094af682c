// Package feedrows holds the read models of a client's event feed and of the endpoints to which it is sent:
// the rows, projectors and queries. Other packages query them through package readmodel.
package feedrows
