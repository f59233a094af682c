package auth

import "slices"

// Roles lists for each group of operations the roles that may use it. Each operation of the description names
// its group in x-requires, and the middleware of its surface looks the role up here. There is no other rule
// about roles.
type Roles map[string][]string

// Roles of administrators.
const (
	admin   = "admin"
	support = "support"
	auditor = "auditor"
)

// AdminRoles are the rules for administrators (domain/admin).
var AdminRoles = Roles{
	// Clients, payments, payouts, callbacks, timelines, the search.
	"read": {admin, support, auditor},
	// Histories, the trial balance, proofs, audit runs, treasury, suspense, approvals,
	// projections, the log.
	"books": {admin, support, auditor},
	// Starting audit runs.
	"audit": {admin, auditor},
	// The caller's own login, password, second factor and sessions.
	"own_login": {admin, support, auditor},
	// Reading tickets and proposals, and seeing who the customer of a payment is.
	"read_support": {admin, support},
	// Reading the audit log and administrators.
	"read_staff": {admin, auditor},
	// Reading tax data, fee invoices and slips of withheld income tax.
	"read_tax": {admin, auditor},
	// Reading the statements of our bank, whose lines name who paid, and packages for auditors, which name who was paid.
	"read_bank": {admin, auditor},
	// Work on tickets and proposals, resending callbacks, rebuilding projections.
	"support": {admin, support},
	// Everything else: clients, keys, apps, fees, banks, payouts, suspense, adjustments,
	// treasury, administrators, approvals.
	"manage": {admin},
}

// Roles of a client's people.
const (
	owner     = "owner"
	finance   = "finance"
	developer = "developer"
	viewer    = "viewer"
)

// PersonRoles are the rules for a client's people (domain/person). An API key has no role: its scopes decide
// what it may use.
var PersonRoles = Roles{
	// The caller's own login, password, second factor and sessions, and the profile.
	"own_login": {owner, finance, developer, viewer},
	// Transactions and statements.
	"read_money": {owner, finance, viewer},
	// API keys, callback endpoints and the secret of callbacks. account.Issuable decides which scopes a role
	// may give to a key.
	"keys": {owner, developer},
	// The form of the full key, in the portal.
	"full_key": {owner},
	// Reading tickets.
	"read_tickets": {owner, finance, developer, viewer},
	// Writing tickets and proposals.
	"tickets": {owner, finance, developer},
	// Reading the list of the client's people.
	"read_people": {owner, finance, developer, viewer},
	// The client's people, their activity, and ending all access.
	"manage_people": {owner},

	// The groups below are for operations that take API keys and that people use in the portal (x-person in the
	// description).
	// The profile, apps, fees and banks, and the notice that something changed.

	// The profile, apps, fees and banks, and that something changed.
	"read_account": {owner, finance, developer, viewer},
	// The profile and the bank account.
	"manage_account": {owner},
	// New payments, and cancelling them.
	"payments": {owner, finance},
	// Withdrawals and settlements.
	"payouts": {owner, finance},
	// Refunds.
	"refunds": {owner, finance},
	// Answering and accepting disputes.
	"disputes": {owner, finance},
	// Reading the tax data, which may be that of a natural person.
	"read_tax_data": {owner, finance},
	// Submitting slips of withheld income tax.
	"withholding": {owner, finance},
	// Callbacks with their bodies.
	"callbacks": {owner, developer},
	// Playing the customer and the bank in the sandbox.
	"sandbox_money": {owner, developer},
}

// Known reports whether the group exists.
func (r Roles) Known(group string) bool { return len(r[group]) > 0 }

// May reports whether the role may use the operations of the group.
func (r Roles) May(role, group string) bool { return slices.Contains(r[group], role) }
