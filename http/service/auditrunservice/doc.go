// Package auditrunservice implements the use cases of audit runs: checks of the whole installation
// (projections/audit/verify) and comparisons with the provider's books (projections/audit/reconcile) whose
// reports are stored, so that an auditor can read them later. An administrator starts a run in a gateway,
// which executes it in the background, one at a time over all instances. Commands store their own runs when
// they end.
//
// A run changes no money and decides nothing, so it is no event. Its row in the schema `state` survives a
// rebuild, and is lost with that schema.
package auditrunservice
