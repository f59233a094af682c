// Package approvalrows has the read model of approvals: what waits for a second administrator, and how it was decided.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package approvalrows
