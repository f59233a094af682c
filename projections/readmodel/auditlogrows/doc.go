// Package auditlogrows holds the read models of who did what, the audit log and the trails of single
// subjects: their rows, projectors and queries. Other packages query them through package readmodel.
package auditlogrows
