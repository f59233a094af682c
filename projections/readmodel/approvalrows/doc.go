// Package approvalrows holds the read model of approvals, both pending and decided: its rows, projector and
// queries. Other packages query it through package readmodel.
package approvalrows
