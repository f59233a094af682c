// Package auditlogrows has the read models of who did what: the audit log, and the trails of single subjects.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package auditlogrows
