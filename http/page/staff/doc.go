// Package staff has the pages of the gateway's staff: administrators, support and auditors. The person's role
// (auth.AdminRoles) decides what a person sees and does. Each file has a few pages with their forms. A page
// asks the API, and has no rules of its own.
package staff
