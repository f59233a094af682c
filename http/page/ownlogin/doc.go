// Package ownlogin has the pages of a person's own login, which both sites have: the password, the
// second factor and the open sessions.
package ownlogin
