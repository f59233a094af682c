// Package portal has the merchants' pages. The person's role (auth.PersonRoles) decides what a person of a
// merchant sees and does. Each file has a few pages with their forms. A page asks the API, and has no rules of
// its own.
package portal
