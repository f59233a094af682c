// Package ownlogin has the pages of a person's own login, for both sites: the password, the second factor and
// the open sessions.
package ownlogin
