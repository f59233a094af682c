// Package staff has the pages of the gateway's staff: administrators, support and auditors. What
// a person sees and does depends on the role (auth.AdminRoles). Each file has a few pages with
// their forms. A page asks the API, and knows no rule of its own.
package staff
