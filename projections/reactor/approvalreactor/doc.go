// Package approvalreactor carries out acts that a second administrator granted, and expires undecided approvals
// (Approvals).
package approvalreactor
