// Package auditrunservice has the use cases of audit runs: checks of the whole installation
// (projections/audit/verify) and comparisons with the provider's books (projections/audit/reconcile)
// whose reports are kept, so that an auditor can read them later. An administrator starts one in a
// gateway, which does it in the background, one at a time over all instances; commands keep theirs
// when they end.
//
// A run changes no money and decides nothing, so it is no event: its row in the schema `state`
// outlives a rebuild, and is lost with that schema.
package auditrunservice
