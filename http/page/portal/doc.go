// Package portal has the merchants' pages: what a person of a merchant sees and does depends on
// the person's role (auth.PersonRoles). Each file has a few pages with their forms. A page asks the
// API, and knows no rule of its own.
package portal
