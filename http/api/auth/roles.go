package auth

import "slices"

// Roles says which roles may use the operations of each group. Each operation of the
// description names its group in x-requires, and the middleware of its surface asks here:
// there is no other rule about roles.
type Roles map[string][]string

// Of administrators.
const (
	admin   = "admin"
	support = "support"
	auditor = "auditor"
)

// AdminRoles are those of administrators (domain/admin).
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
	// Reading tickets and proposals.
	"read_support": {admin, support},
	// Reading the audit log and administrators.
	"read_staff": {admin, auditor},
	// Work on tickets and proposals, resending callbacks, rebuilding projections.
	"support": {admin, support},
	// Everything else: clients, keys, apps, fees, banks, payouts, suspense, adjustments,
	// treasury, administrators, approvals.
	"manage": {admin},
}

// Of a client's people.
const (
	owner     = "owner"
	finance   = "finance"
	developer = "developer"
	viewer    = "viewer"
)

// PersonRoles are those of a client's people (domain/person). An API key has no role: it may
// use what takes an API key, by its scopes.
var PersonRoles = Roles{
	// The caller's own login, password, second factor and sessions, and the profile.
	"own_login": {owner, finance, developer, viewer},
	// Transactions and statements.
	"read_money": {owner, finance, viewer},
	// API keys, callback endpoints and the secret of callbacks. Which scopes a role may give to a key is
	// account.Issuable's to say.
	"keys": {owner, developer},
	// The form of the full key, in the portal.
	"full_key": {owner},
	// Reading tickets.
	"read_tickets": {owner, finance, developer, viewer},
	// Writing tickets and proposals.
	"tickets": {owner, finance, developer},
	// Reading who the client's people are.
	"read_people": {owner, finance, developer, viewer},
	// The client's people, what they did, and the end of all access.
	"manage_people": {owner},

	// The groups below are of operations for API keys, which people use in the portal
	// (x-person in the description).

	// The profile, apps, fees and banks, and that something changed.
	"read_account": {owner, finance, developer, viewer},
	// The profile and the bank account.
	"manage_account": {owner},
	// New payments, and their end before their time.
	"payments": {owner, finance},
	// Withdrawals and settlements.
	"payouts": {owner, finance},
	// Callbacks, with what they said.
	"callbacks": {owner, developer},
	// What plays the customer and the bank in the sandbox.
	"sandbox_money": {owner, developer},
}

// Known reports whether there is such a group.
func (r Roles) Known(group string) bool { return len(r[group]) > 0 }

// May reports whether the role may use the operations of the group.
func (r Roles) May(role, group string) bool { return slices.Contains(r[group], role) }
