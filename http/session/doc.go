// Package session is how people log in, on the portal and as administrators alike:
// a password checked under limits on guessing, an opaque bearer token for it, and
// the reading of that token. Who may do what is for the surfaces to say.
package session
